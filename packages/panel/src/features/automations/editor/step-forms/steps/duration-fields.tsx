import { Button, Group, Input, Select, Stack, Text, TextInput } from '@mantine/core';
import { describeMinutes, parseWait, type DelayStep, type Until, type WaitLimit } from '@retoma/flow';
import { useId, useState, type ReactNode } from 'react';
import { waitText } from '../../../../../diagram/metrics/wait-times.ts';
import { useLocale } from '../../../../../ui/locale.tsx';
import { useTexts } from '../../../../../ui/texts.ts';
import { useEditing } from '../../canvas/editing.tsx';
import { useApply } from '../../state/use-editor.ts';
import type { StepAccess } from '../use-step.ts';
import pressedStyles from '../../../../../ui/fields/pressed.module.css';
import { selectOnFocus } from '../../../../../ui/fields/select-on-focus.ts';
import { stepTexts } from './texts.ts';
import { unitMinutes, unitNames, unitOf, type Unit } from './units.ts';
import { changeLength, lengthOf, longestWait } from '../../../../../diagram/metrics/wait-length.ts';

/** The waits that have a button, in minutes. */
const usual = [30, 60, 720, 1_440, 4_320];

type DurationFieldsProps = { step: DelayStep; access: StepAccess; onUntil: (until: Until) => void };

/** The duration of a wait: a number and its unit, or a free text such as `1h30`. A text that is no wait is never stored. */
export function DurationFields({ step, access, onUntil }: DurationFieldsProps): ReactNode {
  const t = useTexts(stepTexts);
  const { locale } = useLocale();
  const id = useId();
  const { minutes, put } = useLength(step, access);
  const [unit, setUnit] = useState<Unit>(() => unitOf(minutes));
  /** The text while it is typed, and while it is wrong. */
  const [typed, setTyped] = useState<string>();
  const [beyond, setBeyond] = useState<WaitLimit>();
  // After an undo, the minutes may not be a whole number of the selected unit.
  const visibleUnit = minutes % unitMinutes[unit] === 0 ? unit : unitOf(minutes);
  const read = typed === undefined ? undefined : parseWait(typed, unitMinutes[visibleUnit]);
  const isWrong = typed !== undefined && typed !== '' && !isLength(read?.duration?.minutes);
  // A stored wait may be wrong too: it was imported, or written as JSON.
  const problem = isWrong ? undefined : access.problem('minutes');
  const choose = (next: number): void => {
    setTyped(undefined);
    setBeyond(undefined);
    setUnit(unitOf(next));
    put(next);
  };
  const type = (next: string): void => {
    const { duration, beyond, until } = parseWait(next, unitMinutes[visibleUnit]);
    if (until) return onUntil(until);
    setBeyond(beyond);
    setTyped(next);
    if (!duration || !isLength(duration.minutes)) return;
    if (!duration.isPlain) setUnit(unitOf(duration.minutes));
    put(duration.minutes, 'minutes');
  };
  return (
    <Stack gap="xs">
      <Input.Wrapper
        label={t.howLong}
        labelProps={{ htmlFor: id }}
        error={isWrong ? (beyond === 'clock' ? t.clockWrong : t.waitWrong(describeMinutes(minutes, locale))) : problem}
        errorProps={{ mt: 4 }}
      >
        <Group gap="xs" mt={4} grow>
          <TextInput
            id={id}
            inputMode="text"
            autoComplete="off"
            value={typed ?? String(minutes / unitMinutes[visibleUnit])}
            error={isWrong || problem !== undefined}
            readOnly={access.isLocked}
            {...selectOnFocus}
            onChange={({ currentTarget }) => type(currentTarget.value)}
            onBlur={() => !isWrong && setTyped(undefined)}
          />
          <Select
            aria-label={t.unit}
            data={unitNames.map((value) => ({ value, label: t[value] }))}
            value={visibleUnit}
            allowDeselect={false}
            disabled={access.isLocked}
            onChange={(chosen) => {
              const next = unitNames.find((name) => name === chosen) ?? 'minutes';
              const amount = read?.duration?.isPlain ? read.duration.minutes : minutes;
              const length = Math.round((amount / unitMinutes[visibleUnit]) * unitMinutes[next]);
              if (isLength(length)) choose(length);
              setUnit(next);
            }}
          />
        </Group>
      </Input.Wrapper>
      {beyond === 'workdays' && !isWrong && (
        <Text size="sm" role="status">
          {t.workdaysCount}
        </Text>
      )}
      {!access.isLocked && (
        <Group gap={6} role="group" aria-label={t.usualWaits}>
          {usual.map((one) => (
            <Button
              key={one}
              size="xs"
              radius="xl"
              variant="default"
              className={pressedStyles.toggle}
              aria-pressed={one === minutes}
              onClick={() => choose(one)}
            >
              {waitText(one, locale).slice(1)}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  );
}

const isLength = (minutes: number | undefined): boolean =>
  minutes !== undefined && minutes >= 1 && minutes <= longestWait;

/** The length of the whole wait, and what changes it: a wait of more than 7 days has several delays. */
function useLength(
  step: DelayStep,
  access: StepAccess,
): { minutes: number; put: (next: number, field?: string) => void } {
  const { outline } = useEditing();
  const apply = useApply();
  const found = outline.steps.get(step.id ?? '');
  const length = found && lengthOf(found);
  return {
    minutes: length?.minutes ?? step.minutes,
    put(next, field) {
      const operations = length ? changeLength(length, next) : [];
      const [only, ...more] = operations;
      if (only && more.length === 0 && length?.last.id === step.id)
        access.change({ minutes: next }, field === undefined ? {} : { field });
      else apply(operations, field === undefined ? {} : { typing: `${length?.last.id} ${field}` });
    },
  };
}
