import { Checkbox, NumberInput, Stack } from '@mantine/core';
import { limits, type LoopStep, type RetryStep } from '@retoma/flow';
import type { ReactNode } from 'react';
import { useTexts } from '../../../../../ui/texts.ts';
import { ruleAbout } from '../condition/rule-fields.ts';
import { RuleRow } from '../condition/rule-row.tsx';
import type { StepAccess } from '../use-step.ts';
import { selectOnFocus } from '../../../../../ui/fields/select-on-focus.ts';
import { stepTexts } from './texts.ts';

type CountProps = {
  label: string;
  hint?: string;
  member: string;
  value: number;
  range: { min: number; max: number };
  access: StepAccess;
};

const Count = ({ label, hint, member, value, range, access }: CountProps): ReactNode => (
  <NumberInput
    label={label}
    description={hint}
    value={value}
    min={range.min}
    max={range.max}
    clampBehavior="none"
    allowDecimal={false}
    error={access.problem(member)}
    readOnly={access.isLocked}
    {...selectOnFocus}
    onChange={(next) => typeof next === 'number' && access.change({ [member]: next }, { field: member })}
  />
);

/** The number of attempts, and the wait between them. */
export function RetryForm({ step, access }: { step: RetryStep; access: StepAccess }): ReactNode {
  const t = useTexts(stepTexts);
  const { maxAttempts: attempts, delayBetweenAttempts: gap } = limits;
  const { maxAttempts = attempts.default, delayBetweenAttempts = gap.default } = step;
  return (
    <Stack>
      <Count
        label={t.attempts}
        hint={t.attemptsHint}
        member="maxAttempts"
        value={maxAttempts}
        range={attempts}
        access={access}
      />
      <Count label={t.gap} member="delayBetweenAttempts" value={delayBetweenAttempts} range={gap} access={access} />
    </Stack>
  );
}

/** The number of repetitions, and the condition for them. */
export function LoopForm({ step, access }: { step: LoopStep; access: StepAccess }): ReactNode {
  const t = useTexts(stepTexts);
  const { change, isLocked, problem } = access;
  const { maxIterations = limits.maxIterations.default, stopOnError = false, condition } = step;
  return (
    <Stack>
      <Count
        label={t.iterations}
        hint={t.iterationsHint}
        member="maxIterations"
        value={maxIterations}
        range={limits.maxIterations}
        access={access}
      />
      <Checkbox
        label={t.stopOnError}
        checked={stopOnError}
        disabled={isLocked}
        onChange={({ currentTarget }) => change({ stopOnError: currentTarget.checked })}
      />
      <Checkbox
        label={t.whileRule}
        checked={condition !== undefined}
        disabled={isLocked}
        onChange={({ currentTarget }) =>
          currentTarget.checked
            ? change({ condition: ruleAbout('payment_status') })
            : change({}, { drop: ['condition'] })
        }
      />
      {condition && (
        <RuleRow
          rule={condition}
          number={1}
          isLocked={isLocked}
          error={problem('condition.value')}
          onChange={(next, typing) => change({ condition: next }, typing ? { field: 'condition' } : {})}
        />
      )}
    </Stack>
  );
}
