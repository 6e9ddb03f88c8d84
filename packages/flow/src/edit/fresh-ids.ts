import type { Flow } from '../definition/flow.ts';
import { withBranchLists } from '../definition/flat.ts';
import { collectIds } from '../definition/ids.ts';
import { mapSteps } from '../definition/rebuild.ts';
import type { Branch, Step, Steps } from '../steps/step.ts';
import { walkFlow } from '../definition/walk.ts';
import { isRaw } from '../members/raw.ts';
import { copyJson } from './copy-json.ts';
import { refuse, type Refusal } from './operation-codes.ts';

/** Returns a new id; called again if the id is in use. */
export type NewId = () => string;

/** Prepares new steps for a flow: existing ids are kept, missing ones are added; a branch without a list gets one (EDT3). */
export function newSteps(flow: Flow, steps: Steps, newId: NewId): { ok: true; steps: Steps } | Refusal {
  if (steps.some((step) => isRaw(step) && step.parentId !== undefined)) return refuse('FLAT_STEPS');
  const usedIds = new Set([...collectIds(flow), ...collectIds({ steps })]);
  const identified = mapSteps(steps, (step) => {
    const listed = withBranchLists(step);
    return listed.id === undefined ? { ...listed, id: freeId(usedIds, newId) } : listed;
  });
  return { ok: true, steps: identified };
}

/**
 * Deep copies of steps with new ids and unused branch ids. A copy's `nextId` points to the copy of its target; it is dropped if the target
 * was not copied.
 */
export function copiesOf(flow: Flow, steps: Steps, newId: NewId): { ok: true; steps: Steps } | Refusal {
  const usedIds = collectIds(flow);
  const ids = new Map<string, string>();
  for (const { step } of walkFlow({ steps })) if (step.id !== undefined) ids.set(step.id, freeId(usedIds, newId));
  const copies = mapSteps(copyJson(steps), (step) => {
    const { id, nextId, ...rest } = step;
    const copy = { ...rest, id: ids.get(id ?? '') ?? freeId(usedIds, newId) } as Step;
    const next = ids.get(nextId ?? '');
    if (next !== undefined) copy.nextId = next;
    return withFreeBranchIds(copy, usedIds);
  });
  return newSteps(flow, copies, newId);
}

function freeId(usedIds: Set<string>, newId: NewId): string {
  let id = newId();
  while (usedIds.has(id)) id = newId();
  usedIds.add(id);
  return id;
}

function withFreeBranchIds(step: Step, usedIds: Set<string>): Step {
  if (step.type !== 'condition' || !Array.isArray(step.branches)) return step;
  const branches = step.branches as readonly Branch[];
  // The validator reports branches without an id and values that are not branches.
  if (!branches.every((branch) => isRaw(branch) && typeof branch.id === 'string')) return step;
  const ids = freeBranchIds(
    branches.map(({ id }) => id),
    usedIds,
  );
  return { ...step, branches: branches.map((branch, index) => ({ ...branch, id: ids[index]! })) };
}

/**
 * Unused ids for a condition's branches: the number in their common prefix is raised (flat rule 7: `check1-paid` → `check2-paid`); an id
 * without such a prefix gets a number at the end. Unused ids are kept. All results are added to `usedIds`.
 */
export function freeBranchIds(ids: readonly string[], usedIds: Set<string>): string[] {
  for (let more = 0; ; more++) {
    const tried = more === 0 ? [...ids] : ids.map((id) => renumbered(id, more));
    if (new Set(tried).size < tried.length || tried.some((id) => usedIds.has(id))) continue;
    for (const id of tried) usedIds.add(id);
    return tried;
  }
}

function renumbered(id: string, more: number): string {
  const [, prefix, number, rest] = /^([a-z_]+?)(\d{0,4})-(.+)$/i.exec(id) ?? [];
  if (prefix === undefined) return `${id}-${more + 1}`;
  return `${prefix}${(number === '' ? 1 : Number(number)) + more}-${rest}`;
}
