import type { Cents, PaymentMethod } from '@retoma/commerce';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { affectsOne, execute, queryRow } from '../../../base/postgres/query.ts';

/** A payment of the sandbox. `stateAt` in milliseconds. */
export type SandboxPaymentRow = {
  paymentId: string;
  storeId: string;
  method: PaymentMethod;
  state: 'pending' | 'processing' | 'paid' | 'failed' | 'expired' | 'cancelled' | 'refunded';
  reason: string | null;
  amount: Cents;
  /** The part that was given back; with `refunded` all of it. */
  refunded: Cents;
  details: Record<string, unknown>;
  stateAt: number;
};

const columns = `payment_id as "paymentId", store_id as "storeId", method, state, reason, amount_cents as amount, refunded_cents as refunded, details,
  (extract(epoch from state_changed_at) * 1000)::float8 as "stateAt"`;

/** Stores a payment, unless its id exists already. */
export async function sandboxPaymentInsertOnce(db: Queryable, payment: SandboxPaymentRow): Promise<void> {
  const { paymentId, storeId, method, state, reason, amount, details, stateAt } = payment;
  await execute(db, {
    text: `insert into sandbox_payments (payment_id, store_id, method, state, reason, amount_cents, details, state_changed_at)
     values ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8 / 1000.0)) on conflict (payment_id) do nothing`,
    values: [paymentId, storeId, method, state, reason, amount, JSON.stringify(details), stateAt],
  });
}

/** One payment, or undefined. */
export const sandboxPaymentFind = (db: Queryable, paymentId: string): Promise<SandboxPaymentRow | undefined> =>
  queryRow(db, { text: `select ${columns} from sandbox_payments where payment_id = $1`, values: [paymentId] });

/** Changes a payment if its state and refunds are still those of `from`. False if they are not, or if it becomes paid and the store is live. */
export const sandboxPaymentMove = (
  db: Queryable,
  moved: SandboxPaymentRow,
  from: Pick<SandboxPaymentRow, 'state' | 'refunded'>,
): Promise<boolean> =>
  affectsOne(db, {
    text: `update sandbox_payments set state = $3, reason = $4, state_changed_at = to_timestamp($5 / 1000.0), refunded_cents = $6
     where payment_id = $1 and state = $2 and refunded_cents = $7
       and ($3 <> 'paid' or $2 = 'paid' or not exists (
         select from stores s where s.store_id = sandbox_payments.store_id and s.live))`,
    values: [moved.paymentId, from.state, moved.state, moved.reason, moved.stateAt, moved.refunded, from.refunded],
  });
