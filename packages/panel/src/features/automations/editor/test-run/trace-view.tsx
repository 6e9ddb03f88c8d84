import { Stack, Text, Timeline, Title } from '@mantine/core';
import type { SimulationResult } from '@retoma/flow';
import type { ReactNode } from 'react';
import { Icon } from '../../../../ui/icons.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { durationText } from './duration-text.ts';
import { TraceRow } from './trace-row.tsx';
import type { RunTrace } from './run-trace.ts';
import { texts } from './texts.ts';

type TraceViewProps = {
  runTrace: RunTrace;
  result: SimulationResult;
  /** When the event happens; ISO. */
  start: string;
  /** The store's time zone, IANA. */
  timeZone: string;
  /** The id of the step that the diagram shows. */
  current: string;
  onShow: (stepId: string) => void;
};

/** The rows of a test from the event on, and how the run ends. */
export function TraceView({ runTrace: { rows }, result, start, timeZone, current, onShow }: TraceViewProps): ReactNode {
  const t = useTexts(texts);
  const { outcome, trace, messages } = result;
  const end = rows.at(-1)?.at ?? 0;
  const ending = outcome === 'ended' && trace.at(-1)?.type !== 'end' ? t.stopped : t[outcome];
  return (
    <Stack gap="md">
      <div>
        <Title order={2}>{t.timeline}</Title>
        <Text role="status" size="sm">
          {rows.length === 0
            ? t.nothingHappens
            : `${ending} ${t.sent(messages.length, end === 0 ? undefined : durationText(end))}`}
        </Text>
      </div>
      <Timeline bulletSize={26} lineWidth={2} active={rows.length} color="petroleo">
        {rows.map((row) => (
          <Timeline.Item
            key={row.key}
            bullet={<Icon name={row.isFailed ? 'cross' : row.icon} size={14} />}
            {...(row.isFailed && { color: 'vermelho' })}
            {...(row.isAside && { ml: 'lg' })}
          >
            <TraceRow row={row} start={start} timeZone={timeZone} isCurrent={row.stepId === current} onShow={onShow} />
          </Timeline.Item>
        ))}
      </Timeline>
    </Stack>
  );
}
