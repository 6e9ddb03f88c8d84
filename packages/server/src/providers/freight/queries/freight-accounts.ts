import { milliseconds } from '../../../base/postgres/driver/milliseconds.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { affectsOne, execute, queryRow, queryRows } from '../../../base/postgres/query.ts';

/** COM33: a store's account at a freight provider. `credentials` and `session` are sealed (seal.ts). */
export type FreightAccountRow = {
  accountId: string;
  storeId: string;
  provider: string;
  settings: Record<string, unknown>;
  credentials: Buffer | null;
  session: Buffer | null;
  lastError: string | null;
  /** When its provider accepted the credentials; null: not since they were set. */
  verifiedAt: Date | null;
};

const columns = `a.account_id as "accountId", a.store_id as "storeId", a.provider, a.settings, a.credentials, a.session,
  a.last_error as "lastError", a.verified_at as "verifiedAt"`;

/** The accounts of a store, oldest first. */
export const freightAccountList = (db: Queryable, storeId: string): Promise<FreightAccountRow[]> =>
  queryRows(db, {
    text: `select ${columns} from freight_accounts a where a.store_id = $1 order by a.created_at, a.account_id`,
    values: [storeId],
  });

/** The account of a store with a provider, or undefined. */
export const freightAccountFindOf = (
  db: Queryable,
  storeId: string,
  provider: string,
): Promise<FreightAccountRow | undefined> =>
  queryRow(db, {
    text: `select ${columns} from freight_accounts a where a.store_id = $1 and a.provider = $2`,
    values: [storeId, provider],
  });

/** Stores or updates an account; clears the last error. `renewAt`: of the session, milliseconds since 1970. */
export const freightAccountUpsert = (
  db: Queryable,
  { renewAt, ...row }: Omit<FreightAccountRow, 'lastError'> & { renewAt: number | null },
): Promise<void> =>
  execute(db, {
    text: `insert into freight_accounts (account_id, store_id, provider, settings, credentials, session, verified_at, renew_at)
     values ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8 / 1000.0))
     on conflict (account_id) do update
       set settings = excluded.settings, credentials = excluded.credentials, session = excluded.session,
         verified_at = excluded.verified_at, renew_at = excluded.renew_at, renewing_until = null, last_error = null`,
    values: [
      row.accountId,
      row.storeId,
      row.provider,
      JSON.stringify(row.settings),
      row.credentials,
      row.session,
      row.verifiedAt,
      renewAt,
    ],
  });

/** Deletes an account with its cached quotes; false: the store has none of that id. */
export const freightAccountDelete = (db: Queryable, storeId: string, accountId: string): Promise<boolean> =>
  affectsOne(db, {
    text: 'delete from freight_accounts where store_id = $1 and account_id = $2',
    values: [storeId, accountId],
  });

/** Stores why an account needs the owner's attention; null: clears it. */
export const freightAccountSetLastError = (db: Queryable, accountId: string, lastError: string | null): Promise<void> =>
  execute(db, {
    text: 'update freight_accounts set last_error = $2 where account_id = $1 and last_error is distinct from $2',
    values: [accountId, lastError],
  });

/**
 * Reserves the renewal of an account's session until `until`; returns the account as it is now. Undefined: another process is renewing
 * it, or it is gone. Instants in milliseconds since 1970.
 */
export const freightSessionReserve = (
  db: Queryable,
  accountId: string,
  now: number,
  until: number,
): Promise<FreightAccountRow | undefined> =>
  queryRow(db, {
    text: `update freight_accounts a set renewing_until = to_timestamp($3 / 1000.0)
     where a.account_id = $1 and (a.renewing_until is null or a.renewing_until <= to_timestamp($2 / 1000.0))
     returning ${columns}`,
    values: [accountId, now, until],
  });

/**
 * Ends a reservation. `session`: the new one, sealed, which counts only if the credentials are still those of the renewal; null: none was
 * issued. `renewAt`: when it is renewed next; null: never.
 */
export const freightSessionSet = (
  db: Queryable,
  { accountId, credentials }: Pick<FreightAccountRow, 'accountId' | 'credentials'>,
  { session, renewAt }: { session: Buffer | null; renewAt: number | null },
): Promise<void> =>
  execute(db, {
    text: `update freight_accounts set renewing_until = null, session = coalesce($3, session), renew_at = to_timestamp($4 / 1000.0)
     where account_id = $1 and credentials is not distinct from $2`,
    values: [accountId, credentials, session, renewAt],
  });

/** Up to `limit` accounts whose session must be renewed now. */
export const freightAccountListDue = (db: Queryable, now: number, limit: number): Promise<FreightAccountRow[]> =>
  queryRows(db, {
    text: `select ${columns} from freight_accounts a where a.renew_at <= to_timestamp($1 / 1000.0) order by a.renew_at limit $2`,
    values: [now, limit],
  });

/** An account with what its provider answered last to a request. `quotedAt`: milliseconds since 1970; null: it was never asked. */
export type QuotableAccount = FreightAccountRow & { services: unknown; quotedAt: number | null };

/** COM32: the accounts of a store with their last answers to a request. `subject`: SHA-256. */
export const freightAccountListWithQuotes = (
  db: Queryable,
  storeId: string,
  subject: Buffer,
): Promise<QuotableAccount[]> =>
  queryRows(db, {
    name: 'freight-account-list-with-quotes',
    text: `select ${columns}, q.services, ${milliseconds('q.quoted_at')} as "quotedAt"
     from freight_accounts a left join freight_quotes q on q.account_id = a.account_id and q.subject = $2
     where a.store_id = $1 order by a.created_at, a.account_id`,
    values: [storeId, subject],
  });
