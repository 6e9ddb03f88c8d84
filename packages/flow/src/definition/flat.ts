import type { Flow } from './flow.ts';
import type { Steps } from './step.ts';
import { nestedLists } from './walk.ts';

/** The two ways of writing a flow (B3). */
export type Format = 'flat' | 'nested';

/** Flows never change in place, and an editor asks several times at every change. */
const known = new WeakMap<Steps, boolean>();

/** B3: a flow is flat if any root step has parentId or any condition has branches without `steps`. */
export function isFlat({ steps }: Pick<Flow, 'steps'>): boolean {
  let answer = known.get(steps);
  if (answer === undefined) {
    answer = steps.some((step) => step.parentId !== undefined) || hasBareBranch(steps);
    known.set(steps, answer);
  }
  return answer;
}

const hasBareBranch = (steps: Steps): boolean =>
  steps.some(
    (step) =>
      (step.type === 'condition' && step.branches?.some((branch) => branch.steps === undefined)) ||
      nestedLists(step).some((nested) => hasBareBranch(nested.steps)),
  );
