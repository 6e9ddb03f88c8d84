import { holds, type Resolve } from '../conditions/evaluate.ts';
import { matchedBranch } from '../steps/condition/branch.ts';
import type { Guards } from './effect.ts';
import type { PlanStep } from './plan-step.ts';
import type { Plan } from './plan.ts';
import type { ActiveThread } from './run.ts';

/**
 * The conditions that a step depends on and that its thread evaluated since its last wait, outermost first. Of repeated evaluations the
 * latest counts.
 */
export function guardsOf({ evaluated }: ActiveThread, { dependsOn }: PlanStep): Guards {
  if (evaluated.length === 0) return [];
  const guards: number[] = [];
  for (const condition of dependsOn) {
    for (let at = evaluated.length - 2; at >= 0; at -= 2) {
      if (evaluated[at] !== condition) continue;
      guards.push(condition, evaluated[at + 1]!);
      break;
    }
  }
  return guards;
}

/**
 * Whether the conditions that led to a message still match with the current data, for a message that had to wait for its provider. A
 * payment reminder must not go to a customer who has paid meanwhile.
 */
export function guardsHold(plan: Plan, guards: Guards, resolve: Resolve): boolean {
  for (let at = 0; at < guards.length; at += 2) {
    if (currentBranch(plan.steps[guards[at]!]!, resolve) !== guards[at + 1]) return false;
  }
  return true;
}

/** The branch that a condition matches now; for a loop 0 if another iteration may begin. */
function currentBranch({ step }: PlanStep, resolve: Resolve): number | null {
  if (step.type === 'condition') return matchedBranch(step, resolve);
  return step.type === 'loop' && step.condition && holds(step.condition, resolve) ? 0 : null;
}
