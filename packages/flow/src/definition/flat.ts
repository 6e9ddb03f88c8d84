import { isRaw } from '../members/raw.ts';
import type { Flow } from './flow.ts';
import type { Branch, Step, Steps } from '../steps/step.ts';
import { nestedLists } from './walk.ts';

/** The two formats of a flow (DEF3). */
export type Format = 'flat' | 'nested';

/** Caches `isFlat`: flows are immutable, and an editor calls it several times at every change. */
const isFlatCache = new WeakMap<Steps, boolean>();

/** DEF3: a flow is flat if any root step has parentId or any condition has branches without `steps`. */
export function isFlat({ steps }: Pick<Flow, 'steps'>): boolean {
  if (!Array.isArray(steps)) return false;
  let answer = isFlatCache.get(steps);
  if (answer === undefined) {
    answer = steps.some((step) => isRaw(step) && step.parentId !== undefined) || hasEmptyBranch(steps);
    isFlatCache.set(steps, answer);
  }
  return answer;
}

const hasEmptyBranch = (steps: Steps): boolean =>
  steps.some(
    (step) => isRaw(step) && (hasNoSteps(step) || nestedLists(step).some((nested) => hasEmptyBranch(nested.steps))),
  );

const hasNoSteps = (step: Step): boolean => branchesIn(step).some(lacksSteps);

/** The branches of a condition, unchecked; none of another step. */
export const branchesIn = (step: Step): readonly Branch[] =>
  step.type === 'condition' && Array.isArray(step.branches) ? (step.branches as readonly Branch[]) : [];

const lacksSteps = (branch: Branch): boolean => isRaw(branch) && branch.steps === undefined;

/** A step with a list in every branch: in the nested format an empty branch has an empty list. */
export function withBranchLists(step: Step): Step {
  if (!hasNoSteps(step)) return step;
  const branches = branchesIn(step).map((branch) => (lacksSteps(branch) ? { ...branch, steps: [] } : branch));
  return { ...step, branches } as Step;
}
