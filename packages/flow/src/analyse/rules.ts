import { equals } from '../conditions/compare.ts';
import type { Rule, Step } from '../steps/step.ts';
import type { Flow } from '../definition/flow.ts';
import { walkFlow } from '../definition/walk.ts';

/** The rules of a step: those of a condition's branches, or a loop's condition. */
export function rulesOf(step: Step): readonly Rule[] {
  if (step.type === 'loop') return step.condition ? [step.condition] : [];
  if (step.type !== 'condition') return [];
  if (step.branches) return step.branches.flatMap(({ conditions }) => conditions);
  return step.conditions ?? [step];
}

/** Whether a rule of a flow names this payment status. */
export const asksForStatus = (flow: Flow, status: string): boolean =>
  allRules(flow).some(
    ({ field, value }) => field === 'payment_status' && [value].flat().some((one) => equals(one, status)),
  );

/** Every rule of a flow. */
export function allRules(flow: Flow): readonly Rule[] {
  return [...walkFlow(flow)].flatMap(({ step }) => rulesOf(step));
}
