import { Alert, Radio, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../icons.tsx';
import { useTexts } from '../texts.ts';
import { texts } from './texts.ts';
import type { OverlapChoice, Overlapping } from './use-overlaps.ts';

type OverlapChoicesProps = { overlapping: Overlapping; canMerge?: boolean };

/** The active automations that may message the same people, with a choice for each. */
export function OverlapChoices({ overlapping, canMerge = true }: OverlapChoicesProps): ReactNode {
  const t = useTexts(texts);
  const { query, choiceOf, choose } = overlapping;
  if (query.isError) return <Alert color="ambar">{t.failed}</Alert>;
  const offered: OverlapChoice[] = canMerge ? ['pause', 'keep', 'merge'] : ['pause', 'keep'];
  const labels = {
    pause: [t.pause, t.pauseText],
    keep: [t.keep, t.keepText],
    merge: [t.merge, t.mergeText],
  } as const;
  return (query.data ?? []).map((overlap) => (
    <Alert key={overlap.automationId} color="ambar" icon={<Icon name="warning" />} title={t.title}>
      <Stack gap="sm">
        <Text>{t.text(overlap.name)}</Text>
        <Radio.Group
          label={t.ask(overlap.name)}
          value={choiceOf(overlap)}
          onChange={(choice) => choose(overlap.automationId, choice)}
        >
          <Stack gap="xs" mt="xs">
            {offered.map((one) => (
              <Radio
                key={one}
                value={one}
                label={<Text fw={500}>{labels[one][0]}</Text>}
                description={labels[one][1]}
              />
            ))}
          </Stack>
        </Radio.Group>
      </Stack>
    </Alert>
  ));
}
