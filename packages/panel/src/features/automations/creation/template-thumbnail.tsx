import { Box, Stack, Text, Timeline } from '@mantine/core';
import type { Flow } from '@retoma/flow';
import { Suspense, useMemo, type ReactNode } from 'react';
import { LazyDiagram } from '../../../diagram/lazy-diagram.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import styles from './creation.module.css';
import type { Goal } from './goals.ts';
import { clockAfter, simulateFor } from './simulated.ts';
import { texts } from './texts.ts';

/** A template simulated for one customer: the steps reached, and the messages with their times. */
export function TemplateThumbnail({ goal, flow }: { goal: Goal; flow: Flow }): ReactNode {
  const t = useTexts(texts);
  const { name } = useStore();
  const { sends, highlights } = useMemo(() => simulateFor(flow, name), [flow, name]);
  return (
    <div className={styles.thumbnail}>
      {/* The list beside it has the same facts as text. */}
      <div className={styles.drawing} aria-hidden="true" inert>
        <Suspense>
          <LazyDiagram key={goal} flow={flow} highlights={highlights} isThumbnail />
        </Suspense>
      </div>
      <Stack p="md" gap="sm">
        <Text fw={500}>{t[`${goal}Example`]}</Text>
        <Timeline bulletSize={24} lineWidth={2}>
          {sends.map(({ at, channel, text }) => (
            <Timeline.Item key={`${at} ${channel}`} bullet={<Icon name={channel} size={14} />}>
              <Text size="sm" c="dimmed">
                {whenText(at, t)} · {t[channel]}
              </Text>
              <Box fz="sm" style={{ overflowWrap: 'anywhere' }}>
                {text}
              </Box>
            </Timeline.Item>
          ))}
        </Timeline>
      </Stack>
    </div>
  );
}

/** `Às 10:30`, `No dia seguinte, às 08:00`: a moment of the simulation, in minutes after the event. */
function whenText(minutes: number, t: (typeof texts)['pt-BR']): string {
  const { days, clock } = clockAfter(minutes);
  return days === 0 ? t.sameDay(clock) : days === 1 ? t.nextDay(clock) : t.laterDay(days, clock);
}
