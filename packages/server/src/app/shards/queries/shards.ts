import type { Queryable } from '../../../base/postgres/pool.ts';
import { affectsOne, execute, queryOneValue, queryRows } from '../../../base/postgres/query.ts';
import type { SealedColumn } from '../../../base/postgres/queries/sealed-values.ts';

/** What happens with a shard: it takes new stores, takes none, or stands still while it moves (SHD4). */
export type ShardState = 'open' | 'drained' | 'moving';

/** A shard besides shard 0. `address`: sealed (shard-map.ts). */
export type ShardRow = { readonly shard: number; readonly address: Buffer; readonly state: ShardState };

/** The sealed column of the map. */
export const shardSealedColumn: SealedColumn = {
  table: 'shards',
  id: "lpad(to_hex(shard), 32, '0')::uuid",
  column: 'address',
  context: `'shard:' || shard`,
};

/** The channel that notifies processes of a changed map. */
export const shardsChanged = 'shards_changed';

/** SHD2: the shards of the map in the database of shard 0, by number. */
export const shardList = (db: Queryable): Promise<ShardRow[]> =>
  queryRows(db, { text: 'select shard, address, state from shards order by shard' });

/** The lowest number above all of the map. */
export const shardNextNumber = (db: Queryable): Promise<number> =>
  queryOneValue(db, { text: 'select coalesce(max(shard), 0) + 1 as next from shards' });

/** Adds a shard. Throws if its number was used meanwhile. */
export const shardInsert = (db: Queryable, { shard, address, state }: ShardRow): Promise<void> =>
  execute(db, {
    text: 'insert into shards (shard, address, state) values ($1, $2, $3)',
    values: [shard, address, state],
  });

/** Changes the state of a shard, and where it is. False: there is no such shard, or it was not in the state `from`. */
export const shardUpdate = (
  db: Queryable,
  shard: number,
  from: ShardState,
  { state, address = null }: { readonly state: ShardState; readonly address?: Buffer | null },
): Promise<boolean> =>
  affectsOne(db, {
    text: 'update shards set state = $3, address = coalesce($4, address) where shard = $1 and state = $2',
    values: [shard, from, state, address],
  });

/** Notifies all processes that the map has changed. */
export const shardsNotify = (db: Queryable): Promise<void> =>
  execute(db, { text: `select pg_notify('${shardsChanged}', '')` });

/** Which shard a database is; null: shard 0, or none yet. */
export const shardPlaceFind = (db: Queryable): Promise<number | null> =>
  queryOneValue(db, { text: 'select (select shard from shard_place) as shard' });

/** Notes which shard a database is. */
export const shardPlaceInsert = (db: Queryable, shard: number): Promise<void> =>
  execute(db, { text: 'insert into shard_place (shard) values ($1) on conflict do nothing', values: [shard] });
