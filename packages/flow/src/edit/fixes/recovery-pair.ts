import type { Flow } from '../../definition/flow.ts';
import { collectIds } from '../../definition/ids.ts';
import type { BranchesCondition, Step, Steps } from '../../definition/step.ts';
import type { Locale } from '../../validate/codes.ts';
import { freeBranchIds } from '../fresh-ids.ts';
import type { Operation } from '../operation.ts';
import type { Placement } from '../placement.ts';

/** The default wait of a reminder before it checks the payment. */
const usualMinutes = 30;

const label = { 'pt-BR': 'Ainda não pagou', en: 'Not paid yet' } as const satisfies Record<Locale, string>;

/** The branch for customers who have not paid, with an unused id. */
function pendingOnly(usedIds: Set<string>, steps: Steps, locale: Locale): BranchesCondition {
  const [id] = freeBranchIds(['check1-pending'], usedIds);
  const rule = { field: 'payment_status', operator: '=', value: 'pending' } as const;
  return { type: 'condition', branches: [{ id: id!, label: label[locale], conditions: [rule], steps }] };
}

/** A reminder as flat rule 12 requires it: a delay, a check of the payment, and the message only if unpaid. */
export function insertReminder(
  flow: Flow,
  message: Step,
  placement: Placement,
  { minutes = usualMinutes, locale = 'pt-BR' }: { minutes?: number; locale?: Locale } = {},
): Operation[] {
  // Both go to the same place: what is put there last comes first.
  return [
    { op: 'create_step', step: pendingOnly(collectIds(flow), [message], locale), ...placement },
    { op: 'create_step', step: { type: 'delay', minutes }, ...placement },
  ];
}

/** Wraps a message in a check of the payment, and puts a delay before it unless there is one. `id`: of the condition; `usedIds`: ids its branch must not have; the new id is added. */
export function guardReminder(
  usedIds: Set<string>,
  { nodeId, id, waits, locale }: { nodeId: string; id: string; waits: boolean; locale: Locale },
): Operation[] {
  const condition: BranchesCondition = { ...pendingOnly(usedIds, [], locale), id };
  const wait: Operation = { op: 'insert_before', step: { type: 'delay', minutes: usualMinutes }, beforeNodeId: id };
  const guard: Operation = { op: 'wrap', nodeIds: [nodeId], step: condition, branchId: condition.branches[0]!.id };
  return waits ? [guard] : [guard, wait];
}
