import type { Channel } from '@retoma/flow';
import type { Queryable } from '../pool.ts';

/** Whether a person wants nothing more of a store on a channel; the person as a keyed hash (runs/person.ts). */
export type OptOutKey = { storeId: string; channel: Channel; person: Buffer };

/** Those of the given stores of which anybody has opted out. */
export async function optOutStores(db: Queryable, storeIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ storeId: string }>({
    name: 'opt-out-stores',
    text: `select s.store_id as "storeId" from unnest($1::uuid[]) as s (store_id)
           where exists (select from opt_outs o where o.store_id = s.store_id)`,
    values: [storeIds],
  });
  return new Set(rows.map(({ storeId }) => storeId));
}

/** Those of the given people who have opted out. */
export async function optOutFindMany(db: Queryable, keys: readonly OptOutKey[]): Promise<OptOutKey[]> {
  if (keys.length === 0) return [];
  const { rows } = await db.query<OptOutKey>({
    name: 'opt-out-find-many',
    text: `
      select o.store_id as "storeId", o.channel, o.person
      from unnest($1::uuid[], $2::text[], $3::bytea[]) as k (store_id, channel, person)
      join opt_outs o on o.store_id = k.store_id and o.channel = k.channel and o.person = k.person`,
    values: [keys.map(({ storeId }) => storeId), keys.map(({ channel }) => channel), keys.map(({ person }) => person)],
  });
  return rows;
}

/** E8: records that a person wants nothing more on a channel. Twice is the same as once. */
export async function optOutInsert(
  db: Queryable,
  { storeId, channel, person }: OptOutKey,
  source: string,
): Promise<void> {
  await db.query(
    `insert into opt_outs (store_id, channel, person, source) values ($1, $2, $3, $4) on conflict do nothing`,
    [storeId, channel, person, source],
  );
}

/** Takes it back: the person asked to hear of the store again. False where there was nothing to take back. */
export async function optOutDelete(db: Queryable, { storeId, channel, person }: OptOutKey): Promise<boolean> {
  const { rowCount } = await db.query('delete from opt_outs where store_id = $1 and channel = $2 and person = $3', [
    storeId,
    channel,
    person,
  ]);
  return rowCount === 1;
}
