import { Group, Input, Select, Stack } from '@mantine/core';
import { describeMinutes, type Until } from '@retoma/flow';
import type { ReactNode } from 'react';
import { useLocale } from '../../../../../ui/locale.tsx';
import { WeekdayButtons } from '../../../../../ui/fields/weekday-buttons.tsx';
import { useTexts } from '../../../../../ui/texts.ts';
import { TimeField } from '../../../../../ui/fields/time-field.tsx';
import { stepTexts } from './texts.ts';

/** The least waits on offer, in minutes. */
const leasts = [60, 120, 360, 720, 1440];

type ClockFieldsProps = { until: Until; isLocked: boolean; onChange: (until: Until, field?: string) => void };

/** The time of day, its weekdays, and what must pass before. */
export function ClockFields({ until, isLocked, onChange }: ClockFieldsProps): ReactNode {
  const t = useTexts(stepTexts);
  const { locale } = useLocale();
  const { time, days, nextDay, atLeast } = until;
  const chosen = nextDay ? 'nextDay' : String(atLeast ?? 0);
  const minutes = [...new Set([...leasts, ...(atLeast ? [atLeast] : [])])].toSorted((one, other) => one - other);
  const putLeast = (value: string): void => {
    const { nextDay: _nextDay, atLeast: _atLeast, ...rest } = until;
    if (value === 'nextDay') onChange({ ...rest, nextDay: true });
    else onChange(value === '0' ? rest : { ...rest, atLeast: Number(value) });
  };
  return (
    <Stack gap="xs">
      {days && (
        <WeekdayButtons
          label={t.weekdays}
          days={days}
          disabled={isLocked}
          onChange={(next) => onChange({ ...until, days: next })}
        />
      )}
      <Group gap="xs" grow align="flex-start">
        <TimeField
          label={t.clock}
          value={time}
          readOnly={isLocked}
          onChange={(next) => onChange({ ...until, time: next }, 'until.time')}
        />
        <Select
          label={t.atLeast}
          data={[
            { value: '0', label: t.noLeast },
            ...minutes.map((one) => ({ value: String(one), label: describeMinutes(one, locale) })),
            { value: 'nextDay', label: t.nextDay },
          ]}
          value={chosen}
          allowDeselect={false}
          disabled={isLocked}
          onChange={(value) => value !== null && putLeast(value)}
        />
      </Group>
      {!days && (
        <Input.Description>{nextDay ? t.nextDayHint : atLeast ? t.atLeastHint : t.noLeastHint}</Input.Description>
      )}
    </Stack>
  );
}
