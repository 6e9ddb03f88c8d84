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
  details: Record<string, unknown>;
  stateAt: number;
};

const columns = `payment_id as "paymentId", store_id as "storeId", method, state, reason, amount_cents as amount, details,
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

/** Changes the state of a payment if it is still `from`. False if it is not, or if the new state is `paid` and the store is live. */
export const sandboxPaymentMove = (
  db: Queryable,
  moved: SandboxPaymentRow,
  from: SandboxPaymentRow['state'],
): Promise<boolean> =>
  affectsOne(db, {
    text: `update sandbox_payments set state = $3, reason = $4, state_changed_at = to_timestamp($5 / 1000.0)
     where payment_id = $1 and state = $2
       and ($3 <> 'paid' or not exists (
         select from stores s where s.store_id = sandbox_payments.store_id and s.live))`,
    values: [moved.paymentId, from, moved.state, moved.reason, moved.stateAt],
  });
