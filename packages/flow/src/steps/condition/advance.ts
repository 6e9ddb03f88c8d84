import type { Kind } from '../../execution/step-executor.ts';
import { none } from '../../execution/plan-step.ts';
import { after } from '../../execution/run.ts';
import { branchName, matchedBranch } from './branch.ts';

/** Runs only the first matching branch (SEM4). */
export const conditionKind: Kind<'condition'> = {
  enter(run, thread, here) {
    const branch = matchedBranch(here.step, run.resolve);
    if (branch === none) {
      run.record(thread, here, { type: 'condition', outcome: 'no_match' });
      return after;
    }
    thread.evaluated.push(here.number, branch);
    run.remember(here, branch);
    run.record(thread, here, { type: 'condition', outcome: 'matched', branch: branchName(here.step, branch) });
    return here.branches[branch] ?? after;
  },
};
