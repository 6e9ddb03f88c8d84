import type { Queryable } from '../postgres/pool.ts';
import { execute, queryOneValue, queryRows } from '../postgres/query.ts';

/** A contact at a store; the address as a keyed hash (contact-hash.ts). */
export type SuppressionKey = { storeId: string; contactHash: Buffer };

/** The given contacts whose e-mail is suppressed at `now` (milliseconds). */
export async function suppressionFindMany(
  db: Queryable,
  keys: readonly SuppressionKey[],
  now: number,
): Promise<SuppressionKey[]> {
  if (keys.length === 0) return [];
  return queryRows(db, {
    name: 'suppression-find-many',
    text: `
      select s.store_id as "storeId", s.contact_hash as "contactHash" from unnest($1::uuid[], $2::bytea[]) as k (store_id, contact_hash)
      join suppressions s on s.store_id = k.store_id and s.contact_hash = k.contact_hash and s.expires_at > to_timestamp($3 / 1000.0)`,
    values: [keys.map(({ storeId }) => storeId), keys.map(({ contactHash }) => contactHash), now],
  });
}

/** Suppresses e-mail to a contact until `expiresAt` (milliseconds; Infinity: permanently). A longer stored suppression stays. */
export const suppressionSet = (
  db: Queryable,
  { storeId, contactHash }: SuppressionKey,
  { reason, expiresAt, now }: { reason: 'bounce' | 'bounces' | 'complaint'; expiresAt: number; now: number },
): Promise<void> =>
  execute(db, {
    text: `insert into suppressions as s (store_id, contact_hash, reason, expires_at, suppressed_at)
     values ($1, $2, $3, case when $4::float8 = 'infinity' then 'infinity'::timestamptz else to_timestamp($4 / 1000.0) end,
       to_timestamp($5 / 1000.0))
     on conflict (store_id, contact_hash) do update set reason = excluded.reason, expires_at = excluded.expires_at
     where s.expires_at < excluded.expires_at`,
    values: [storeId, contactHash, reason, expiresAt, now],
  });

/** A soft bounce of an e-mail. Instants in milliseconds. */
export type Bounce = SuppressionKey & { connectionId: string; bounceId: string; at: number };

/** Records a bounce once, and returns the number of bounces of that address since an instant. */
export async function bounceCount(
  db: Queryable,
  { connectionId, bounceId, storeId, contactHash, at }: Bounce,
  since: number,
): Promise<number> {
  await execute(db, {
    text: `insert into bounces (connection_id, bounce_id, store_id, contact_hash, at) values ($1, $2, $3, $4, to_timestamp($5 / 1000.0))
     on conflict do nothing`,
    values: [connectionId, bounceId, storeId, contactHash, at],
  });
  return queryOneValue(db, {
    text: `select count(*) from bounces where store_id = $1 and contact_hash = $2 and at >= to_timestamp($3 / 1000.0)`,
    values: [storeId, contactHash, since],
  });
}
