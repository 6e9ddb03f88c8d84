import type { PaymentMethod } from '@retoma/commerce';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { affectsOne, execute, queryRow, queryRows } from '../../../base/postgres/query.ts';

/** A store's account with a payment provider. `credentials` are sealed (seal.ts). */
export type PaymentAccountRow = {
  accountId: string;
  storeId: string;
  provider: string;
  settings: Record<string, unknown>;
  credentials: Buffer | null;
  /** The provider's name of the account. */
  account: string | null;
  lastError: string | null;
  /** COM15: when its provider accepted the credentials; null: not since they were set. */
  verifiedAt: Date | null;
  /** When the first genuine webhook arrived; null: none yet. */
  firstWebhookAt: Date | null;
};

const state = `account, last_error as "lastError", verified_at as "verifiedAt", first_webhook_at as "firstWebhookAt"`;
const columns = `account_id as "accountId", store_id as "storeId", provider, settings, credentials, ${state}`;

/** One account, or undefined. */
export const paymentAccountFind = (db: Queryable, accountId: string): Promise<PaymentAccountRow | undefined> =>
  queryRow(db, {
    name: 'payment-account-find',
    text: `select ${columns} from payment_accounts where account_id = $1`,
    values: [accountId],
  });

/** The account of a store with a provider, or undefined. */
export const paymentAccountFindOf = (
  db: Queryable,
  storeId: string,
  provider: string,
): Promise<PaymentAccountRow | undefined> =>
  queryRow(db, {
    text: `select ${columns} from payment_accounts where store_id = $1 and provider = $2`,
    values: [storeId, provider],
  });

/** Stores or updates an account; clears the last error. */
export async function paymentAccountUpsert(db: Queryable, row: Omit<PaymentAccountRow, 'lastError'>): Promise<void> {
  const { accountId, storeId, provider, settings, credentials, account, verifiedAt, firstWebhookAt } = row;
  await execute(db, {
    text: `insert into payment_accounts (account_id, store_id, provider, settings, credentials, account, verified_at, first_webhook_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (account_id) do update
       set settings = excluded.settings, credentials = excluded.credentials, account = excluded.account,
         verified_at = excluded.verified_at, first_webhook_at = excluded.first_webhook_at, last_error = null`,
    values: [accountId, storeId, provider, JSON.stringify(settings), credentials, account, verifiedAt, firstWebhookAt],
  });
  await execute(db, { text: 'delete from rejected_payment_webhooks where account_id = $1', values: [accountId] });
}

/** Stores why an account needs the owner's attention; null: clears it. */
export const paymentAccountSetLastError = (db: Queryable, accountId: string, lastError: string | null): Promise<void> =>
  execute(db, {
    text: 'update payment_accounts set last_error = $2 where account_id = $1 and last_error is distinct from $2',
    values: [accountId, lastError],
  });

/** COM40: stores until when an account counts as down, milliseconds since 1970. */
export const paymentAccountSetDown = (db: Queryable, accountId: string, until: number): Promise<void> =>
  execute(db, {
    text: 'update payment_accounts set down_until = to_timestamp($2 / 1000.0) where account_id = $1',
    values: [accountId, until],
  });

/**
 * COM15: records that the provider accepted an account's credentials at `at`, in milliseconds since 1970, and clears the last error.
 * Changes nothing if the credentials were replaced since they were read. `account` undefined: unchanged.
 */
export const paymentAccountSetVerified = (
  db: Queryable,
  { accountId, credentials }: Pick<PaymentAccountRow, 'accountId' | 'credentials'>,
  at: number,
  account?: string | null,
): Promise<void> =>
  execute(db, {
    text: `update payment_accounts set last_error = null, verified_at = to_timestamp($3 / 1000.0),
       account = case when $5 then $4 else account end
     where account_id = $1 and credentials is not distinct from $2`,
    values: [accountId, credentials, at, account ?? null, account !== undefined],
  });

/** Stores when the first genuine webhook of an account arrived; later ones change nothing. */
export const paymentAccountSetFirstWebhook = (db: Queryable, accountId: string, at: number): Promise<void> =>
  execute(db, {
    text: `update payment_accounts set first_webhook_at = to_timestamp($2 / 1000.0)
     where account_id = $1 and first_webhook_at is null`,
    values: [accountId, at],
  });

/** COM43: counts a webhook that was not proved to be the provider's. `at` in milliseconds since 1970. */
export const paymentAccountCountRejected = (db: Queryable, accountId: string, at: number): Promise<void> =>
  execute(db, {
    text: `insert into rejected_payment_webhooks as r (account_id, count, last_at) values ($1, 1, to_timestamp($2 / 1000.0))
     on conflict (account_id) do update set count = r.count + 1, last_at = excluded.last_at`,
    values: [accountId, at],
  });

/** The payment methods of a store, each with its account and provider. */
export const paymentMethodList = (
  db: Queryable,
  storeId: string,
): Promise<{ method: PaymentMethod; accountId: string; provider: string }[]> =>
  queryRows(db, {
    text: `select m.method, m.account_id as "accountId", a.provider
     from payment_methods m join payment_accounts a using (account_id) where m.store_id = $1`,
    values: [storeId],
  });

/** Assigns a payment method of a store to an account. */
export const paymentMethodSet = (
  db: Queryable,
  storeId: string,
  method: PaymentMethod,
  accountId: string,
): Promise<void> =>
  execute(db, {
    text: `insert into payment_methods (store_id, method, account_id) values ($1, $2, $3)
     on conflict (store_id, method) do update set account_id = excluded.account_id,
       fallback_account_id = nullif(payment_methods.fallback_account_id, excluded.account_id)`,
    values: [storeId, method, accountId],
  });

/** COM40: sets the other account of a payment method; null: none. False: the store does not offer the method, or it goes through that account. */
export const paymentMethodSetFallback = (
  db: Queryable,
  storeId: string,
  method: PaymentMethod,
  accountId: string | null,
): Promise<boolean> =>
  affectsOne(db, {
    text: `update payment_methods set fallback_account_id = $3
     where store_id = $1 and method = $2 and account_id is distinct from $3::uuid`,
    values: [storeId, method, accountId],
  });

/** COM40: removes the accounts of these providers as fallbacks of a store's methods. */
export const paymentMethodFallbackDeleteOf = (
  db: Queryable,
  storeId: string,
  providers: readonly string[],
): Promise<void> =>
  execute(db, {
    text: `update payment_methods m set fallback_account_id = null from payment_accounts a
     where m.store_id = $1 and a.account_id = m.fallback_account_id and a.provider = any($2::text[])`,
    values: [storeId, providers],
  });

/** Removes a payment method from a store; false if the store did not offer it. */
export const paymentMethodDelete = (db: Queryable, storeId: string, method: PaymentMethod): Promise<boolean> =>
  affectsOne(db, {
    text: 'delete from payment_methods where store_id = $1 and method = $2',
    values: [storeId, method],
  });

/** An account of a store, with the payment methods that use it. */
export type PaymentAccountStatus = Pick<
  PaymentAccountRow,
  'accountId' | 'provider' | 'settings' | 'account' | 'lastError' | 'verifiedAt' | 'firstWebhookAt'
> & {
  methods: PaymentMethod[];
  /** COM40: the methods that it takes while their first account is down. */
  fallbackFor: PaymentMethod[];
};

const accountColumns = `a.account_id as "accountId", a.provider, a.settings, ${state},
       array(select m.method from payment_methods m where m.account_id = a.account_id
             order by array_position(array['pix', 'boleto', 'card'], m.method)) as methods,
       array(select m.method from payment_methods m where m.fallback_account_id = a.account_id
             order by array_position(array['pix', 'boleto', 'card'], m.method)) as "fallbackFor"`;

/** The accounts of a store, oldest first, including those without a method: their earlier payments may still be open. */
export const paymentAccountStatuses = (db: Queryable, storeId: string): Promise<PaymentAccountStatus[]> =>
  queryRows(db, {
    text: `select ${accountColumns} from payment_accounts a where a.store_id = $1 order by a.created_at, a.account_id`,
    values: [storeId],
  });

/** The same, with the sealed credentials. */
export const paymentAccountListSealed = (
  db: Queryable,
  storeId: string,
): Promise<(PaymentAccountStatus & Pick<PaymentAccountRow, 'credentials'>)[]> =>
  queryRows(db, {
    text: `select ${accountColumns}, a.credentials from payment_accounts a where a.store_id = $1 order by a.created_at, a.account_id`,
    values: [storeId],
  });

/** Locks a store until the transaction ends, so that it cannot become live meanwhile; undefined if it does not exist. */
export const paymentStoreLock = (db: Queryable, storeId: string): Promise<{ live: boolean } | undefined> =>
  queryRow(db, {
    text: 'select live from stores where store_id = $1 and deleted_at is null for no key update',
    values: [storeId],
  });
