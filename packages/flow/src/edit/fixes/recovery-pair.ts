import { localized, type Locale } from '@retoma/commerce/locale';
import type { Flow } from '../../definition/flow.ts';
import { collectIds } from '../../definition/ids.ts';
import type { BranchesCondition, Step, Steps } from '../../steps/step.ts';
import { freeBranchIds } from '../fresh-ids.ts';
import type { Operation } from '../operation.ts';
import type { Placement } from '../placement.ts';

/** The default delay before a reminder's payment check, in minutes. */
const usualMinutes = 30;

const label = localized('Ainda não pagou', 'Not paid yet');

/** A condition with one branch, for customers who have not paid; its id is unused. */
function pendingOnly(usedIds: Set<string>, steps: Steps, locale: Locale): BranchesCondition {
  const [id] = freeBranchIds(['check1-pending'], usedIds);
  const rule = { field: 'payment_status', operator: '=', value: 'pending' } as const;
  return { type: 'condition', branches: [{ id: id!, label: label[locale], conditions: [rule], steps }] };
}

/** Operations that insert a reminder as flat rule 12 requires: a delay, a payment check, and the message only if unpaid. */
export function insertReminder(
  flow: Flow,
  message: Step,
  placement: Placement,
  { minutes = usualMinutes, locale = 'pt-BR' }: { minutes?: number; locale?: Locale } = {},
): Operation[] {
  // Both use the same placement, so the one inserted last comes first.
  return [
    { op: 'create_step', step: pendingOnly(collectIds(flow), [message], locale), ...placement },
    { op: 'create_step', step: { type: 'delay', minutes }, ...placement },
  ];
}

/**
 * Operations that wrap a message in a payment check and insert a delay before it, unless it `waits` already. `id`: the condition's id.
 * `usedIds`: ids that the branch must not have; its id is added.
 */
export function guardReminder(
  usedIds: Set<string>,
  { nodeId, id, waits, locale }: { nodeId: string; id: string; waits: boolean; locale: Locale },
): Operation[] {
  const condition: BranchesCondition = { ...pendingOnly(usedIds, [], locale), id };
  const wait: Operation = { op: 'insert_before', step: { type: 'delay', minutes: usualMinutes }, beforeNodeId: id };
  const guard: Operation = { op: 'wrap', nodeIds: [nodeId], step: condition, branchId: condition.branches[0]!.id };
  return waits ? [guard] : [guard, wait];
}
