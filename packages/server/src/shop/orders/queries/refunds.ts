// COM46: the refunds of an order. Rows are written only under the lock of their order.
import type { Cents, RefundCause, RefundedLines } from '@retoma/commerce';
import { milliseconds } from '../../../base/postgres/driver/milliseconds.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { execute, queryRow, queryRows } from '../../../base/postgres/query.ts';

/** One refund. Instants in milliseconds since 1970. */
export type RefundRow = {
  refundId: string;
  /** Of one request of a member: its repetition is the same refund. */
  requestId: string;
  storeId: string;
  orderId: string;
  /** Null: money that no payment recorded. */
  paymentId: string | null;
  amount: Cents;
  /** What was given back of the payment before. */
  before: Cents;
  /** `requested`: whether the provider has made it is not known yet. */
  state: 'requested' | 'done' | 'failed';
  source: 'member' | 'api' | 'command_line' | 'provider';
  requestedBy: string | null;
  /** The secret key that requested it (API2). */
  keyId: string | null;
  /** What of the order it is for; null: an amount. */
  lines: RefundedLines | null;
  cause: RefundCause | null;
  failure: string | null;
  requestedAt: number;
  settledAt: number | null;
};

/** A release from before keys refunded knows no source `api`: such a row says `command_line`, and has a key. */
const columns = `refund_id as "refundId", request_id as "requestId", store_id as "storeId", order_id as "orderId",
  payment_id as "paymentId", amount_cents as amount, before_cents as before, state,
  case when key_id is null then source else 'api' end as source, requested_by as "requestedBy", key_id as "keyId", lines,
  cause, failure, ${milliseconds('requested_at')} as "requestedAt", ${milliseconds('settled_at')} as "settledAt"`;

/** The refunds of an order, the oldest first. */
export const refundList = (db: Queryable, orderId: string): Promise<RefundRow[]> =>
  queryRows(db, {
    name: 'refund-list',
    text: `select ${columns} from refunds where order_id = $1 order by requested_at, refund_id`,
    values: [orderId],
  });

/** The refunds of orders, the oldest of an order first. */
export const refundListMany = (db: Queryable, orderIds: readonly string[]): Promise<RefundRow[]> =>
  queryRows(db, {
    name: 'refund-list-many',
    text: `select ${columns} from refunds where order_id = any($1::uuid[]) order by order_id, requested_at, refund_id`,
    values: [orderIds],
  });

/** The refund of a payment whose outcome is not known yet, if there is one. */
export const refundFindRequested = (db: Queryable, paymentId: string): Promise<RefundRow | undefined> =>
  queryRow(db, {
    name: 'refund-find-requested',
    text: `select ${columns} from refunds where payment_id = $1 and state = 'requested'`,
    values: [paymentId],
  });

/** Stores a refund. A requested one counts in its payment, which must have that much left. */
export async function refundInsert(db: Queryable, refund: RefundRow): Promise<void> {
  await execute(db, {
    name: 'refund-insert',
    text: `insert into refunds (refund_id, request_id, store_id, order_id, payment_id, amount_cents, before_cents, state, source,
             requested_by, lines, cause, failure, requested_at, settled_at, key_id)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    values: [
      refund.refundId,
      refund.requestId,
      refund.storeId,
      refund.orderId,
      refund.paymentId,
      refund.amount,
      refund.before,
      refund.state,
      refund.source === 'api' ? 'command_line' : refund.source,
      refund.requestedBy,
      refund.lines && JSON.stringify(refund.lines),
      refund.cause,
      refund.failure,
      new Date(refund.requestedAt).toISOString(),
      refund.settledAt === null ? null : new Date(refund.settledAt).toISOString(),
      refund.keyId,
    ],
  });
  if (refund.state === 'requested' && refund.paymentId !== null) {
    await setRefunding(db, refund.paymentId, refund.amount);
  }
}

/** Writes the outcome of a requested refund. `failure` null: it was made. */
export const refundSettle = (db: Queryable, refundId: string, failure: string | null, at: number): Promise<void> =>
  execute(db, {
    name: 'refund-settle',
    text: `update refunds set state = case when $2::text is null then 'done' else 'failed' end, failure = $2, settled_at = $3
           where refund_id = $1 and state = 'requested'`,
    values: [refundId, failure, new Date(at).toISOString()],
  });

/** Deletes a requested refund that no provider can make. */
export const refundDelete = (db: Queryable, refundId: string): Promise<void> =>
  execute(db, {
    name: 'refund-delete',
    text: `delete from refunds where refund_id = $1 and state = 'requested'`,
    values: [refundId],
  });

/** Writes how much of a payment is being given back. */
export const setRefunding = (db: Queryable, paymentId: string, amount: Cents): Promise<void> =>
  execute(db, {
    name: 'refund-set-refunding',
    text: 'update payments set refunding_cents = $2 where payment_id = $1',
    values: [paymentId, amount],
  });
