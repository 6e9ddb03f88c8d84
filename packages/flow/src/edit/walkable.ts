import { limits } from '../definition/limits.ts';
import { actionOutlets, type Step, type Steps } from '../definition/step.ts';
import { stepCheckOf } from '../steps/index.ts';
import { isRaw } from '../validate/members.ts';
import type { Raw } from '../validate/report.ts';

// The validator reports issues inside a step. But walking a step requires that its kind is known and that its lists are lists, so JSON from
// outside must pass this check before an operation reads it.

/** Whether a value is a step that can be walked: known kinds, lists that are lists, no deeper than a flow may be. */
export function isStep(value: unknown, depth = 0): value is Step {
  if (!isRaw(value) || !stepCheckOf(value.type) || depth > limits.depth) return false;
  if (value.id !== undefined && (typeof value.id !== 'string' || value.id === '')) return false;
  const inside = (list: unknown): boolean => list === undefined || isSteps(list, depth + 1);
  switch (value.type) {
    case 'action':
      return actionOutlets.every((outlet) => inside(value[outlet]));
    case 'delay':
      return inside(value.onNext);
    case 'condition':
      return Array.isArray(value.branches)
        ? value.branches.every((branch: unknown) => isBranch(branch) && inside(branch.steps))
        : value.branches === undefined && inside(value.if_true) && inside(value.if_false);
    case 'end':
      return true;
    default:
      return isSteps(value.steps, depth + 1);
  }
}

/** Whether a value is a list of steps that can be walked. */
export function isSteps(value: unknown, depth = 0): value is Steps {
  return Array.isArray(value) && value.every((step) => isStep(step, depth));
}

const isBranch = (branch: unknown): branch is Raw => isRaw(branch) && typeof branch.id === 'string';
