import { Loader, Select, Stack, Text } from '@mantine/core';
import type { Trigger } from '@retoma/flow';
import type { ReactNode } from 'react';
import { useFormats } from '../../../ui/formats.ts';
import { useTexts } from '../../../ui/texts.ts';
import { useEventLabel, useRecentEvents, type RealExample } from '../composers/example/recent-events.ts';
import { texts } from './texts.ts';

type RealOrderProps = {
  trigger: Trigger;
  timeZone: string;
  chosen: RealExample | undefined;
  onChoose: (chosen: RealExample | undefined) => void;
};

/** One of the orders of late, to be tried out with, and what of the test is real then. Nothing for whoever may not see shoppers. */
export function RealOrder({ trigger, timeZone, chosen, onChoose }: RealOrderProps): ReactNode {
  const t = useTexts(texts);
  const { instant } = useFormats(timeZone);
  const label = useEventLabel();
  const { events, isOffered, ask, read, isReading } = useRecentEvents(trigger);
  if (!isOffered) return null;
  const own = chosen && !events?.some(({ eventId }) => eventId === chosen.event.eventId) ? [chosen.event] : [];
  const offered = [...own, ...(events ?? [])];
  const pick = async (value: string | null): Promise<void> => {
    const event = offered.find(({ eventId }) => eventId === value);
    if (!event) return onChoose(undefined);
    const real = await read(event);
    if (real) onChoose(real);
  };
  return (
    <Stack gap={6}>
      <Select
        label={t.real}
        description={t.realHint}
        data={offered.map((event) => ({ value: event.eventId, label: label(event, trigger) }))}
        value={chosen?.event.eventId ?? null}
        placeholder={t.madeUp}
        clearable
        nothingFoundMessage={events && t.nothingYet}
        styles={{ input: { textOverflow: 'ellipsis' } }}
        rightSection={isReading ? <Loader size={14} /> : undefined}
        onDropdownOpen={ask}
        onChange={(value) => void pick(value)}
      />
      {chosen && (
        <Stack gap={4} role="note">
          <Text size="sm">{t.isReal(instant(chosen.event.at))}</Text>
          <Text size="sm" c="dimmed">
            {t.isAssumed}
          </Text>
        </Stack>
      )}
    </Stack>
  );
}
