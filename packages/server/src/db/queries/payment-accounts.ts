import type { PaymentMethod } from '@retoma/commerce';
import type { Queryable } from '../pool.ts';

/** A store's contract with a provider of payments. `credentials` are sealed (sealed.ts). */
export type PaymentAccountRow = {
  accountId: string;
  storeId: string;
  provider: string;
  settings: Record<string, unknown>;
  credentials: Buffer | null;
};

const columns = `account_id as "accountId", store_id as "storeId", provider, settings, credentials`;

/** One account, or undefined. */
export async function paymentAccountFind(db: Queryable, accountId: string): Promise<PaymentAccountRow | undefined> {
  const { rows } = await db.query<PaymentAccountRow>({
    name: 'payment-account-find',
    text: `select ${columns} from payment_accounts where account_id = $1`,
    values: [accountId],
  });
  return rows[0];
}

/** The account that a store has with a provider, or undefined. */
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

/** Stores an account, or what changed of it; whatever troubled it is forgotten. */
export async function paymentAccountUpsert(db: Queryable, account: PaymentAccountRow): Promise<void> {
  const { accountId, storeId, provider, settings, credentials } = account;
  await db.query(
    `insert into payment_accounts (account_id, store_id, provider, settings, credentials) values ($1, $2, $3, $4, $5)
     on conflict (account_id) do update
       set settings = excluded.settings, credentials = excluded.credentials, trouble = null`,
    [accountId, storeId, provider, JSON.stringify(settings), credentials],
  );
}

/** Writes down why the owner must look at an account; null: it works again. */
export async function paymentAccountSetTrouble(
  db: Queryable,
  accountId: string,
  trouble: string | null,
): Promise<void> {
  await db.query('update payment_accounts set trouble = $2 where account_id = $1 and trouble is distinct from $2', [
    accountId,
    trouble,
  ]);
}

/** Pays a way of paying of a store through an account from now on. */
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

/** Takes a way of paying away from a store; false where it did not offer it. */
export async function paymentMethodDelete(db: Queryable, storeId: string, method: PaymentMethod): Promise<boolean> {
  const { rowCount } = await db.query('delete from payment_methods where store_id = $1 and method = $2', [
    storeId,
    method,
  ]);
  return rowCount === 1;
}

/** How a store is paid: an account, and the ways of paying that go through it. */
export type PaymentAccountStanding = Pick<PaymentAccountRow, 'accountId' | 'provider' | 'settings'> & {
  methods: PaymentMethod[];
  /** Why its owner must look at it. */
  trouble: string | null;
};

const standing = `a.account_id as "accountId", a.provider, a.settings, a.trouble,
       array(select m.method from payment_methods m where m.account_id = a.account_id
             order by array_position(array['pix', 'boleto', 'card'], m.method)) as methods`;

/** The accounts of a store, the oldest first; an account may have no way of paying any more, but payments of it are still open. */
export async function paymentAccountStandings(db: Queryable, storeId: string): Promise<PaymentAccountStanding[]> {
  const { rows } = await db.query<PaymentAccountStanding>(
    `select ${standing} from payment_accounts a where a.store_id = $1 order by a.created_at, a.account_id`,
    [storeId],
  );
  return rows;
}

/** The same, with what was told of their providers. */
export async function paymentAccountListSealed(
  db: Queryable,
  storeId: string,
): Promise<(PaymentAccountStanding & Pick<PaymentAccountRow, 'credentials'>)[]> {
  const { rows } = await db.query<PaymentAccountStanding & Pick<PaymentAccountRow, 'credentials'>>(
    `select ${standing}, a.credentials from payment_accounts a where a.store_id = $1 order by a.created_at, a.account_id`,
    [storeId],
  );
  return rows;
}

/** Locks a store until the transaction ends, so that nobody makes it live meanwhile; false where it does not exist. */
export async function paymentStoreLock(db: Queryable, storeId: string): Promise<{ live: boolean } | undefined> {
  const { rows } = await db.query<{ live: boolean }>(
    'select live from stores where store_id = $1 and deleted_at is null for no key update',
    [storeId],
  );
  return rows[0];
}
