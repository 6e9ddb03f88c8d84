import { Button, Group, Input, Select, Stack } from '@mantine/core';
import { describeMinutes, type Until } from '@retoma/flow';
import type { ReactNode } from 'react';
import { useLocale } from '../../../../../ui/locale.tsx';
import { weekdayNames } from '../../../../../ui/format/business-hours.ts';
import { useTexts } from '../../../../../ui/texts.ts';
import { TimeField } from '../time-field.tsx';
import styles from './delay-form.module.css';
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
      {days && <Days days={days} isLocked={isLocked} onChange={(next) => onChange({ ...until, days: next })} />}
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

type DaysProps = { days: readonly number[]; isLocked: boolean; onChange: (days: readonly number[]) => void };

function Days({ days, isLocked, onChange }: DaysProps): ReactNode {
  const t = useTexts(stepTexts);
  const { locale } = useLocale();
  const toggle = (day: number): void => {
    const next = days.includes(day) ? days.filter((one) => one !== day) : [...days, day].toSorted((a, b) => a - b);
    if (next.length > 0) onChange(next);
  };
  return (
    <Input.Wrapper label={t.weekdays} labelElement="div">
      <div className={styles.days} role="group" aria-label={t.weekdays}>
        {weekdayNames[locale].map((name, day) => (
          <Button
            key={name}
            size="sm"
            px={0}
            variant={days.includes(day) ? 'light' : 'default'}
            aria-pressed={days.includes(day)}
            aria-label={name}
            disabled={isLocked}
            onClick={() => toggle(day)}
          >
            {name.charAt(0).toUpperCase()}
          </Button>
        ))}
      </div>
    </Input.Wrapper>
  );
}
