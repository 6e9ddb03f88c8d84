import type { StepType } from '../steps/step.ts';
import { actionKind } from '../steps/action/advance.ts';
import { conditionKind } from '../steps/condition/advance.ts';
import { delayKind } from '../steps/delay/advance.ts';
import { endKind } from '../steps/end/advance.ts';
import { loopKind } from '../steps/loop/advance.ts';
import { retryKind } from '../steps/retry/advance.ts';
import type { Kind, RepeatingKind } from '../execution/step-executor.ts';
import type { PlanStep } from '../execution/plan-step.ts';

/** The execution of every kind of step. */
export const kinds = {
  delay: delayKind,
  action: actionKind,
  condition: conditionKind,
  retry: retryKind,
  loop: loopKind,
  end: endKind,
} as const satisfies { [Type in StepType]: Kind<Type> };

/** The execution of a step. */
export function kindOf(here: PlanStep): Kind<StepType> {
  // The registry pairs each kind with its own step type; the compiler cannot follow that pairing through an index.
  return kinds[here.step.type] as Kind<StepType>;
}

/** The execution of a step that repeats a list. */
export function repeatingKindOf({ step: { type } }: PlanStep): RepeatingKind<StepType> {
  if (type !== 'retry' && type !== 'loop') throw new Error(`a ${type} step has no iterations`);
  return kinds[type];
}
