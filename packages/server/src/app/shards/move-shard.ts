// Moves a shard to another database or schema (SHD5).
//
// INV1. The rows are at one place only: a statement that writes at the old place after the copy began waits for the locks, and then finds no
//     tables, because the old schema is renamed in the transaction that holds the locks.
// INV2. The map names the new place after the old one is closed. A move that was interrupted is completed or begun again by the same call.
import { setTimeout } from 'node:timers/promises';
import type { Client } from 'pg';
import { queryOneValue } from '../../base/postgres/query.ts';
import { shardPlaceFind, shardPlaceInsert, shardsNotify, shardUpdate, type ShardState } from './queries/shards.ts';
import { withClient } from '../../base/postgres/with-client.ts';
import { isMonth, listSegmentMonths } from '../../base/postgres/timeline-partitions.ts';
import { idInstant } from '../../base/ids.ts';
import { copyTables, listTables, lockTables } from './copy-shard.ts';
import { isUnused, preparePlace, type ShardDeps } from './create-shard.ts';
import {
  connectionsOf,
  readShards,
  sealAddress,
  type Connections,
  type Shard,
  type ShardAddress,
} from './shard-map.ts';

/**
 * The refusals of `moveShard`. `SHARD_NOT_EMPTY`: there are other rows at the new place. `SHARD_NOT_THERE`: the
 * place has not the rows of the shard. */
export type MoveShardRefusal = 'SHARD_NOT_FOUND' | 'SHARD_ADDRESS_IN_USE' | 'SHARD_NOT_EMPTY' | 'SHARD_NOT_THERE';

/** What a move did. `closed`: the name that the old schema has now, which can be dropped; null: an earlier call had closed it. */
export type MovedShard = { readonly ok: true; readonly rows: number; readonly closed: string | null };

/**
 * SHD5: moves a shard. It stands still meanwhile: its requests are refused with `Retry-After`, and its work waits. `pauseMs`: how
 * long to wait until all processes have noticed that.
 */
export async function moveShard(
  deps: ShardDeps,
  shard: number,
  address: ShardAddress,
  { pauseMs = 6_000 } = {},
): Promise<MovedShard | Refused> {
  const { db, key, ofShard0, clock } = deps;
  const shards = await readShards(db, key, ofShard0);
  const moving = shards.find((one) => one.shard === shard);
  if (!moving) return { ok: false, code: 'SHARD_NOT_FOUND' };
  const to = connectionsOf(address, ofShard0);
  const isInUse = [ofShard0, ...shards].some(({ connectionString }) => connectionString === to.connectionString);
  if (isInUse) return { ok: false, code: 'SHARD_ADDRESS_IN_USE' };
  const resumesAs = moving.state === 'moving' ? 'open' : moving.state;
  await setState(deps, shard, moving.state, { state: 'moving' });
  try {
    await setTimeout(pauseMs);
    const moved = await copyAndClose(moving, to, clock());
    if (moved.ok)
      await setState(deps, shard, 'moving', { state: resumesAs, address: sealAddress(key, shard, address) });
    else await resume(deps, moving, resumesAs);
    return moved;
  } catch (error) {
    await resume(deps, moving, resumesAs);
    throw error;
  }
}

/**
 * SHD5: changes only the address of a shard, whose rows are at the new one already: its server was renamed or restored, or has other
 * passwords.
 */
export async function readdressShard(
  deps: ShardDeps,
  shard: number,
  address: ShardAddress,
): Promise<{ readonly ok: true } | Refused> {
  const { db, key, ofShard0 } = deps;
  const place = (await readShards(db, key, ofShard0)).find((one) => one.shard === shard);
  if (!place) return refused('SHARD_NOT_FOUND');
  if (!(await isCopy(shard, connectionsOf(address, ofShard0)))) return refused('SHARD_NOT_THERE');
  const state = place.state === 'moving' ? 'open' : place.state;
  await setState(deps, shard, place.state, { state, address: sealAddress(key, shard, address) });
  return { ok: true };
}

/** The shard goes on at its old place. If that is closed already, it stands still until the move is repeated. */
async function resume(deps: ShardDeps, moving: Shard, state: ShardState): Promise<void> {
  const isOpen = await withOwner(moving, async (client) => (await schemaOfTables(client)) !== null);
  if (isOpen) await setState(deps, moving.shard, 'moving', { state });
}

async function setState(
  { db }: ShardDeps,
  shard: number,
  from: Parameters<typeof shardUpdate>[2],
  change: Parameters<typeof shardUpdate>[3],
): Promise<void> {
  if (!(await shardUpdate(db, shard, from, change))) throw new Error(`Shard ${shard} was changed by another process.`);
  await shardsNotify(db);
}

/** Copies the rows and closes the old place. If an earlier call has closed it after its copy, nothing is left to do. */
async function copyAndClose(from: Shard, to: Connections, now: number): Promise<MovedShard | Refused> {
  return withOwner(from, async (source) => {
    const schema = await schemaOfTables(source);
    if (schema === null)
      return (await isCopy(from.shard, to)) ? { ok: true, rows: 0, closed: null } : refused('SHARD_NOT_EMPTY');
    await preparePlace(to, await oldestMonth(source, now));
    await preparePlace(to, now);
    return withOwner(to, async (target) => {
      await source.query('begin');
      await target.query('begin');
      const refusal = await refusalOf(from.shard, source, target);
      if (refusal) return refused(refusal);
      const tables = await listTables(source);
      await lockTables(source, tables);
      const rows = await copyTables(source, target, tables);
      await shardPlaceInsert(target, from.shard);
      const closed = `${schema}_moved_${now}`;
      await source.query(`alter schema ${schema} rename to ${closed}`);
      // The copy is stored before the old place is closed: after a failure between the two, the next call copies once more.
      await target.query('commit');
      await source.query('commit');
      return { ok: true, rows, closed };
    });
  });
}

/** Why rows cannot be copied from one place to another, both inside transactions. Undefined: they can. */
async function refusalOf(shard: number, source: Client, target: Client): Promise<MoveShardRefusal | undefined> {
  // Under another name the new place may be the old one. One database grants the lock of one schema once.
  for (const place of [source, target]) if (!(await lockPlace(place))) return 'SHARD_ADDRESS_IN_USE';
  const there = await shardPlaceFind(target);
  if (there !== null && there !== shard) return 'SHARD_ADDRESS_IN_USE';
  if (await isUnused(target)) return undefined;
  // A copy of an earlier call is replaced, but never by a place without stores.
  return there === shard && (await hasStores(source)) ? undefined : 'SHARD_NOT_EMPTY';
}

const lockPlace = (place: Client): Promise<boolean> =>
  queryOneValue(place, {
    text: `select pg_try_advisory_xact_lock(hashtext(current_schema() || ' retoma move')) as locked`,
  });

type Refused = { readonly ok: false; readonly code: MoveShardRefusal };
const refused = (code: MoveShardRefusal): Refused => ({ ok: false, code });

/** Runs `work` on a connection of the owner. The copy may take long, so no statement has a timeout. */
const withOwner = <T>({ ownerConnectionString }: Connections, work: (client: Client) => Promise<T>): Promise<T> =>
  withClient(
    {
      connectionString: ownerConnectionString,
      connectionTimeoutMillis: 5_000,
      settings: { idle_in_transaction_session_timeout: '0' },
    },
    work,
    { needsPrimary: true },
  );

/** The schema of the tables, quoted; null: there are none. */
const schemaOfTables = (client: Client): Promise<string | null> =>
  queryOneValue(client, {
    text: `select (select relnamespace::regnamespace::text from pg_class where oid = to_regclass('stores')) as schema`,
  });

const hasStores = (client: Client): Promise<boolean> =>
  queryOneValue(client, { text: 'select exists (select from stores) as found' });

/** Whether a place has the rows of a shard. */
const isCopy = (shard: number, place: Connections): Promise<boolean> =>
  withOwner(
    place,
    async (client) => (await schemaOfTables(client)) !== null && (await shardPlaceFind(client)) === shard,
  );

/** The first month with a partition of its own, in milliseconds: the new place needs the same. */
async function oldestMonth(source: Client, now: number): Promise<number> {
  const month = (await listSegmentMonths(source)).find(isMonth);
  return month ? idInstant(month.from) : now;
}
