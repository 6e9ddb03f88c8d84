import { totalsOf, type CheckoutRequest } from '@retoma/commerce';
import type { Trigger } from '@retoma/flow';
import { searchKey } from '../../base/crypto/contact-hash.ts';
import { columns, float8s, jsons, texts, uuids } from '../../base/postgres/driver/columns.ts';
import type { Queryable } from '../../base/postgres/pool.ts';
import { execute, queryValue } from '../../base/postgres/query.ts';
import type { InboundMessageRow } from '../../automations/delivery/queries/inbound-messages.ts';
import type { MessageKey } from '../../automations/delivery/queries/messages.ts';
import type { PaymentRow } from '../../shop/orders/queries/payments.ts';
import type { CheckoutState } from '../../shop/checkouts/queries/checkouts.ts';
import type { ShopperRow } from '../../shop/checkouts/queries/shoppers.ts';

// AUT15: rows of example stores, at instants that other statements set themselves. Instants in milliseconds since 1970.

/** The example store of a user in this database; undefined: there is none. */
export const exampleStoreFind = (db: Queryable, userId: string): Promise<string | undefined> =>
  queryValue(db, {
    text: 'select store_id as "storeId" from stores where example_of = $1 and deleted_at is null',
    values: [userId],
  });

/** An automation with its only version, which was published at an instant. */
export type ExampleAutomationRow = {
  automationId: string;
  storeId: string;
  name: string;
  triggerEvent: Trigger;
  stopOn: readonly Trigger[];
  definition: string;
  active: boolean;
  publishedAt: number;
};

/** Stores an automation and its version. */
export async function exampleAutomationInsert(db: Queryable, automation: ExampleAutomationRow): Promise<void> {
  const { automationId, storeId, name, triggerEvent, stopOn, definition, active, publishedAt } = automation;
  await execute(db, {
    text: `insert into automations (automation_id, store_id, name, trigger_event, draft, active, published_version, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 1, to_timestamp($7 / 1000.0), to_timestamp($7 / 1000.0))`,
    values: [automationId, storeId, name, triggerEvent, definition, active, publishedAt],
  });
  await execute(db, {
    text: `insert into automation_versions (automation_id, version, store_id, definition, trigger_event, stop_on, published_at)
     values ($1, 1, $2, $3, $4, $5, to_timestamp($6 / 1000.0))`,
    values: [automationId, storeId, definition, triggerEvent, stopOn, publishedAt],
  });
}

/** Stores an automation that was never published, as it was saved at an instant. */
export const exampleDraftInsert = (
  db: Queryable,
  {
    automationId,
    storeId,
    name,
    triggerEvent,
    definition,
    at,
  }: Pick<ExampleAutomationRow, 'automationId' | 'storeId' | 'name' | 'triggerEvent' | 'definition'> & { at: number },
): Promise<void> =>
  execute(db, {
    text: `insert into automations (automation_id, store_id, name, trigger_event, draft, active, created_at, updated_at)
     values ($1, $2, $3, $4, $5, false, to_timestamp($6 / 1000.0), to_timestamp($6 / 1000.0))`,
    values: [automationId, storeId, name, triggerEvent, definition, at],
  });

/** A checkout with its shopper; null: there is no contact data. */
export type ExampleCheckoutRow = {
  checkoutId: string;
  storeId: string;
  cartToken: string;
  state: CheckoutState;
  request: CheckoutRequest;
  createdAt: number;
  shopper: ShopperRow | null;
};

const checkoutColumns = columns<ExampleCheckoutRow>(
  uuids(({ checkoutId }) => checkoutId),
  uuids(({ storeId }) => storeId),
  texts(({ cartToken }) => cartToken),
  texts(({ state }) => state),
  float8s(({ request }) => totalsOf(request.cart).subtotal),
  float8s(({ request }) => totalsOf(request.cart).discount),
  float8s(({ request }) => totalsOf(request.cart).total),
  texts(({ request }) => JSON.stringify(request)),
  float8s(({ createdAt }) => createdAt),
  float8s(({ shopper }) => shopper?.capturedAt ?? null),
  float8s(({ shopper }) => shopper?.abandonedAt ?? null),
  texts(({ shopper }) => shopper && searchKey('email', shopper.customer?.email)),
  texts(({ shopper }) => shopper && searchKey('phone', shopper.customer?.phone)),
);

const shopperColumns = columns<ShopperRow>(
  uuids(({ checkoutId }) => checkoutId),
  uuids(({ storeId }) => storeId),
  jsons(({ customer }) => JSON.stringify(customer)),
  jsons(({ address }) => JSON.stringify(address)),
  uuids(({ shippingOptionId }) => shippingOptionId),
  jsons(({ browser }) => JSON.stringify(browser)),
  float8s(({ activeAt }) => activeAt),
);

/** Stores checkouts and their shoppers. */
export async function exampleCheckoutInsertMany(
  db: Queryable,
  checkouts: readonly ExampleCheckoutRow[],
): Promise<void> {
  await execute(db, {
    text: `insert into checkouts (checkout_id, store_id, cart_token, state, subtotal_cents, discount_cents, total_cents, signed, request,
       created_at, captured_at, abandoned_at, email_key, phone_key)
     select checkout_id, store_id, cart_token, state, subtotal, discount, total, true, request, to_timestamp(created_at / 1000),
       to_timestamp(captured_at / 1000), to_timestamp(abandoned_at / 1000), email_key, phone_key
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::float8[], $6::float8[], $7::float8[], $8::text[], $9::float8[],
       $10::float8[], $11::float8[], $12::text[], $13::text[])
       as n (checkout_id, store_id, cart_token, state, subtotal, discount, total, request, created_at, captured_at, abandoned_at,
         email_key, phone_key)`,
    values: checkoutColumns(checkouts),
  });
  await execute(db, {
    text: `insert into shoppers (checkout_id, store_id, customer, address, shipping_option_id, browser, active_at)
     select checkout_id, store_id, customer, address, shipping_option_id, browser, to_timestamp(active_at / 1000)
     from unnest($1::uuid[], $2::uuid[], $3::json[], $4::json[], $5::uuid[], $6::json[], $7::float8[])
       as n (checkout_id, store_id, customer, address, shipping_option_id, browser, active_at)`,
    values: shopperColumns(checkouts.flatMap(({ shopper }) => shopper ?? [])),
  });
}

const paymentColumns = columns<PaymentRow>(
  uuids(({ paymentId }) => paymentId),
  uuids(({ storeId }) => storeId),
  uuids(({ orderId }) => orderId),
  uuids(({ accountId }) => accountId),
  texts(({ method }) => method),
  texts(({ state }) => state),
  texts(({ reason }) => reason),
  float8s(({ amount }) => amount),
  float8s(({ paid }) => paid),
  float8s(({ refunded }) => refunded),
  texts(({ providerId }) => providerId),
  jsons(({ details }) => JSON.stringify(details)),
  float8s(({ expiresAt }) => expiresAt),
  float8s(({ stateAt }) => stateAt),
  float8s(({ createdAt }) => createdAt),
  // A code that is open is looked up when it expires.
  float8s(({ state, expiresAt }) => (state === 'pending' ? expiresAt : null)),
);

/** Stores payments, and what their provider, which moves no money, knows of them, so that they can be refunded. */
export const examplePaymentInsertMany = (db: Queryable, payments: readonly PaymentRow[]): Promise<void> =>
  execute(db, {
    text: `
      with new as (
        select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::float8[],
          $9::float8[], $10::float8[], $11::text[], $12::json[], $13::float8[], $14::float8[], $15::float8[], $16::float8[])
          as n (payment_id, store_id, order_id, account_id, method, state, reason, amount, paid, refunded, provider_id, details,
            expires_at, state_changed_at, created_at, poll_at)),
      known as (
        insert into sandbox_payments (payment_id, store_id, method, state, reason, amount_cents, details, state_changed_at, created_at)
        select payment_id, store_id, method, state, reason, amount, details, to_timestamp(state_changed_at / 1000),
          to_timestamp(created_at / 1000) from new)
      insert into payments (payment_id, store_id, order_id, account_id, method, state, reason, amount_cents, paid_cents, refunded_cents,
        provider_id, details, expires_at, state_changed_at, created_at, poll_at)
      select payment_id, store_id, order_id, account_id, method, state, reason, amount, paid, refunded, provider_id, details,
        to_timestamp(expires_at / 1000), to_timestamp(state_changed_at / 1000), to_timestamp(created_at / 1000),
        to_timestamp(poll_at / 1000) from new`,
    values: paymentColumns(payments),
  });

/** A reaction to a message of a store. */
export type ExampleReactionRow = InboundMessageRow & MessageKey & { storeId: string };

const reactionColumns = columns<ExampleReactionRow>(
  uuids(({ connectionId }) => connectionId),
  texts(({ inboundId }) => inboundId),
  uuids(({ storeId }) => storeId),
  texts(({ kind }) => kind),
  uuids(({ runId }) => runId),
  texts(({ messageKey }) => messageKey),
  float8s(({ receivedAt }) => receivedAt),
);

/** Stores reactions. */
export const exampleReactionInsertMany = (db: Queryable, reactions: readonly ExampleReactionRow[]): Promise<void> =>
  execute(db, {
    text: `insert into inbound_messages (connection_id, inbound_id, store_id, kind, run_id, message_key, received_at)
     select connection_id, inbound_id, store_id, kind, run_id, message_key, to_timestamp(received_at / 1000)
     from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::uuid[], $6::text[], $7::float8[])
       as n (connection_id, inbound_id, store_id, kind, run_id, message_key, received_at)`,
    values: reactionColumns(reactions),
  });

/** Sets the number of the last order of a new store, so that the next one follows it. */
export const exampleOrderNumberSet = (db: Queryable, storeId: string, last: number): Promise<void> =>
  execute(db, { text: 'insert into order_numbers (store_id, last_number) values ($1, $2)', values: [storeId, last] });
