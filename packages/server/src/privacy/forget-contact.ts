// COM34: deletes the contact that a shopper typed on the payment page before sending the first step.
//
// INV1. Locks are taken in the engine's order (engine/README.md): queue, runs, checkout. A worker that is starting a run of the event ends
//     first; a later one finds no data and no contact.
// INV2. A contact that was saved meanwhile is found by the next round.
// INV3. The lead of advertising platforms is taken back under the lock of its checkout, under which it is queued (change-shopper.ts).
import type { Database, Queryable } from '../base/postgres/pool.ts';
import { conversionWithdrawLead } from '../providers/ads/queries/conversions.ts';
import { personUnfoldLeases, purchaseErase, purchaseLockRuns, purchaseUnqueue } from './queries/contact-erasure.ts';
import { leadContactForget, leadEventList, leadEventRelease } from './queries/lead-contact.ts';
import { runOperationInsert } from '../automations/engine/queries/run-operations.ts';
import { inTransaction } from '../base/postgres/transaction.ts';
import { newId } from '../base/ids.ts';

const maxRounds = 3;

/**
 * Deletes the e-mail and the phone of a checkout without an order, what its lead's events say, and their runs' messages; runs are
 * cancelled, and the lead that advertising platforms would learn of is taken back. The checkout is no longer a lead, and becomes one again
 * with the next contact. The attribution of the visit stays: it names no contact. Idempotent.
 */
export async function forgetContact(
  { db }: { db: Database },
  { storeId, checkoutId }: { storeId: string; checkoutId: string },
): Promise<void> {
  for (let round = 1; round <= maxRounds; round++) {
    const isChanged = await inTransaction(db, async (client) => {
      const events = await leadEventList(client, storeId, checkoutId);
      await eraseLead(client, storeId, events);
      const isForgotten = await leadContactForget(client, storeId, checkoutId);
      if (isForgotten) await conversionWithdrawLead(client, storeId, checkoutId);
      return isForgotten || events.length > 0;
    });
    if (!isChanged) return;
  }
}

/** Erases what events of a lead say, with the messages of their runs, and cancels those that are live. */
async function eraseLead(client: Queryable, storeId: string, events: readonly string[]): Promise<void> {
  if (events.length === 0) return;
  const traces = { checkouts: [], orders: [], events: [...events] };
  await purchaseUnqueue(client, traces);
  const runs = await purchaseLockRuns(client, storeId, traces);
  const runIds = runs.map(({ runId }) => runId);
  await personUnfoldLeases(client, runIds);
  await purchaseErase(client, storeId, traces, runIds);
  await leadEventRelease(client, storeId, events);
  const live = runs.filter((run) => run.live).map(({ runId }) => runId);
  if (live.length === 0) return;
  await runOperationInsert(client, {
    operationId: newId(storeId),
    storeId,
    kind: 'cancel',
    automationId: null,
    runIds: live,
    step: null,
    reason: 'PERSON_ERASED',
    requestedBy: 'shopper',
  });
}
