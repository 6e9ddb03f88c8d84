import { Group, NumberInput, Select } from '@mantine/core';
import { limits, type DelayStep } from '@retoma/flow';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../../../ui/texts.ts';
import type { StepAccess } from '../use-step.ts';
import { stepTexts } from './texts.ts';

const units = { minutes: 1, hours: 60, days: 1_440 } as const;
type Unit = keyof typeof units;
const names = Object.keys(units) as Unit[];

/** The longest unit of which a time is a whole number. */
const unitOf = (minutes: number): Unit =>
  names.findLast((unit) => minutes > 0 && minutes % units[unit] === 0) ?? 'minutes';

/** How long a step waits. */
export function DelayForm({ step, access }: { step: DelayStep; access: StepAccess }): ReactNode {
  const t = useTexts(stepTexts);
  const [unit, setUnit] = useState(() => unitOf(step.minutes));
  // An undo may leave minutes that are no whole number of the unit.
  const shown = step.minutes % units[unit] === 0 ? unit : unitOf(step.minutes);
  const put = (amount: number, unit: Unit, field?: string): void =>
    access.change({ minutes: Math.round(amount * units[unit]) }, field === undefined ? {} : { field });
  const amount = step.minutes / units[shown];
  return (
    <Group align="flex-start" gap="xs" grow>
      <NumberInput
        label={t.wait}
        description={t.waitHint}
        value={amount}
        min={1}
        max={limits.delayMinutes.max / units[shown]}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        error={access.problem('minutes')}
        readOnly={access.isLocked}
        onChange={(value) => typeof value === 'number' && put(value, shown, 'minutes')}
      />
      <Select
        label={t.unit}
        description={' '}
        data={names.map((value) => ({ value, label: t[value] }))}
        value={shown}
        allowDeselect={false}
        disabled={access.isLocked}
        onChange={(chosen) => {
          const next = names.find((name) => name === chosen) ?? 'minutes';
          setUnit(next);
          put(amount, next);
        }}
      />
    </Group>
  );
}
