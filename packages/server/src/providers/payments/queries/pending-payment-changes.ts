import type { Queryable } from '../../../base/postgres/pool.ts';
import { affectsOne, execute, queryOneValue, queryRow, queryRows } from '../../../base/postgres/query.ts';

/** A pending change of the account that receives a store's money. */
export type PendingPaymentChange = {
  readonly storeId: string;
  readonly changeId: string;
  readonly provider: string;
  /** Sealed (seal.ts). */
  readonly request: Buffer;
  readonly requestedBy: string;
  readonly dueAt: Date;
};

const columns = `store_id as "storeId", change_id as "changeId", provider, request, requested_by as "requestedBy", due_at as "dueAt"
  from pending_payment_changes`;

/** Stores a pending change, or replaces the store's existing one. Instants in milliseconds. */
export async function pendingPaymentChangeSet(
  db: Queryable,
  change: Pick<PendingPaymentChange, 'storeId' | 'changeId' | 'provider' | 'request' | 'requestedBy'> & {
    at: number;
    dueAt: number;
  },
): Promise<void> {
  await execute(db, { text: 'delete from pending_payment_changes where store_id = $1', values: [change.storeId] });
  await execute(db, {
    text: `insert into pending_payment_changes (store_id, change_id, provider, request, requested_by, created_at, due_at)
     values ($1, $2, $3, $4, $5, to_timestamp($6 / 1000.0), to_timestamp($7 / 1000.0))`,
    values: [
      change.storeId,
      change.changeId,
      change.provider,
      change.request,
      change.requestedBy,
      change.at,
      change.dueAt,
    ],
  });
}

/** The pending change of a store. */
export const pendingPaymentChangeFind = (db: Queryable, storeId: string): Promise<PendingPaymentChange | undefined> =>
  queryRow(db, { text: `select ${columns} where store_id = $1`, values: [storeId] });

/** The pending changes that are due at an instant, in milliseconds. */
export const pendingPaymentChangeDue = (db: Queryable, now: number, limit: number): Promise<PendingPaymentChange[]> =>
  queryRows(db, {
    text: `select ${columns} where due_at <= to_timestamp($1 / 1000.0) order by due_at limit $2`,
    values: [now, limit],
  });

/** Deletes a pending change; false if it no longer exists. */
export const pendingPaymentChangeDelete = (db: Queryable, changeId: string): Promise<boolean> =>
  affectsOne(db, { text: 'delete from pending_payment_changes where change_id = $1', values: [changeId] });

/** Whether a store has received money: it has a paid order with a payment through a provider that is not simulated. */
export const storeHasReceived = (db: Queryable, storeId: string, simulated: readonly string[]): Promise<boolean> =>
  queryOneValue(db, {
    text: `select exists (
       select from orders o join payments p on p.order_id = o.order_id join payment_accounts a on a.account_id = p.account_id
       where o.store_id = $1 and o.paid_at is not null and a.provider <> all ($2)) as has`,
    values: [storeId, simulated],
  });
