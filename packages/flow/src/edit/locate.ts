import type { Flow } from '../definition/flow.ts';
import type { ConditionStep, Step, Steps } from '../steps/step.ts';
import { walkFlow } from '../definition/walk.ts';
import { triggerNodeId } from '../definition/ids.ts';
import { indexOfPlaceId, keysOfPlaceId } from '../readable/place-id.ts';
import { keysOfPath } from '../validate/issue.ts';
import { isRaw } from '../members/raw.ts';
import type { Key, Raw } from '../members/report.ts';
import { refuse, type Refusal } from './operation-codes.ts';

/** The keys from a flow to one of its values: `['steps', 1, 'branches', 0, 'steps']`. */
export type Keys = readonly Key[];

/** A step and its position. `entry`: the value at the position; if that is not an object, `step` is empty. */
export type FoundStep = { ok: true; step: Step; entry: Step; keys: Keys; list: Keys; index: number };

/** Finds the step with an id, the first of several. `trigger-0` names the root, which is not a step (COP6). */
export function findStep(flow: Flow, id: string): FoundStep | Refusal {
  if (id === triggerNodeId) return refuse('ROOT_STAYS');
  const placed = findByPlace(flow, id);
  if (placed) return placed;
  for (const { step, path, listPath, index } of walkFlow(flow)) {
    if (step.id === id)
      return { ok: true, step, entry: step, keys: keysOfPath(path), list: keysOfPath(listPath), index };
  }
  return refuse('UNKNOWN_STEP', { id });
}

/** Finds an entry of a list by the id of its position. The entry may be any value. */
function findByPlace(flow: Flow, id: string): FoundStep | undefined {
  const keys = keysOfPlaceId(id);
  const index = keys?.at(-1);
  if (!keys || typeof index !== 'number') return undefined;
  const list = keys.slice(0, -1);
  const entries = valueAt(flow, list);
  if (!Array.isArray(entries) || index >= entries.length) return undefined;
  const entry = entries[index] as Step;
  return { ok: true, step: isRaw(entry) ? entry : ({} as Step), entry, keys, list, index };
}

/** Finds the condition with an id. */
export function findCondition(flow: Flow, id: string): (FoundStep & { step: ConditionStep }) | Refusal {
  const found = findStep(flow, id);
  if (!found.ok) return found;
  const { step } = found;
  return step.type === 'condition' ? { ...found, step } : refuse('NOT_A_CONDITION', { id });
}

/** The outcomes of a condition without branches; their names serve as branch ids. */
const outcomes: ReadonlySet<string> = new Set(['if_true', 'if_false']);

/** A branch of a condition: `keys` are the keys from the flow to its list. `index` is absent for `if_true` and `if_false`. */
export type FoundBranch = { ok: true; condition: FoundStep & { step: ConditionStep }; keys: Keys; index?: number };

/** Finds a branch by its id; in a condition without branches the ids are `if_true` and `if_false`. */
export function findBranch(flow: Flow, conditionId: string, branchId: string): FoundBranch | Refusal {
  const condition = findCondition(flow, conditionId);
  if (!condition.ok) return condition;
  const { branches } = condition.step;
  if (branches) {
    const index = indexOfPlaceId(branchId) ?? branches.findIndex((branch) => isRaw(branch) && branch.id === branchId);
    if (index === -1 || index >= branches.length) return refuse('UNKNOWN_BRANCH', { id: branchId });
    return { ok: true, condition, keys: [...condition.keys, 'branches', index, 'steps'], index };
  }
  if (!outcomes.has(branchId)) return refuse('UNKNOWN_BRANCH', { id: branchId });
  return { ok: true, condition, keys: [...condition.keys, branchId] };
}

/** The value at keys; undefined if there is none. */
export function valueAt(root: unknown, keys: Keys): unknown {
  let value = root;
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Raw)[key];
  }
  return value;
}

/** The list at keys; empty if it is absent. */
export const listAt = (flow: Flow, keys: Keys): Steps => stepsIn(valueAt(flow, keys));

const stepsIn = (value: unknown): Steps => (Array.isArray(value) ? (value as Steps) : []);

/**
 * Changes the part of a value at keys; all other parts stay the same objects. A member that becomes undefined is dropped, a new one is
 * added at the end. Undefined if the keys lead through a value that is neither object nor list.
 */
export function changeAt<FullAutomation>(
  root: FullAutomation,
  keys: Keys,
  change: (part: unknown) => unknown,
): FullAutomation | undefined {
  const [key, ...rest] = keys;
  if (key === undefined) return change(root) as FullAutomation;
  if (typeof root !== 'object' || root === null) return undefined;
  const part = Object.hasOwn(root, key) ? (root as Raw)[key] : undefined;
  const changed = changeAt(part, rest, change);
  if (rest.length > 0 && changed === undefined) return undefined;
  if (changed === part) return root;
  if (Array.isArray(root)) {
    if (typeof key !== 'number' || key >= root.length) return undefined;
    const list: unknown[] = root;
    return (changed === undefined ? list.toSpliced(key, 1) : list.with(key, changed)) as FullAutomation;
  }
  if (changed !== undefined) return { ...root, [key]: changed };
  const remaining = Object.entries(root).filter(([member]) => member !== String(key));
  return Object.fromEntries(remaining) as FullAutomation;
}

/** Changes one list of a flow. */
export function changeList(flow: Flow, list: Keys, change: (steps: Steps) => Steps): Flow {
  return changeAt(flow, list, (steps) => change(stepsIn(steps)))!;
}

/** Changes the object at keys in a flow. */
export function changeObject<Part>(flow: Flow, keys: Keys, change: (part: Part) => Part): Flow {
  return changeAt(flow, keys, (part) => change(part as Part))!;
}
