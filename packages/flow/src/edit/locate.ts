import type { Flow } from '../definition/flow.ts';
import type { ConditionStep, Step, Steps } from '../definition/step.ts';
import { walkFlow } from '../definition/walk.ts';
import { triggerNodeId } from '../graph/to-graph.ts';
import { indexOfPlaceId, keysOfPlaceId } from '../readable/place-id.ts';
import { keysOfPath } from '../validate/issue.ts';
import { isRaw } from '../validate/members.ts';
import type { Key, Raw } from '../validate/report.ts';
import { refuse, type Refusal } from './operation-codes.ts';

/** The way from a flow to one of its values: `['steps', 1, 'branches', 0, 'steps']`. */
export type Keys = readonly Key[];

/** A step and its place. `entry`: the value there; if that is no object, the step is an empty one. */
export type FoundStep = { ok: true; step: Step; entry: Step; keys: Keys; list: Keys; index: number };

/** The step with an id, the first of several. `trigger-0` names the root, which is no step (COP6). */
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

/** An entry of a list of steps that has no id of its own: it may be no step at all. */
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

/** The condition with an id. */
export function findCondition(flow: Flow, id: string): (FoundStep & { step: ConditionStep }) | Refusal {
  const found = findStep(flow, id);
  if (!found.ok) return found;
  const { step } = found;
  return step.type === 'condition' ? { ...found, step } : refuse('NOT_A_CONDITION', { id });
}

/** The two ways out of a condition without branches, by the names they have in place of a branch's id. */
const outcomes: ReadonlySet<string> = new Set(['if_true', 'if_false']);

/** A branch of a condition: `keys` lead from the flow to its list. `index` is absent for `if_true` and `if_false`. */
export type FoundBranch = { ok: true; condition: FoundStep & { step: ConditionStep }; keys: Keys; index?: number };

/** A branch by its id; in a condition without branches the ids are `if_true` and `if_false`. */
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

/** The value that keys lead to; undefined if there is none. */
export function valueAt(root: unknown, keys: Keys): unknown {
  let value = root;
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Raw)[key];
  }
  return value;
}

/** The list that keys lead to; empty if it is absent. */
export const listAt = (flow: Flow, keys: Keys): Steps => stepsIn(valueAt(flow, keys));

const stepsIn = (value: unknown): Steps => (Array.isArray(value) ? (value as Steps) : []);

/**
 * A value with the part that keys lead to changed; all else is the same object. A member that becomes undefined is dropped, a
 * new one comes last. Undefined if the keys lead through what is no object or list.
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

/** A flow with one of its lists changed. */
export function changeList(flow: Flow, list: Keys, change: (steps: Steps) => Steps): Flow {
  return changeAt(flow, list, (steps) => change(stepsIn(steps)))!;
}

/** A flow with the object that keys lead to changed. */
export function changeObject<Part>(flow: Flow, keys: Keys, change: (part: Part) => Part): Flow {
  return changeAt(flow, keys, (part) => change(part as Part))!;
}
