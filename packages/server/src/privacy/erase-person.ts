// Erases a person's data of one store.
//
// INV1. The opt-outs, by keyed hash, are written before anything is erased: no more messages are sent. They outlive all other data, so that
//     a later import cannot undo them. An address that someone else uses, who was not chosen, is not opted out.
// INV2. A purchase is erased completely in one transaction, its dependent rows together with its keys. If the process is killed in
//     between, the next erasure finds the rest.
// INV3. Locks are taken in the engine's order (engine/README.md): queue, runs, checkouts, orders. The erasure waits for a worker that is
//     starting or advancing a run of the purchase; a later worker finds no data and no contact.
// INV4. Messages that providers already have are delivered; their outcomes are recorded without their content.
// INV5. The erasure ends when a search finds nothing. Data that arrives meanwhile, from a purchase in progress, is found by the next
//     round.
import type { Audit } from '../http/audit-actions.ts';
import type { Database } from '../base/postgres/pool.ts';
import { consentForgetPlace } from '../base/contacts/consents.ts';
import { optOutConfirmationErase } from '../automations/delivery/queries/opt-out-confirmations.ts';
import type { MessageKey } from '../automations/delivery/queries/messages.ts';
import {
  personEraseInbox,
  personEraseMessages,
  personUnfoldLeases,
  purchaseErase,
  purchaseLock,
  purchaseLockRuns,
  purchaseUnqueue,
} from './queries/contact-erasure.ts';
import { platformDeliveryErase } from '../shop/connectors/queries/deliveries.ts';
import { shopperCodeErase } from '../shop/checkouts/queries/shopper-codes.ts';
import { personRequestAdvance } from './queries/privacy-requests.ts';
import type { PurchaseIds } from '../shop/orders/queries/purchase-contacts.ts';
import { runOperationInsert } from '../automations/engine/queries/run-operations.ts';
import { inTransaction } from '../base/postgres/transaction.ts';
import { newId } from '../base/ids.ts';
import { hashContactKey } from '../base/crypto/contact-hash.ts';
import { eraseCarts } from './reported-carts.ts';
import { withdrawConsents } from './change-consent.ts';
import { completePurchases, findRecords, isNowhere, othersIn, tracesOf, type PersonTraces } from './find-person.ts';
import type { PrivacyDeps } from './privacy-deps.ts';
import { beginRequest, type PersonRequest, type RefusedRequest } from './begin-request.ts';
import { keysIn } from '../base/contacts/contact-keys.ts';
import { chosenBy, identityKey, ownAddresses, type Identity, type PersonChoice } from './identity.ts';

/**
 * The number of erased rows by kind. `finished` is false if new data of the person arrived in every round: the erasure must then be
 * repeated. `untouched`: people who share a value with the chosen ones, and of whom nothing was erased.
 */
export type Erasure =
  | {
      ok: true;
      requestId: string;
      counts: Readonly<Record<string, number>>;
      finished: boolean;
      untouched: readonly Identity[];
    }
  | RefusedRequest;

const maxRounds = 3;
/** The number of purchases, or messages, that one transaction erases. */
const batchSize = 20;

/** The reason of runs that the erasure cancels. */
const reason = 'PERSON_ERASED';

/** COM8: erases the data that a store has of chosen people. Idempotent. */
export async function erasePerson(
  deps: PrivacyDeps,
  request: PersonRequest,
  audit: Audit<'person_erased'>,
): Promise<Erasure> {
  const { storeId, by } = request;
  const named = await beginRequest(deps, 'erase', request);
  if (!named.ok) return named;
  const { requestId } = named;
  const { db, clock } = deps;
  const isChosen = chosenBy(request.person);
  const carts = await eraseCarts(db, storeId, named.keys, isChosen);
  const counts: Record<string, number> = carts > 0 ? { carts } : {};
  for (let round = 1; ; round++) {
    const records = await findRecords(db, storeId, named.keys);
    const untouched = othersIn(records, isChosen);
    if (round === 1) {
      await forgetAddresses(deps, storeId, request.person, untouched);
      const deliveries = await platformDeliveryErase(db, storeId);
      if (deliveries > 0) addTo(counts, { deliveries });
    }
    const traces = tracesOf(records, isChosen);
    const finished = isNowhere(traces);
    const last = finished || round > maxRounds;
    if (last) {
      await inTransaction(db, async (client) => {
        await personRequestAdvance(client, requestId, {}, finished ? clock() : null);
        await audit(client, { storeId, action: 'person_erased', detail: describeCounts(counts) });
      });
      return { ok: true, requestId, counts, finished, untouched: distinctPeople(untouched) };
    }
    await eraseTraces(deps, { storeId, by, requestId }, traces, (more) => addTo(counts, more));
  }
}

/** Opts the addresses of the chosen people out, and deletes what is stored under their hashes, unless they are someone else's too. */
async function forgetAddresses(
  deps: PrivacyDeps,
  storeId: string,
  person: PersonChoice,
  others: readonly Identity[],
): Promise<void> {
  const { db, contactSecret } = deps;
  const addresses = ownAddresses(person, others).map(({ kind, value }) => keysIn({ [kind]: value }));
  await withdrawConsents(deps, storeId, addresses);
  const otherKeys = new Set(others.map(keysIn).flatMap(({ email, phone }) => [email, phone]));
  const hashes = addresses
    .map(({ email, phone }) => email ?? phone)
    .filter((key) => key !== null && !otherKeys.has(key))
    .map((key) => hashContactKey(contactSecret, storeId, key!));
  await consentForgetPlace(db, storeId, hashes);
  await optOutConfirmationErase(db, storeId, hashes);
  await shopperCodeErase(db, storeId, hashes);
}

/** `orders 2, messages 5`, for the audit; null: nothing was erased. */
const describeCounts = (counts: Readonly<Record<string, number>>): string | null =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ') || null;

const distinctPeople = (people: readonly Identity[]): Identity[] => [
  ...new Map(people.map((one) => [identityKey(one), one])).values(),
];

const addTo = (counts: Record<string, number>, more: Readonly<Record<string, number>>): void => {
  for (const [name, count] of Object.entries(more)) counts[name] = (counts[name] ?? 0) + count;
};

/** An erasure. `by`: who requested it. */
export type Erasing = { storeId: string; by: string; requestId: string };
type Counted = (counts: Readonly<Record<string, number>>) => void;

async function eraseTraces(
  { db }: PrivacyDeps,
  erasing: Erasing,
  { checkouts, orders, events, messages, inbox }: PersonTraces,
  counted: Counted,
): Promise<void> {
  const none = { checkouts: [], orders: [], events: [] };
  const purchases: PurchaseIds[] = [
    ...splitBatches(checkouts).map((ids) => ({ ...none, checkouts: ids })),
    ...splitBatches(orders).map((ids) => ({ ...none, orders: ids })),
    ...splitBatches(events).map((ids) => ({ ...none, events: ids })),
  ];
  // An id may have been erased with another purchase.
  const erasedIds = new Set<string>();
  for (const named of purchases) {
    const left = without(erasedIds, named);
    if (isEmpty(left)) continue;
    const { erased, counts } = await erasePurchases(db, erasing, left);
    for (const id of [...erased.checkouts, ...erased.orders, ...erased.events]) erasedIds.add(id);
    counted(counts);
  }
  for (const keys of splitBatches(messages)) counted(await eraseMessages(db, erasing, keys));
  for (const keys of splitBatches(inbox)) counted({ inbox: await personEraseInbox(db, erasing.storeId, keys) });
}

/** COM8: erases the data of people in purchases, and cancels their runs, in one transaction. Returns what was erased with them. */
export function erasePurchases(
  db: Database,
  { storeId, by, requestId }: Erasing,
  named: PurchaseIds,
): Promise<{ erased: PurchaseIds; counts: Readonly<Record<string, number>> }> {
  return inTransaction(db, async (client) => {
    const purchases = await completePurchases(client, storeId, named);
    await purchaseUnqueue(client, purchases);
    const runs = await purchaseLockRuns(client, storeId, purchases);
    await purchaseLock(client, storeId, purchases);
    const runIds = runs.map(({ runId }) => runId);
    await personUnfoldLeases(client, runIds);
    const changed = await purchaseErase(client, storeId, purchases, runIds);
    const live = runs.filter((run) => run.live).map(({ runId }) => runId);
    if (live.length > 0) {
      const cancel = { kind: 'cancel', automationId: null, runIds: live, step: null, reason, requestedBy: by } as const;
      await runOperationInsert(client, { ...cancel, operationId: newId(storeId), storeId });
    }
    const counts = { ...changed, runs: live.length };
    await personRequestAdvance(client, requestId, counts, null);
    return { erased: purchases, counts };
  });
}

function eraseMessages(
  db: Database,
  { storeId, requestId }: Erasing,
  keys: readonly MessageKey[],
): Promise<Readonly<Record<string, number>>> {
  return inTransaction(db, async (client) => {
    const counts = { messages: await personEraseMessages(client, storeId, keys) };
    await personRequestAdvance(client, requestId, counts, null);
    return counts;
  });
}

const without = (erasedIds: ReadonlySet<string>, { checkouts, orders, events }: PurchaseIds): PurchaseIds => ({
  checkouts: checkouts.filter((id) => !erasedIds.has(id)),
  orders: orders.filter((id) => !erasedIds.has(id)),
  events: events.filter((id) => !erasedIds.has(id)),
});

const isEmpty = ({ checkouts, orders, events }: PurchaseIds): boolean =>
  checkouts.length + orders.length + events.length === 0;

function splitBatches<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / batchSize) }, (_, index) =>
    all.slice(index * batchSize, (index + 1) * batchSize),
  );
}
