import { holds, type Resolve } from '../conditions/evaluate.ts';
import { wayOut } from '../steps/condition/advance.ts';
import type { Guards } from './effect.ts';
import type { Plan, PlanStep } from './plan.ts';
import type { ActiveThread } from './run.ts';

/** What a step hangs on of what its thread has asked since it last waited, outermost first. Of a condition asked twice the latest counts. */
export function guardsOf({ asked }: ActiveThread, { hangsOn }: PlanStep): Guards {
  if (asked.length === 0) return [];
  const guards: number[] = [];
  for (const condition of hangsOn) {
    for (let at = asked.length - 2; at >= 0; at -= 2) {
      if (asked[at] !== condition) continue;
      guards.push(condition, asked[at + 1]!);
      break;
    }
  }
  return guards;
}

/**
 * Whether the conditions that led to a message would lead to it again with the data of now: for a message that had to wait for
 * its provider. A reminder to who has not paid must not go once they have.
 */
export function guardsHold(plan: Plan, guards: Guards, resolve: Resolve): boolean {
  for (let at = 0; at < guards.length; at += 2) {
    if (wayNow(plan.steps[guards[at]!]!, resolve) !== guards[at + 1]) return false;
  }
  return true;
}

/** The way a condition takes now; of a loop 0 where another iteration may begin. */
function wayNow({ step }: PlanStep, resolve: Resolve): number | null {
  if (step.type === 'condition') return wayOut(step, resolve);
  return step.type === 'loop' && step.condition && holds(step.condition, resolve) ? 0 : null;
}
