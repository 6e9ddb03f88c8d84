import { Loader, Select, Stack, Text } from '@mantine/core';
import type { Trigger } from '@retoma/flow';
import type { ReactNode } from 'react';
import { useFormats } from '../../../../ui/format/formats.ts';
import { useTexts } from '../../../../ui/texts.ts';
import { useEventLabel, useRecentEvents, type RealExample } from '../step-forms/example/recent-events.ts';
import { texts } from './texts.ts';

type RealOrderProps = {
  trigger: Trigger;
  timeZone: string;
  picked: RealExample | undefined;
  onChoose: (picked: RealExample | undefined) => void;
};

/** A select with the latest orders to test with, and which data of the test are then real. Empty for members who may not see shoppers. */
export function RealOrder({ trigger, timeZone, picked, onChoose }: RealOrderProps): ReactNode {
  const t = useTexts(texts);
  const { instant } = useFormats(timeZone);
  const label = useEventLabel();
  const { events, isKnown, isOffered, ask, read, isReading } = useRecentEvents(trigger, picked);
  if (!isOffered) return null;
  const pick = async (value: string | null): Promise<void> => {
    if (value === null) return onChoose(undefined);
    const real = await read(value);
    if (real) onChoose(real);
  };
  return (
    <Stack gap={6}>
      <Select
        label={t.real}
        description={t.realHint}
        data={events.map((event) => ({ value: event.eventId, label: label(event, trigger) }))}
        value={picked?.event.eventId ?? null}
        placeholder={t.madeUp}
        clearable
        nothingFoundMessage={isKnown && t.nothingYet}
        styles={{ input: { textOverflow: 'ellipsis' } }}
        rightSection={isReading ? <Loader size={14} /> : undefined}
        onDropdownOpen={ask}
        onChange={(value) => void pick(value)}
      />
      {picked && (
        <Stack gap={4} role="note">
          <Text size="sm">{t.isReal(instant(picked.event.at))}</Text>
          <Text size="sm" c="dimmed">
            {t.isAssumed}
          </Text>
        </Stack>
      )}
    </Stack>
  );
}
