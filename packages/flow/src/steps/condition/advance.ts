import { groupHolds, holds, type Resolve } from '../../conditions/evaluate.ts';
import type { ConditionStep } from '../../definition/step.ts';
import type { Kind } from '../../interpret/kind.ts';
import { none } from '../../interpret/plan.ts';
import { after } from '../../interpret/run.ts';

/** Runs the first branch that matches, and only that one (SEM4). */
export const conditionKind: Kind<'condition'> = {
  enter(run, thread, here) {
    const way = wayOut(here.step, run.resolve);
    if (way === none) {
      run.record(thread, here, { type: 'condition', outcome: 'no_match' });
      return after;
    }
    thread.asked.push(here.number, way);
    run.remember(here, way);
    run.record(thread, here, { type: 'condition', outcome: 'matched', branch: nameOfWay(here.step, way) });
    return here.ways[way] ?? after;
  },
};

/** The index of the way out that a condition takes: of its branches, or of if_true and if_false; none (-1) where nothing matches. */
export function wayOut(step: ConditionStep, resolve: Resolve): number {
  if (step.branches) {
    return step.branches.findIndex(({ conditions, operator }) => groupHolds(conditions, operator, resolve));
  }
  const held = step.conditions ? groupHolds(step.conditions, step.operator, resolve) : holds(step, resolve);
  return held ? 0 : 1;
}

/** What entries call a way out: the branch's id, if_true or if_false. */
export function nameOfWay(step: ConditionStep, way: number): string {
  return step.branches ? step.branches[way]!.id : way === 0 ? 'if_true' : 'if_false';
}
