import type { Cents, PaymentMethod, PaymentRefusal, PaymentState } from '@retoma/commerce';
import { milliseconds } from '../../../base/postgres/driver/milliseconds.ts';
import { shiftedInstant } from '../../../base/postgres/driver/shifted-instant.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import {
  affectsOne,
  execute,
  queryColumn,
  queryOneValue,
  queryRow,
  queryRows,
  queryValue,
} from '../../../base/postgres/query.ts';
import type { Details } from './orders.ts';

/** One attempt to pay an order. Instants in milliseconds since 1970. */
export type PaymentRow = {
  paymentId: string;
  storeId: string;
  orderId: string;
  /** Null: marked as paid by hand, through no provider. */
  accountId: string | null;
  /** The name of the account's provider; `manual` if there is no account. */
  provider: string;
  method: PaymentMethod | 'manual';
  state: PaymentState;
  reason: PaymentRefusal | null;
  amount: Cents;
  /** COM27, COM29: the discount and the interest of this way to pay, in the price of which it was requested; null: none. */
  methodDiscount: Cents | null;
  interest: Cents | null;
  /** The received amount; null: nothing was received. */
  paid: Cents | null;
  /** The part of it that was refunded. */
  refunded: Cents;
  /** COM46: the part whose refund was requested, and whose outcome is not known yet. */
  refunding: Cents;
  /** The provider's id; null: the provider never returned one. */
  providerId: string | null;
  /** The payment data for the shopper, in the form of an event's `payment` (COM6). */
  details: Details | null;
  expiresAt: number | null;
  stateAt: number;
  createdAt: number;
  /** COM2: when the shopper last asked for it; null: when it was created. */
  requestedAt: number | null;
  /** When to poll the provider for the state; null: no change is expected. */
  pollAt: number | null;
  /** The number of polls so far. */
  pollCount: number;
  /** COM7a: when its cancellation was requested; null: it was not. */
  cancelRequestedAt: number | null;
  /** COM39: the bank's page on which the card holder confirms it, and until when it is offered; both null: there is none. */
  challengeUrl: string | null;
  challengeUntil: number | null;
  /** COM40: whether it failed because its provider certainly never made it. */
  neverMade: boolean;
};

/** The members of a payment that has no account and no result yet, and is not polled. */
export const blankPayment = {
  accountId: null,
  methodDiscount: null,
  interest: null,
  reason: null,
  paid: null,
  refunded: 0,
  refunding: 0,
  providerId: null,
  details: null,
  expiresAt: null,
  requestedAt: null,
  pollAt: null,
  pollCount: 0,
  cancelRequestedAt: null,
  challengeUrl: null,
  challengeUntil: null,
  neverMade: false,
} as const satisfies Partial<PaymentRow>;

const instant = (column: string): string => milliseconds(`p.${column}`);

/** The members of a `PaymentRow` as columns of `p`. */
export const paymentColumns = `
  p.payment_id as "paymentId", p.store_id as "storeId", p.order_id as "orderId", p.account_id as "accountId",
  coalesce((select a.provider from payment_accounts a where a.account_id = p.account_id), 'manual') as provider, p.method, p.state,
  p.reason, p.amount_cents as amount, p.method_discount_cents as "methodDiscount", p.interest_cents as interest, p.paid_cents as paid, p.refunded_cents as refunded, p.refunding_cents as refunding, p.provider_id as "providerId", p.details,
  ${instant('expires_at')} as "expiresAt", ${instant('state_changed_at')} as "stateAt", ${instant('created_at')} as "createdAt",
  ${instant('requested_at')} as "requestedAt",
  ${instant('poll_at')} as "pollAt", p.poll_count as "pollCount", ${instant('cancel_requested_at')} as "cancelRequestedAt",
  p.challenge_url as "challengeUrl", ${instant('challenge_until')} as "challengeUntil", p.never_made as "neverMade"`;

const timeOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** COM2: the order in which payments are read: the one that the shopper asked for last comes first. */
export const paymentOrder = 'coalesce(p.requested_at, p.created_at) desc, p.payment_id desc';

/** One payment, or undefined. */
export const paymentFind = (db: Queryable, paymentId: string): Promise<PaymentRow | undefined> =>
  queryRow(db, {
    name: 'payment-find',
    text: `select ${paymentColumns} from payments p where p.payment_id = $1`,
    values: [paymentId],
  });

/** The payments of an order, the last asked for first. If the caller holds the order's lock, they are current. */
export const paymentList = (db: Queryable, orderId: string): Promise<PaymentRow[]> =>
  queryRows(db, {
    name: 'payment-list',
    text: `select ${paymentColumns} from payments p where p.order_id = $1 order by ${paymentOrder}`,
    values: [orderId],
  });

/** The payments of many orders, for each order the last asked for first. */
export const paymentListMany = (db: Queryable, orderIds: readonly string[]): Promise<PaymentRow[]> =>
  queryRows(db, {
    text: `select ${paymentColumns} from payments p where p.order_id = any($1::uuid[])
     order by p.order_id, ${paymentOrder}`,
    values: [orderIds],
  });

/** Stores a new payment; the lock of its order must be held. */
export const paymentInsert = (db: Queryable, payment: Omit<PaymentRow, 'provider'>): Promise<void> =>
  execute(db, {
    name: 'payment-insert',
    text: `insert into payments (payment_id, store_id, order_id, account_id, method, state, amount_cents, expires_at,
             state_changed_at, created_at, poll_at, paid_cents, method_discount_cents, interest_cents, requested_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    values: [
      payment.paymentId,
      payment.storeId,
      payment.orderId,
      payment.accountId,
      payment.method,
      payment.state,
      payment.amount,
      timeOf(payment.expiresAt),
      timeOf(payment.stateAt),
      timeOf(payment.createdAt),
      timeOf(payment.pollAt),
      payment.paid,
      payment.methodDiscount,
      payment.interest,
      timeOf(payment.requestedAt),
    ],
  });

/** COM2: writes when the shopper asked for a payment again; the lock of its order must be held. */
export const paymentRequestAgain = (db: Queryable, paymentId: string, at: number): Promise<void> =>
  execute(db, {
    name: 'payment-request-again',
    text: 'update payments set requested_at = $2 where payment_id = $1',
    values: [paymentId, timeOf(at)],
  });

/** Writes the state of a payment; the lock of its order must be held. Does not change the next poll. */
export const paymentUpdate = (db: Queryable, payment: PaymentRow): Promise<void> =>
  execute(db, {
    name: 'payment-update',
    text: `update payments set state = $2, reason = $3, paid_cents = $4, provider_id = $5, details = $6, state_changed_at = $7,
             refunded_cents = $8, challenge_url = $9, challenge_until = $10, never_made = $11, refunding_cents = $12
           where payment_id = $1`,
    values: [
      payment.paymentId,
      payment.state,
      payment.reason,
      payment.paid,
      payment.providerId,
      payment.details && JSON.stringify(payment.details),
      timeOf(payment.stateAt),
      payment.refunded,
      payment.challengeUrl,
      timeOf(payment.challengeUntil),
      payment.neverMade,
      payment.refunding,
    ],
  });

/**
 * Sets the next poll of a payment (null: never), but only if it is still `before`; false: a webhook has set another time meanwhile.
 */
export const paymentSchedule = (
  db: Queryable,
  paymentId: string,
  before: number | null,
  next: number | null,
): Promise<boolean> =>
  affectsOne(db, {
    name: 'payment-schedule',
    text: `update payments set poll_at = $3 where payment_id = $1 and poll_at is not distinct from $2`,
    values: [paymentId, timeOf(before), timeOf(next)],
  });

/** Schedules the next poll of payments at `at` at the latest. */
export const paymentExpedite = (db: Queryable, paymentIds: readonly string[], at: number): Promise<void> =>
  execute(db, {
    name: 'payment-expedite',
    text: `update payments set poll_at = $2 where payment_id = any($1::uuid[]) and (poll_at is null or poll_at > $2)`,
    values: [paymentIds, timeOf(at)],
  });

/** A millisecond before the request that is creating a payment ends, or before the present `poll_at`. */
const beforeEnd = shiftedInstant(
  `least(poll_at, ${shiftedInstant('created_at', "$3 * interval '1 millisecond'")})`,
  "interval '-1 millisecond'",
);

/**
 * COM2: payments of an account of which no provider's id is known yet, one of which a webhook may be about: schedules their next poll at
 * `at`, or right after the end of the request that is creating them, `creatingMs` after its start. Changes every such `poll_at`, which
 * shows that request that a webhook came meanwhile (paymentSchedule). Returns their ids.
 */
export const paymentExpediteCreating = (
  db: Queryable,
  accountId: string,
  { at, creatingMs }: { at: number; creatingMs: number },
): Promise<string[]> =>
  queryColumn(db, {
    name: 'payment-expedite-creating',
    text: `
      update payments
      set poll_at = greatest($2, ${beforeEnd})
      where account_id = $1 and state = 'creating' and provider_id is null
      returning payment_id as "paymentId"`,
    values: [accountId, timeOf(at), creatingMs],
  });

/** COM7a: requests the cancellation of open payments, from `at` on; returns those without an earlier request. */
export const paymentRequestCancel = (db: Queryable, paymentIds: readonly string[], at: number): Promise<string[]> =>
  queryColumn(db, {
    name: 'payment-request-cancel',
    text: `update payments set cancel_requested_at = $2, poll_at = $2
           where payment_id = any($1::uuid[]) and cancel_requested_at is null
           returning payment_id as "paymentId"`,
    values: [paymentIds, timeOf(at)],
  });

/** COM2: whether a payment of a checkout's order is being made, or is in review. */
export const paymentIsUnderWay = (db: Queryable, checkoutId: string): Promise<boolean> =>
  queryOneValue(db, {
    name: 'payment-is-under-way',
    text: `select exists (
             select from orders o join payments p on p.order_id = o.order_id
             where o.checkout_id = $1 and p.state in ('creating', 'processing')) as found`,
    values: [checkoutId],
  });

/** COM7a: the same for every open payment of the order of a checkout, whose lock must be held. */
export const paymentRequestCancelOfCheckout = (db: Queryable, checkoutId: string, at: number): Promise<void> =>
  execute(db, {
    name: 'payment-request-cancel-of-checkout',
    text: `update payments p set cancel_requested_at = $2, poll_at = $2 from orders o
           where o.checkout_id = $1 and p.order_id = o.order_id and p.state in ('creating', 'pending', 'processing')
             and p.cancel_requested_at is null`,
    values: [checkoutId, timeOf(at)],
  });

/** Marks the refund of a payment as in progress; false if one that began after `since` is still in progress. */
export const paymentBeginRefund = (
  db: Queryable,
  paymentId: string,
  { at, since }: { at: number; since: number },
): Promise<boolean> =>
  affectsOne(db, {
    name: 'payment-begin-refund',
    text: `update payments set refund_requested_at = $2
           where payment_id = $1 and (refund_requested_at is null or refund_requested_at < $3)`,
    values: [paymentId, timeOf(at), timeOf(since)],
  });

/** Ends a refund in progress. */
export const paymentEndRefund = (db: Queryable, paymentId: string): Promise<void> =>
  execute(db, {
    name: 'payment-end-refund',
    text: 'update payments set refund_requested_at = null where payment_id = $1',
    values: [paymentId],
  });

/** The id of the payment with a provider's id in an account. */
export const paymentFindByProvider = (
  db: Queryable,
  accountId: string,
  providerId: string,
): Promise<string | undefined> =>
  queryValue(db, {
    name: 'payment-find-by-provider',
    text: 'select payment_id as "paymentId" from payments where account_id = $1 and provider_id = $2',
    values: [accountId, providerId],
  });

/** The payments to claim: up to `limit` due ones, the longest due first; or those of `ids` that are due. */
export type PaymentChoice = { readonly limit: number } | { readonly ids: readonly string[] };

/**
 * Claims due payments: no other worker claims them before `until`, unless a webhook schedules them again. Skips payments that another
 * transaction is claiming.
 */
export const paymentClaim = (db: Queryable, choice: PaymentChoice, now: number, until: number): Promise<PaymentRow[]> =>
  queryRows(db, {
    name: 'payment-claim',
    text: `
      update payments p set poll_at = $2, poll_count = p.poll_count + 1
      where p.payment_id in (
        select payment_id from payments
        where poll_at <= $1 and ($3::uuid[] is null or payment_id = any($3::uuid[]))
        order by poll_at limit $4 for update skip locked)
      returning ${paymentColumns}`,
    values: [timeOf(now), timeOf(until), 'ids' in choice ? choice.ids : null, 'limit' in choice ? choice.limit : null],
  });
