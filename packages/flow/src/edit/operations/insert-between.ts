import type { Flow } from '../../definition/flow.ts';
import { nestedLists } from '../../definition/walk.ts';
import { triggerNodeId } from '../../definition/ids.ts';
import type { NewId } from '../fresh-ids.ts';
import { findStep } from '../locate.ts';
import type { OperationOf } from '../operation.ts';
import { refuse } from '../operation-codes.ts';
import { insertBefore } from './insert-before.ts';
import type { Outcome } from './outcome.ts';

/** Inserts a step on the line between two steps: neighbours in one list, or a step and the first step of one of its lists. */
export function insertBetween(
  flow: Flow,
  { step, afterNodeId, beforeNodeId }: OperationOf<'insert_between'>,
  newId: NewId,
): Outcome {
  const before = findStep(flow, beforeNodeId);
  if (!before.ok) return before;
  const insert = (): Outcome => insertBefore(flow, { op: 'insert_before', step, beforeNodeId }, newId);
  if (afterNodeId === triggerNodeId) {
    return before.list.length === 1 && before.index === 0 ? insert() : refuse('NOT_NEIGHBOURS');
  }
  const after = findStep(flow, afterNodeId);
  if (!after.ok) return after;
  const inList = after.list.join(' ') === before.list.join(' ') && after.index + 1 === before.index;
  const leads = nestedLists(after.step).some(({ steps }) => steps[0]?.id === beforeNodeId);
  return inList || leads ? insert() : refuse('NOT_NEIGHBOURS');
}
