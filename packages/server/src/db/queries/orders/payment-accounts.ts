import type { PaymentMethod } from '@retoma/commerce';
import type { Queryable } from '../../pool.ts';

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
export async function paymentAccountFind(db: Queryable, accountId: string): Promise<PaymentAccountRow | undefined> {
  const { rows } = await db.query<PaymentAccountRow>({
    name: 'payment-account-find',
    text: `select ${columns} from payment_accounts where account_id = $1`,
    values: [accountId],
  });
  return rows[0];
}

/** The account of a store with a provider, or undefined. */
export async function paymentAccountFindOf(
  db: Queryable,
  storeId: string,
  provider: string,
): Promise<PaymentAccountRow | undefined> {
  const { rows } = await db.query<PaymentAccountRow>(
    `select ${columns} from payment_accounts where store_id = $1 and provider = $2`,
    [storeId, provider],
  );
  return rows[0];
}

/** Stores or updates an account; clears the last error. */
export async function paymentAccountUpsert(db: Queryable, row: Omit<PaymentAccountRow, 'lastError'>): Promise<void> {
  const { accountId, storeId, provider, settings, credentials, account, verifiedAt, firstWebhookAt } = row;
  await db.query(
    `insert into payment_accounts (account_id, store_id, provider, settings, credentials, account, verified_at, first_webhook_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (account_id) do update
       set settings = excluded.settings, credentials = excluded.credentials, account = excluded.account,
         verified_at = excluded.verified_at, first_webhook_at = excluded.first_webhook_at, last_error = null`,
    [accountId, storeId, provider, JSON.stringify(settings), credentials, account, verifiedAt, firstWebhookAt],
  );
}

/** Stores why an account needs the owner's attention; null: clears it. */
export async function paymentAccountSetLastError(
  db: Queryable,
  accountId: string,
  lastError: string | null,
): Promise<void> {
  await db.query(
    'update payment_accounts set last_error = $2 where account_id = $1 and last_error is distinct from $2',
    [accountId, lastError],
  );
}

/**
 * COM15: records that the provider accepted an account's credentials at `at`, in milliseconds since 1970, and clears the last error.
 * Changes nothing if the credentials were replaced since they were read. `account` undefined: unchanged.
 */
export async function paymentAccountSetVerified(
  db: Queryable,
  { accountId, credentials }: Pick<PaymentAccountRow, 'accountId' | 'credentials'>,
  at: number,
  account?: string | null,
): Promise<void> {
  await db.query(
    `update payment_accounts set last_error = null, verified_at = to_timestamp($3 / 1000.0),
       account = case when $5 then $4 else account end
     where account_id = $1 and credentials is not distinct from $2`,
    [accountId, credentials, at, account ?? null, account !== undefined],
  );
}

/** Stores when the first genuine webhook of an account arrived; later ones change nothing. */
export async function paymentAccountSetFirstWebhook(db: Queryable, accountId: string, at: number): Promise<void> {
  await db.query(
    `update payment_accounts set first_webhook_at = to_timestamp($2 / 1000.0)
     where account_id = $1 and first_webhook_at is null`,
    [accountId, at],
  );
}

/** The payment methods of a store, each with its account and provider. */
export async function paymentMethodList(
  db: Queryable,
  storeId: string,
): Promise<{ method: PaymentMethod; accountId: string; provider: string }[]> {
  const { rows } = await db.query<{ method: PaymentMethod; accountId: string; provider: string }>(
    `select m.method, m.account_id as "accountId", a.provider
     from payment_methods m join payment_accounts a using (account_id) where m.store_id = $1`,
    [storeId],
  );
  return rows;
}

/** Assigns a payment method of a store to an account. */
export async function paymentMethodSet(
  db: Queryable,
  storeId: string,
  method: PaymentMethod,
  accountId: string,
): Promise<void> {
  await db.query(
    `insert into payment_methods (store_id, method, account_id) values ($1, $2, $3)
     on conflict (store_id, method) do update set account_id = excluded.account_id`,
    [storeId, method, accountId],
  );
}

/** Removes a payment method from a store; false if the store did not offer it. */
export async function paymentMethodDelete(db: Queryable, storeId: string, method: PaymentMethod): Promise<boolean> {
  const { rowCount } = await db.query('delete from payment_methods where store_id = $1 and method = $2', [
    storeId,
    method,
  ]);
  return rowCount === 1;
}

/** An account of a store, with the payment methods that use it. */
export type PaymentAccountStatus = Pick<
  PaymentAccountRow,
  'accountId' | 'provider' | 'settings' | 'account' | 'lastError' | 'verifiedAt' | 'firstWebhookAt'
> & { methods: PaymentMethod[] };

const accountColumns = `a.account_id as "accountId", a.provider, a.settings, ${state},
       array(select m.method from payment_methods m where m.account_id = a.account_id
             order by array_position(array['pix', 'boleto', 'card'], m.method)) as methods`;

/** The accounts of a store, oldest first, including those without a method: their earlier payments may still be open. */
export async function paymentAccountStatuses(db: Queryable, storeId: string): Promise<PaymentAccountStatus[]> {
  const { rows } = await db.query<PaymentAccountStatus>(
    `select ${accountColumns} from payment_accounts a where a.store_id = $1 order by a.created_at, a.account_id`,
    [storeId],
  );
  return rows;
}

/** The same, with the sealed credentials. */
export async function paymentAccountListSealed(
  db: Queryable,
  storeId: string,
): Promise<(PaymentAccountStatus & Pick<PaymentAccountRow, 'credentials'>)[]> {
  const { rows } = await db.query<PaymentAccountStatus & Pick<PaymentAccountRow, 'credentials'>>(
    `select ${accountColumns}, a.credentials from payment_accounts a where a.store_id = $1 order by a.created_at, a.account_id`,
    [storeId],
  );
  return rows;
}

/** Locks a store until the transaction ends, so that it cannot become live meanwhile; undefined if it does not exist. */
export async function paymentStoreLock(db: Queryable, storeId: string): Promise<{ live: boolean } | undefined> {
  const { rows } = await db.query<{ live: boolean }>(
    'select live from stores where store_id = $1 and deleted_at is null for no key update',
    [storeId],
  );
  return rows[0];
}
