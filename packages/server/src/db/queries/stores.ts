import type { Queryable } from '../pool.ts';

/** A store as the database knows it, with what is needed to judge its requests. */
export type StoreRow = {
  storeId: string;
  name: string;
  active: boolean;
  signedCartsOnly: boolean;
  demo: boolean;
  /** An IANA zone. */
  timeZone: string;
  /** C8: minutes after a message at which onNoReply fires. */
  noReplyMinutes: number;
  /** C17: minutes by which a send may be late. */
  lateMinutes: number;
  /** The active custom domain, if any. */
  domain: string | null;
  /** Keys that work now or will until `endsAt` (milliseconds); ended ones are left out. */
  keys: { keyId: string; kind: 'checkout' | 'secret'; endsAt: number | null }[];
};

const columns = `
  s.store_id as "storeId", s.name, s.active, s.signed_carts_only as "signedCartsOnly", s.demo,
  s.time_zone as "timeZone", s.no_reply_minutes as "noReplyMinutes", s.late_minutes as "lateMinutes",
  (select d.hostname from store_domains d where d.store_id = s.store_id and d.active) as domain,
  coalesce((
    select json_agg(json_build_object(
      'keyId', k.key_id, 'kind', k.kind, 'endsAt', floor(extract(epoch from k.ends_at) * 1000)) order by k.created_at)
    from api_keys k where k.store_id = s.store_id and (k.ends_at is null or k.ends_at > now())
  ), '[]') as keys`;

/** One store that was not deleted, or undefined. */
export async function storeFind(db: Queryable, storeId: string): Promise<StoreRow | undefined> {
  const { rows } = await db.query<StoreRow>({
    name: 'store-find',
    text: `select ${columns} from stores s where s.store_id = $1 and s.deleted_at is null`,
    values: [storeId],
  });
  return rows[0];
}

/** Every store that was not deleted, oldest first. */
export async function storeList(db: Queryable): Promise<StoreRow[]> {
  const { rows } = await db.query<StoreRow>(
    `select ${columns} from stores s where s.deleted_at is null order by s.created_at, s.store_id`,
  );
  return rows;
}

/** Stores a new, active store. */
export async function storeInsert(
  db: Queryable,
  store: { storeId: string; name: string; demo: boolean },
): Promise<void> {
  await db.query('insert into stores (store_id, name, demo) values ($1, $2, $3)', [
    store.storeId,
    store.name,
    store.demo,
  ]);
}

/** What may be changed of a store; members left out stay as they are. */
export type StoreChange = { name?: string; active?: boolean; signedCartsOnly?: boolean };

/** Changes a store; false where it does not exist. */
export async function storeUpdate(db: Queryable, storeId: string, change: StoreChange): Promise<boolean> {
  const { rowCount } = await db.query(
    `update stores set name = coalesce($2, name), active = coalesce($3, active),
       signed_carts_only = coalesce($4, signed_carts_only)
     where store_id = $1 and deleted_at is null`,
    [storeId, change.name ?? null, change.active ?? null, change.signedCartsOnly ?? null],
  );
  return rowCount === 1;
}

/** Makes `hostname` the store's one active domain, or with null leaves it without one. */
export async function storeSetDomain(db: Queryable, storeId: string, hostname: string | null): Promise<void> {
  await db.query('update store_domains set active = false where store_id = $1 and active', [storeId]);
  if (hostname === null) return;
  await db.query(
    `insert into store_domains (hostname, store_id, active) values ($2, $1, true)
     on conflict (hostname) do update set active = true where store_domains.store_id = $1`,
    [storeId, hostname],
  );
}

/** The store that holds a domain, whoever it is. */
export async function storeIdByDomain(db: Queryable, hostname: string): Promise<string | undefined> {
  const { rows } = await db.query<{ storeId: string }>(
    'select store_id as "storeId" from store_domains where hostname = $1',
    [hostname],
  );
  return rows[0]?.storeId;
}

/** Deletes a store: all its keys end, its requests answer 404; its checkouts stay on record. False where there is none. */
export async function storeDelete(db: Queryable, storeId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'update stores set deleted_at = now(), active = false where store_id = $1 and deleted_at is null',
    [storeId],
  );
  return rowCount === 1;
}
