import type { Queryable } from '../../base/postgres/pool.ts';
import { affectedRows, execute, queryColumn, queryRows } from '../../base/postgres/query.ts';
import { eventQueueRemove } from '../../automations/engine/queries/event-queue.ts';
import { shopperConsentErase } from '../../shop/checkouts/queries/shopper-consents.ts';
import { webhookMessageErase } from '../../shop/webhooks/queries/retention.ts';
import { attributionErase } from '../../providers/ads/queries/attributions.ts';
import { conversionErase } from '../../providers/ads/queries/conversions.ts';
import { messageLeaseRecord } from '../../automations/delivery/queries/message-leases.ts';
import type { MessageKey } from '../../automations/delivery/queries/messages.ts';
import type { PurchaseIds } from '../../shop/orders/queries/purchase-contacts.ts';
import {
  forgottenLead,
  redactedCodes,
  redactedItems,
  redactedPayment,
  redactedRequest,
  redactedShipping,
} from '../../base/retention/redaction.ts';

// COM8: the erasure of a person in each table. Amounts, states, instants, the store's own numbers and keyed hashes stay. Every statement is
// idempotent. The callers hold the locks that privacy/erase-person.ts lists.

/** Removes events from the queue, so that they start no runs. Waits for workers that have claimed some of them. */
export async function purchaseUnqueue(db: Queryable, { events }: PurchaseIds): Promise<void> {
  await eventQueueRemove(db, events);
}

/** Locks the runs that events started, in the order of their ids; `live`: the run has not finished. */
export const purchaseLockRuns = (
  db: Queryable,
  storeId: string,
  { events }: PurchaseIds,
): Promise<{ runId: string; live: boolean }[]> =>
  queryRows(db, {
    text: `select run_id as "runId", finished_at is null as live from runs
     where store_id = $1 and event_id = any($2::uuid[]) order by run_id for update`,
    values: [storeId, events],
  });

/** Locks checkouts, then orders, each in the order of their ids. */
export async function purchaseLock(db: Queryable, storeId: string, { checkouts, orders }: PurchaseIds): Promise<void> {
  await execute(db, {
    text: 'select from checkouts where store_id = $1 and checkout_id = any($2::uuid[]) order by checkout_id for update',
    values: [storeId, checkouts],
  });
  await execute(db, {
    text: 'select from orders where store_id = $1 and order_id = any($2::uuid[]) order by order_id for update',
    values: [storeId, orders],
  });
}

/**
 * Moves the leased messages of runs into the ledger, so that they can be blanked; their worker then writes the outcomes into these rows.
 * The runs are locked.
 */
export async function personUnfoldLeases(tx: Queryable, runIds: readonly string[]): Promise<void> {
  const leases = await queryColumn<string>(tx, {
    text: 'select lease_id from message_leases where run_ids && $1::uuid[] order by lease_id for update',
    values: [runIds],
  });
  if (leases.length > 0) await messageLeaseRecord(tx, leases);
}

/** The number of changed rows of each kind. */
export type ErasureCounts = {
  checkouts: number;
  shoppers: number;
  shopperConsents: number;
  couponUses: number;
  attributions: number;
  conversions: number;
  orders: number;
  payments: number;
  events: number;
  webhooks: number;
  messages: number;
  replies: number;
  links: number;
  inbox: number;
};

/** Redacts the personal data of purchases and of their runs; no message of these runs may be leased. */
export async function purchaseErase(
  db: Queryable,
  storeId: string,
  { checkouts, orders, events }: PurchaseIds,
  runIds: readonly string[],
): Promise<ErasureCounts> {
  const change = (text: string, ids: readonly string[]): Promise<number> =>
    affectedRows(db, { text, values: [storeId, ids] });
  return {
    checkouts: await change(eraseCheckouts, checkouts),
    shoppers: await change(eraseShoppers, checkouts),
    shopperConsents: await shopperConsentErase(db, storeId, checkouts),
    attributions: await attributionErase(db, storeId, checkouts),
    conversions: await conversionErase(db, storeId, checkouts),
    orders: await change(eraseOrders, orders),
    couponUses: await change(eraseCouponUses, orders),
    payments: await change(erasePayments, orders),
    events: await change(eraseEvents, events),
    webhooks: await webhookMessageErase(db, storeId, [...checkouts, ...orders, ...events]),
    inbox: await change(eraseInboxOfRuns, runIds),
    messages: await change(eraseMessagesOfRuns, runIds),
    replies: await change(eraseReplies, runIds),
    links: await change(eraseLinks, runIds),
  };
}

// JSON functions are STABLE, and Citus takes no such function over a column in an update, so a query before it redacts. The rows are locked.
const eraseCheckouts = `
  with redacted as materialized (
    select checkout_id, ${redactedRequest('sanitize_json(request::json)')} as request
    from checkouts where store_id = $1 and checkout_id = any($2::uuid[]))
  update checkouts c set request = r.request, ${forgottenLead}
  from redacted r where c.checkout_id = r.checkout_id`;

const eraseShoppers = `
  update shoppers set customer = null, address = null, browser = null
  where store_id = $1 and checkout_id = any($2::uuid[])`;

const eraseOrders = `
  with redacted as materialized (
    select order_id, ${redactedItems('sanitize_json(items)')} as items, ${redactedShipping('sanitize_json(shipping)')} as shipping,
      ${redactedPayment('sanitize_json(payment)')} as payment
    from orders where store_id = $1 and order_id = any($2::uuid[]))
  update orders o set customer = null, tracking = null, items = r.items, shipping = r.shipping, payment = r.payment
  from redacted r where o.order_id = r.order_id`;

/** The use of a coupon still counts; who used it is forgotten. */
const eraseCouponUses = `
  update coupon_uses set person_keys = '{}', network = null
  where store_id = $1 and order_id = any($2::uuid[]) and (person_keys <> '{}' or network is not null)`;

/** Keeps the code of an open payment: it contains no personal data, and the page shows it on the next visit. */
const erasePayments = `
  with redacted as materialized (
    select payment_id, case when state in ('creating', 'pending', 'processing') then ${redactedCodes('details')} end as details
    from payments where store_id = $1 and order_id = any($2::uuid[]) and details is not null)
  update payments p set details = r.details from redacted r where p.payment_id = r.payment_id`;

const eraseEvents = `
  update events set data = '{}', email_key = null, phone_key = null where store_id = $1 and event_id = any($2::uuid[])`;

/** The sandbox uses the message keys of the ledger. */
const eraseInboxOfRuns = `
  delete from sandbox_messages s using messages m
  where m.run_id = any($2::uuid[]) and m.store_id = $1 and s.store_id = $1
    and s.idempotency_key = m.run_id::text || ':' || m.message_key`;

const blankMessage = `recipient = null, content = null, provider_message_id = null`;

const eraseMessagesOfRuns = `
  update messages set ${blankMessage}
  where store_id = $1 and run_id = any($2::uuid[])
    and (recipient is not null or content is not null or provider_message_id is not null)`;

/** Short links lead to the person's purchases, and others may have them. */
const eraseLinks = `delete from short_links where store_id = $1 and run_id = any($2::uuid[])`;

/** The provider's id of an inbound message may contain the phone number. */
const eraseReplies = `delete from inbound_messages where store_id = $1 and run_id = any($2::uuid[])`;

/** Blanks messages to a person, also those about other people's purchases; locks their runs first. */
export async function personEraseMessages(
  db: Queryable,
  storeId: string,
  keys: readonly MessageKey[],
): Promise<number> {
  const runIds = keys.map(({ runId }) => runId);
  await execute(db, {
    text: 'select from runs where run_id = any($1::uuid[]) order by run_id for update',
    values: [runIds],
  });
  await personUnfoldLeases(db, runIds);
  return affectedRows(db, {
    text: `update messages m set ${blankMessage}
     from unnest($2::uuid[], $3::text[]) as k (run_id, message_key)
     where m.store_id = $1 and m.run_id = k.run_id and m.message_key = k.message_key`,
    values: [storeId, runIds, keys.map(({ messageKey }) => messageKey)],
  });
}

/** Deletes messages of the sandbox. */
export const personEraseInbox = (db: Queryable, storeId: string, keys: readonly string[]): Promise<number> =>
  affectedRows(db, {
    text: 'delete from sandbox_messages where store_id = $1 and idempotency_key = any($2::text[])',
    values: [storeId, keys],
  });
