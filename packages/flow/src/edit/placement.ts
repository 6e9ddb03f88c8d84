import type { Flow } from '../definition/flow.ts';
import type { Step } from '../steps/step.ts';
import { triggerNodeId } from '../definition/ids.ts';
import { changeList, findBranch, findStep, valueAt, type Keys } from './locate.ts';
import type { OperationOf } from './operation.ts';
import { refuse, type Refusal } from './operation-codes.ts';
import { isRaw } from '../members/raw.ts';
import { actionOutputHandles, outputHandlesOf } from './output-handles.ts';

/** The position of a step, with the member names of the specification's DEF10 (COP5). */
export type Placement = Omit<OperationOf<'create_step'>, 'op' | 'step'>;

/** A resolved position: an index in a list. The list may still be absent. */
export type ListPosition = { ok: true; list: Keys; index: number };

/**
 * COP5: without `afterNodeId` (or with `trigger-0`, in the root list) the position is the start of the list, otherwise right after that
 * step. `afterNodeId` alone also names the list: the one that contains that step.
 */
export function resolvePlacement(flow: Flow, placement: Placement): ListPosition | Refusal {
  const { afterNodeId } = placement;
  const list = resolveList(flow, placement);
  if (!list.ok) return list;
  if (afterNodeId === undefined) return { ok: true, list: list.keys ?? ['steps'], index: 0 };
  if (afterNodeId === triggerNodeId) {
    return list.keys ? refuse('UNCLEAR_PLACE') : { ok: true, list: ['steps'], index: 0 };
  }
  const anchor = findStep(flow, afterNodeId);
  if (!anchor.ok) return anchor;
  if (list.keys && list.keys.join(' ') !== anchor.list.join(' '))
    return refuse('ANCHOR_ELSEWHERE', { id: afterNodeId });
  if (anchor.step.type === 'end') return refuse('AFTER_END');
  return { ok: true, list: anchor.list, index: anchor.index + 1 };
}

/** The list that a placement names; without `keys` if it names none. */
function resolveList(flow: Flow, placement: Placement): { ok: true; keys?: Keys } | Refusal {
  const { conditionNodeId, branchId, actionNodeId, actionOutputHandle: handle } = placement;
  const branch = conditionNodeId !== undefined && branchId !== undefined;
  const output = actionNodeId !== undefined && handle !== undefined;
  const named = [conditionNodeId, branchId, actionNodeId, handle].filter((member) => member !== undefined).length;
  if (named === 0) return { ok: true };
  if (named !== 2 || branch === output) return refuse('UNCLEAR_PLACE');
  if (branch) return findBranch(flow, conditionNodeId, branchId);
  const owner = findStep(flow, actionNodeId!);
  if (!owner.ok) return owner;
  const keys = [...owner.keys, actionOutputHandles[handle!]];
  const there = owner.step.type !== 'condition' && valueAt(flow, keys) !== undefined;
  if (!there && !outputHandlesOf(owner.step).includes(handle!)) {
    return refuse('NO_SUCH_OUTPUT', { id: actionNodeId!, handle: handle! });
  }
  return { ok: true, keys };
}

/** Inserts steps at a position. parentId and nextId are removed, since they have no meaning in a nested list (DEF3). */
export function insertAt(flow: Flow, { list, index }: ListPosition, steps: readonly Step[]): Flow {
  const entries = list.length === 1 ? steps : steps.map(withoutFlatMembers);
  return changeList(flow, list, (there) => there.toSpliced(index, 0, ...entries));
}

function withoutFlatMembers(step: Step): Step {
  if (!isRaw(step) || (step.parentId === undefined && step.nextId === undefined)) return step;
  const { parentId: _parentId, nextId: _nextId, ...rest } = step;
  return rest;
}
