import { limits } from '../members/limits.ts';
import type { Step, Steps } from '../steps/step.ts';
import { isStepType, listMembersOf } from '../steps/tables.ts';
import { isRaw } from '../members/raw.ts';
import type { Raw } from '../members/report.ts';

// The validator reports issues inside a step. But walking a step requires that its kind is known and that its lists are lists, so JSON from
// outside must pass this check before an operation reads it.

/** Whether a value is a step that can be walked: known kinds, lists that are lists, no deeper than a flow may be. */
export function isStep(value: unknown, depth = 0): value is Step {
  if (!isRaw(value) || !isStepType(value.type) || depth > limits.depth) return false;
  if (value.id !== undefined && (typeof value.id !== 'string' || value.id === '')) return false;
  const inside = (list: unknown): boolean => list === undefined || isSteps(list, depth + 1);
  if (value.type === 'condition' && value.branches !== undefined) {
    return (
      Array.isArray(value.branches) &&
      value.branches.every((branch: unknown) => isBranch(branch) && inside(branch.steps))
    );
  }
  const repeats = value.type === 'retry' || value.type === 'loop';
  return (!repeats || Array.isArray(value.steps)) && listMembersOf(value.type).every((member) => inside(value[member]));
}

/** Whether a value is a list of steps that can be walked. */
export function isSteps(value: unknown, depth = 0): value is Steps {
  return Array.isArray(value) && value.every((step) => isStep(step, depth));
}

const isBranch = (branch: unknown): branch is Raw => isRaw(branch) && typeof branch.id === 'string';
