import type { Queryable } from '../../base/postgres/pool.ts';
import { queryRows } from '../../base/postgres/query.ts';
import type { MessageKey } from '../../automations/delivery/queries/messages.ts';
import type { PurchaseIds } from '../../shop/orders/queries/purchase-contacts.ts';
import { hasShopper } from '../../shop/checkouts/queries/shoppers.ts';

// COM8: a store's data about a person, for an export. JSON columns are returned as stored.

type ContactRecord = Record<string, unknown>;

/** The rows of purchases. Amounts in cents. */
export type PurchaseRecords = {
  readonly checkouts: readonly ContactRecord[];
  readonly shoppers: readonly ContactRecord[];
  readonly shopperConsents: readonly ContactRecord[];
  readonly attributions: readonly ContactRecord[];
  readonly conversions: readonly ContactRecord[];
  readonly orders: readonly ContactRecord[];
  readonly payments: readonly ContactRecord[];
  readonly events: readonly ContactRecord[];
};

/** Reads purchases, oldest first. */
export async function purchaseRead(
  db: Queryable,
  storeId: string,
  { checkouts, orders, events }: PurchaseIds,
): Promise<PurchaseRecords> {
  const read = (text: string, ids: readonly string[]): Promise<ContactRecord[]> =>
    queryRows(db, { text, values: [storeId, ids] });
  return {
    checkouts: await read(
      `select checkout_id as "checkoutId", created_at as "createdAt", state, subtotal_cents as subtotal,
         discount_cents as discount, total_cents as total, request::json as request
       from checkouts where store_id = $1 and checkout_id = any($2::uuid[]) order by created_at, checkout_id`,
      checkouts,
    ),
    shoppers: await read(
      `select c.checkout_id as "checkoutId", s.customer, s.address, s.browser, coalesce(s.active_at, c.captured_at) as "activeAt",
         c.captured_at as "capturedAt", c.abandoned_at as "abandonedAt"
       from checkouts c left join shoppers s on s.checkout_id = c.checkout_id
       where c.store_id = $1 and c.checkout_id = any($2::uuid[]) and ${hasShopper} order by 5, 1`,
      checkouts,
    ),
    shopperConsents: await read(
      `select checkout_id as "checkoutId", purpose, granted, text_version as "textVersion", source, decided_at as "decidedAt"
       from shopper_consents where store_id = $1 and checkout_id = any($2::uuid[]) order by checkout_id, purpose`,
      checkouts,
    ),
    attributions: await read(
      `select checkout_id as "checkoutId", data, created_at as "createdAt"
       from shopper_attributions where store_id = $1 and checkout_id = any($2::uuid[]) order by created_at, checkout_id`,
      checkouts,
    ),
    conversions: await read(
      `select checkout_id as "checkoutId", order_id as "orderId", destination, event, state, reason, disclosed,
         occurred_at as "occurredAt", settled_at as "settledAt"
       from conversions where store_id = $1 and checkout_id = any($2::uuid[]) order by occurred_at, destination, event`,
      checkouts,
    ),
    orders: await read(
      `select order_id as "orderId", external_id as "externalId", checkout_id as "checkoutId", number, status,
         payment_method as "paymentMethod", currency, subtotal_cents as subtotal, discount_cents as discount,
         shipping_cents as "shippingPrice", total_cents as total, customer, items, shipping, payment, tracking,
         paid_at as "paidAt", created_at as "createdAt"
       from orders where store_id = $1 and order_id = any($2::uuid[]) order by created_at, order_id`,
      orders,
    ),
    payments: await read(
      `select p.payment_id as "paymentId", p.order_id as "orderId", a.provider, p.method, p.state, p.reason,
         p.amount_cents as amount, p.paid_cents as paid, p.details, p.created_at as "createdAt"
       from payments p left join payment_accounts a on a.account_id = p.account_id
       where p.store_id = $1 and p.order_id = any($2::uuid[]) order by p.created_at, p.payment_id`,
      orders,
    ),
    events: await read(
      `select event_id as "eventId", type, order_id as "orderId", checkout_id as "checkoutId",
         occurred_at as "occurredAt", data
       from store_events where store_id = $1 and event_id = any($2::uuid[]) order by occurred_at, event_id`,
      events,
    ),
  };
}

/** The messages to a person, and the person's replies. */
export type MessageRecords = {
  readonly messages: readonly ContactRecord[];
  readonly replies: readonly ContactRecord[];
};

/** The messages of the runs that events started, and those with these keys, oldest first, with the replies to them. */
export async function personReadMessages(
  db: Queryable,
  storeId: string,
  events: readonly string[],
  keys: readonly MessageKey[],
): Promise<MessageRecords> {
  const messages = await queryRows<ContactRecord & { runId: string }>(db, {
    text: `select run_id as "runId", message_key as message, channel, state, reason, recipient, content::json, reserved_at as "reservedAt",
       settled_at as "settledAt"
     from messages
     where store_id = $1 and (
       run_id in (select run_id from runs where store_id = $1 and event_id = any($2::uuid[]))
       or (run_id, message_key) in (select * from unnest($3::uuid[], $4::text[])))
     order by reserved_at, run_id, message_key`,
    values: [storeId, events, keys.map(({ runId }) => runId), keys.map(({ messageKey }) => messageKey)],
  });
  const replies = await queryRows<ContactRecord>(db, {
    text: `select kind, run_id as "runId", message_key as message, received_at as "receivedAt" from inbound_messages
     where store_id = $1 and run_id = any($2::uuid[]) order by received_at, inbound_id`,
    values: [storeId, [...new Set(messages.map(({ runId }) => runId))]],
  });
  return { messages, replies };
}

/** The messages of a store's sandbox with these keys. */
export const personReadInbox = (db: Queryable, storeId: string, keys: readonly string[]): Promise<ContactRecord[]> =>
  queryRows(db, {
    text: `select channel, recipient, content, received_at as "receivedAt" from sandbox_messages
     where store_id = $1 and idempotency_key = any($2::text[]) order by received_at, idempotency_key`,
    values: [storeId, keys],
  });
