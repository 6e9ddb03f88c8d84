import { groupHolds, holds } from '../../conditions/evaluate.ts';
import type { Kind } from '../../interpret/kind.ts';
import { after } from '../../interpret/run.ts';

/** Runs the first branch that matches, and only that one (X4). */
export const conditionKind: Kind<'condition'> = {
  enter(run, thread, here) {
    const { step } = here;
    if (!step.branches) {
      const held = step.conditions ? groupHolds(step.conditions, step.operator, run.resolve) : holds(step, run.resolve);
      run.record(thread, here, { type: 'condition', outcome: 'matched', branch: held ? 'if_true' : 'if_false' });
      return here.ways[held ? 0 : 1] ?? after;
    }
    const index = step.branches.findIndex((branch) => groupHolds(branch.conditions, branch.operator, run.resolve));
    const branch = step.branches[index];
    if (!branch) {
      run.record(thread, here, { type: 'condition', outcome: 'no_match' });
      return after;
    }
    run.remember(here, index);
    run.record(thread, here, { type: 'condition', outcome: 'matched', branch: branch.id });
    return here.ways[index] ?? after;
  },
};
