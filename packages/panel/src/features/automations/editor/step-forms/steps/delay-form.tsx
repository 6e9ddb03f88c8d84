import { Button, Group, Input, Select, Stack, Text, TextInput } from '@mantine/core';
import { limits, parseWait, type DelayStep, type WaitLimit } from '@retoma/flow';
import { useId, useState, type ReactNode } from 'react';
import { waitText } from '../../../../../diagram/metrics/wait-times.ts';
import { useLocale } from '../../../../../ui/locale.tsx';
import { useTexts } from '../../../../../ui/texts.ts';
import type { StepAccess } from '../use-step.ts';
import { NextSend } from './next-send.tsx';
import { selectOnFocus } from './select-on-focus.ts';
import { stepTexts } from './texts.ts';
import { unitMinutes, unitNames, unitOf, type Unit } from './units.ts';

/** The waits that have a button, in minutes. */
const usual = [30, 60, 720, 1_440];

/** The duration of a wait: a number and its unit, or a free text such as `1h30`; and when the next message would leave (EDT12). */
export function DelayForm({ step, access }: { step: DelayStep; access: StepAccess }): ReactNode {
  const t = useTexts(stepTexts);
  const id = useId();
  const { minutes } = step;
  const [unit, setUnit] = useState<Unit>(() => unitOf(minutes));
  const [typed, setTyped] = useState<string>();
  const [beyond, setBeyond] = useState<WaitLimit>();
  // After an undo, the minutes may not be a whole number of the selected unit.
  const visibleUnit = minutes % unitMinutes[unit] === 0 ? unit : unitOf(minutes);
  const amount = minutes / unitMinutes[visibleUnit];
  // Shows the typed text while it stands for the minutes in the flow.
  const text = typed !== undefined && readMinutes(typed, unitMinutes[unit]) === minutes ? typed : String(amount);
  const { min, max } = limits.delayMinutes;
  const isWrong = (minutes < min || minutes > max) && typed !== '';
  const put = (next: number, field?: string): void => access.change({ minutes: next }, field ? { field } : {});
  const choose = (next: number): void => {
    setBeyond(undefined);
    setUnit(unitOf(next));
    put(next);
  };
  const type = (next: string): void => {
    const { duration, beyond } = parseWait(next, unitMinutes[visibleUnit]);
    setUnit(duration && !duration.isPlain ? unitOf(duration.minutes) : visibleUnit);
    setBeyond(beyond);
    setTyped(next);
    put(readMinutes(next, unitMinutes[visibleUnit]), 'minutes');
  };
  return (
    <Stack gap="xs">
      <Input.Wrapper
        label={t.wait}
        description={t.waitHint}
        labelProps={{ htmlFor: id }}
        error={isWrong && (beyond === 'clock' ? t.clockWrong : t.waitWrong)}
        errorProps={{ mt: 4 }}
      >
        <Group gap="xs" mt={4} grow>
          <TextInput
            id={id}
            inputMode="text"
            autoComplete="off"
            value={text}
            error={isWrong}
            readOnly={access.isLocked}
            {...selectOnFocus}
            onChange={({ currentTarget }) => type(currentTarget.value)}
            onBlur={() => setTyped(undefined)}
          />
          <Select
            aria-label={t.unit}
            data={unitNames.map((value) => ({ value, label: t[value] }))}
            value={visibleUnit}
            allowDeselect={false}
            disabled={access.isLocked}
            onChange={(chosen) => {
              const next = unitNames.find((name) => name === chosen) ?? 'minutes';
              setUnit(next);
              setTyped(undefined);
              setBeyond(undefined);
              put(Math.round(amount * unitMinutes[next]));
            }}
          />
        </Group>
      </Input.Wrapper>
      {beyond === 'workdays' && !isWrong && (
        <Text size="sm" role="status">
          {t.workdaysCount}
        </Text>
      )}
      {!access.isLocked && <Usual minutes={minutes} onChoose={choose} />}
      <NextSend step={step} />
    </Stack>
  );
}

/** The minutes of a typed text. An unreadable text is 0, which is an invalid wait: the flow stores it and the validator reports it. */
const readMinutes = (text: string, unit: number): number => parseWait(text, unit).duration?.minutes ?? 0;

function Usual({ minutes, onChoose }: { minutes: number; onChoose: (minutes: number) => void }): ReactNode {
  const t = useTexts(stepTexts);
  const { locale } = useLocale();
  return (
    <Group gap={6} role="group" aria-label={t.usualWaits}>
      {usual.map((one) => (
        <Button
          key={one}
          size="xs"
          radius="xl"
          variant={one === minutes ? 'light' : 'default'}
          aria-pressed={one === minutes}
          onClick={() => onChoose(one)}
        >
          {waitText(one, locale).slice(1)}
        </Button>
      ))}
    </Group>
  );
}
