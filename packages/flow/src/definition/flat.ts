import type { Flow } from './flow.ts';
import type { Steps } from './step.ts';
import { nestedLists } from './walk.ts';

/** The two ways of writing a flow (B3). */
export type Format = 'flat' | 'nested';

/** B3: a flow is flat if any root step has parentId or any condition has branches without `steps`. */
export function isFlat(flow: Pick<Flow, 'steps'>): boolean {
  return flow.steps.some((step) => step.parentId !== undefined) || hasBareBranch(flow.steps);
}

/** Places do not matter here, and an editor asks at every change. */
const hasBareBranch = (steps: Steps): boolean =>
  steps.some(
    (step) =>
      (step.type === 'condition' && step.branches?.some((branch) => branch.steps === undefined)) ||
      nestedLists(step).some((nested) => hasBareBranch(nested.steps)),
  );
