// Moves a shard to another PostgreSQL or database while it is used (SHD5). replicate-shard.ts brings the rows there; here are the states of
// the map, and the switch from the old place to the new one.
//
// INV1. The rows are written at one place only: a statement that writes at the old place after the last change was sent waits for the locks,
//     and then finds no tables, because the old schema is renamed in the transaction that holds the locks.
//     The locks of the tables wait for every transaction that has written or has locked a row: it may still write.
// INV2. The map names the new place after the old one is closed. Before anything is made at either place, it notes where the shard moves to:
//     a move that was interrupted is begun again or completed by the same call, or cancelled.
import { setTimeout } from 'node:timers/promises';
import type { Client } from 'pg';
import { queryOneValue } from '../../base/postgres/query.ts';
import { shardPlaceFind, shardPlaceInsert } from './queries/shards.ts';
import { withClient } from '../../base/postgres/with-client.ts';
import { applicationName } from '../../base/postgres/pool.ts';
import { isMonth, listSegmentMonths } from '../../base/postgres/timeline-partitions.ts';
import { schemaOf } from '../../base/postgres/servers.ts';
import { idInstant } from '../../base/ids.ts';
import { isUnused, preparePlace, type ShardDeps } from './create-shard.ts';
import {
  awaitChanges,
  awaitCopy,
  canReplicate,
  copySequences,
  flushedPosition,
  hasSubscription,
  listTables,
  startReplication,
  unpublish,
  unsubscribe,
  type Replication,
  type ReplicationRefusal,
} from './replicate-shard.ts';
import { connectionsOf, readShards, type Connections, type Shard, type ShardAddress } from './shard-map.ts';
import { findShard, noteMove, openShard, reopenShard, stopShard } from './shard-states.ts';

/**
 * The refusals of moves. `SHARD_NOT_EMPTY`: there are other rows at the new place. `SHARD_NOT_THERE`: the place has not the rows of the shard.
 * `SHARD_NOT_MIGRATED`: its tables are not those of this release. `SHARD_MOVED`: the old place is closed already.
 */
export type MoveShardRefusal =
  | 'SHARD_NOT_FOUND'
  | 'SHARD_ADDRESS_IN_USE'
  | 'SHARD_NOT_EMPTY'
  | 'SHARD_NOT_THERE'
  | 'SHARD_NOT_MIGRATED'
  | 'SHARD_MOVED'
  | 'MOVE_IN_PROGRESS'
  | ReplicationRefusal;

type Refused = { readonly ok: false; readonly code: MoveShardRefusal };
const refused = (code: MoveShardRefusal): Refused => ({ ok: false, code });

/**
 * What a move did. `stoppedMs`: how long the shard was stopped, in milliseconds. `closed`: the name that the old schema has now, which can be
 * dropped; null: an earlier call had closed it.
 */
export type MovedShard = { readonly ok: true; readonly stoppedMs: number; readonly closed: string | null };

/** Where a shard moves to. It keeps the name of its schema. */
export type MoveTarget = Required<Pick<ShardAddress, 'url'>> & Pick<ShardAddress, 'ownerUrl'>;

/**
 * Options of `moveShard`. `sourceUrl`: the owner's connection string of the old place as the new one's server reaches it, if it is not that of
 * the map. `closeMs`: how long at most to wait until all processes have closed the shard.
 */
export type MoveOptions = { readonly sourceUrl?: string | undefined; readonly closeMs?: number };

/** SHD5: moves a shard. It is used meanwhile, until only the last changes are left: for these it is stopped. */
export async function moveShard(
  deps: ShardDeps,
  shard: number,
  target: MoveTarget,
  options: MoveOptions = {},
): Promise<MovedShard | Refused> {
  const place = await findShard(deps, shard);
  if (!place) return refused('SHARD_NOT_FOUND');
  return withOwner(place, async (source) => {
    const there = await schemaOfTables(source);
    const schema = there ?? place.unfinished?.to.schema ?? schemaOf(place.connectionString);
    const to = { ...target, ...(schema !== undefined && { schema }) };
    if (there === null) return completeMove(deps, shard, to);
    if (await isInUse(deps, to)) return refused('SHARD_ADDRESS_IN_USE');
    if (!(await canReplicate(source))) return refused('WAL_LEVEL_NOT_LOGICAL');
    if (!(await lockPlace(source))) return refused('MOVE_IN_PROGRESS');
    await cleanUp(deps, place, source);
    await openShard(deps, shard);
    return moveRows(deps, place, source, to, options);
  });
}

async function isInUse({ db, key, ofShard0 }: ShardDeps, address: ShardAddress): Promise<boolean> {
  const { connectionString } = connectionsOf(address, ofShard0);
  return [ofShard0, ...(await readShards(db, key, ofShard0))].some((one) => one.connectionString === connectionString);
}

/** Names the new place in the map, after an earlier call has closed the old one. */
async function completeMove(deps: ShardDeps, shard: number, to: ShardAddress): Promise<MovedShard | Refused> {
  if (!(await hasRowsOf(shard, connectionsOf(to, deps.ofShard0)))) return refused('SHARD_NOT_THERE');
  await openShard(deps, shard, to);
  return { ok: true, stoppedMs: 0, closed: null };
}

/** Moves the rows from a place that is open. After a failure the shard goes on there. */
async function moveRows(
  deps: ShardDeps,
  place: Shard,
  source: Client,
  to: ShardAddress,
  { sourceUrl, closeMs = 6_000 }: MoveOptions,
): Promise<MovedShard | Refused> {
  const { clock, ofShard0 } = deps;
  const { shard } = place;
  const there = connectionsOf(to, ofShard0);
  await preparePlace(there, await oldestMonth(source, clock()));
  await preparePlace(there, clock());
  return withOwner(there, async (target) => {
    const refusal = await refusalOf(shard, source, target);
    if (refusal) return refused(refusal);
    await noteMove(deps, shard, to);
    try {
      await emptyPlace(target, shard);
      const replication = { shard, source, target, from: sourceUrl ?? place.ownerConnectionString };
      const impossible = await startReplication(replication);
      if (impossible) {
        await resume(deps, shard);
        return refused(impossible);
      }
      await awaitCopy(replication);
      const stoppedAt = performance.now();
      await stopShard(deps, shard);
      await awaitClosed(source, shard, closeMs);
      const closed = await withOwner(place, (locking) => closeOldPlace(replication, locking, clock()));
      await openShard(deps, shard, to);
      return { ok: true, stoppedMs: Math.round(performance.now() - stoppedAt), closed };
    } catch (error) {
      await resume(deps, shard).catch(() => {});
      throw error;
    }
  });
}

/** Sends the last changes, and closes the old place in a transaction of `locking`. Returns the new name of its schema. */
async function closeOldPlace(replication: Replication, locking: Client, now: number): Promise<string> {
  const { shard, source, target } = replication;
  await locking.query(`begin; set local lock_timeout = '20s'`);
  // Writers wait from here on; readers do not.
  await locking.query(`lock table ${(await listTables(source)).join(', ')} in exclusive mode`);
  // A migration is not replicated: the columns that it added would be missing.
  if ((await migrationsOf(source)) !== (await migrationsOf(target)))
    throw new Error(`Shard ${shard} was migrated during its move. Repeat the move.`);
  await awaitChanges(replication, await flushedPosition(source), lastChangesMs);
  await copySequences(source, target);
  // The rows are complete before the old place is closed: after a failure between the two, the next call copies once more.
  await shardPlaceInsert(target, shard);
  await unsubscribe(target, shard);
  await unpublish(source, shard);
  const schema = await schemaOfTables(locking);
  const closed = `${schema}_moved_${now}`;
  await locking.query(`alter schema ${schema} rename to ${closed}`);
  await locking.query('commit');
  return closed;
}

/** How long the last changes may take while writers wait, in milliseconds. */
const lastChangesMs = 20_000;

/**
 * Waits until no process has a connection to the shard, but not longer than `ms`. A connection that is left may still write until the tables
 * are locked, and fails afterwards (INV1).
 */
export async function awaitClosed(source: Client, shard: number, ms: number): Promise<void> {
  const until = performance.now() + ms;
  const text = `select count(*)::int as left from pg_stat_activity where application_name = $1 and datname = current_database()`;
  while ((await queryOneValue<number>(source, { text, values: [applicationName(shard)] })) > 0) {
    if (performance.now() > until) return;
    await setTimeout(50);
  }
}

/**
 * SHD5: cancels a move that was interrupted: the shard goes on at its old place. `isTargetLeft`: the new place did not respond, so that rows
 * and a subscription are left there.
 */
export async function cancelMove(
  deps: ShardDeps,
  shard: number,
): Promise<{ readonly ok: true; readonly isTargetLeft: boolean } | Refused> {
  const place = await findShard(deps, shard);
  if (!place) return refused('SHARD_NOT_FOUND');
  return withOwner(place, async (source) => {
    if ((await schemaOfTables(source)) === null) return refused('SHARD_MOVED');
    if (!(await lockPlace(source))) return refused('MOVE_IN_PROGRESS');
    const isTargetLeft = !(await cleanUp(deps, place, source));
    await openShard(deps, shard);
    return { ok: true, isTargetLeft };
  });
}

/** After a failure the shard goes on at its old place. If that is closed already, it stays stopped until the move is repeated. */
async function resume(deps: ShardDeps, shard: number): Promise<void> {
  const place = await findShard(deps, shard);
  if (!place) return;
  await withOwner(place, async (source) => {
    if ((await schemaOfTables(source)) === null) return;
    await reopenShard(deps, shard);
    // What could not be removed stays noted, for the next call.
    if (await cleanUp(deps, place, source)) await openShard(deps, shard);
  });
}

/** Removes what an unfinished move left at both places. False: the target did not respond. */
async function cleanUp({ ofShard0 }: ShardDeps, place: Shard, source: Client): Promise<boolean> {
  const { shard, unfinished } = place;
  const to = unfinished && connectionsOf(unfinished.to, ofShard0);
  const emptied = to ? withOwner(to, (target) => emptyPlace(target, shard)) : Promise.resolve();
  const isEmptied = await emptied.then(
    () => true,
    () => false,
  );
  await unpublish(source, shard);
  return isEmptied;
}

/** Makes a place empty, if it was the target of a move of this shard. */
async function emptyPlace(target: Client, shard: number): Promise<void> {
  const there = await shardPlaceFind(target);
  if (there !== shard && (there !== null || !(await hasSubscription(target, shard)))) return;
  // The rows remain recognisable as those of this shard until they are gone.
  await shardPlaceInsert(target, shard);
  await unsubscribe(target, shard);
  const tables = await listTables(target);
  const triggers = (what: string): string =>
    tables.map((table) => `alter table ${table} ${what} trigger user;`).join(' ');
  // The activity log refuses to be emptied.
  await target.query(
    `begin; ${triggers('disable')} truncate shard_place, ${tables.join(', ')}; ${triggers('enable')} commit`,
  );
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
  if (!(await findShard(deps, shard))) return refused('SHARD_NOT_FOUND');
  if (!(await hasRowsOf(shard, connectionsOf(address, deps.ofShard0)))) return refused('SHARD_NOT_THERE');
  await openShard(deps, shard, address);
  return { ok: true };
}

/** Why rows cannot move from one place to another. Undefined: they can. Locks the target. */
async function refusalOf(shard: number, source: Client, target: Client): Promise<MoveShardRefusal | undefined> {
  // Under another name the new place may be the old one. One database grants the lock of one schema once.
  if (!(await lockPlace(target))) return 'SHARD_ADDRESS_IN_USE';
  const there = await shardPlaceFind(target);
  if (there !== null && there !== shard) return 'SHARD_ADDRESS_IN_USE';
  if ((await migrationsOf(source)) !== (await migrationsOf(target))) return 'SHARD_NOT_MIGRATED';
  if (await isUnused(target)) return undefined;
  // A copy of an earlier call is replaced, but never by a place without stores.
  return there === shard && (await hasStores(source)) ? undefined : 'SHARD_NOT_EMPTY';
}

/** Locks a place until the connection ends. False: another connection has locked it. */
const lockPlace = (place: Client): Promise<boolean> =>
  queryOneValue(place, {
    text: `select pg_try_advisory_lock(hashtext(current_schema() || ' retoma move')) as locked`,
  });

const migrationsOf = (place: Client): Promise<string> =>
  queryOneValue(place, {
    text: `select string_agg(name || ' ' || sha256, ',' order by name) as migrations from schema_migrations`,
  });

/** Runs `work` on a connection of the owner. A copy may take long, so no statement has a timeout. */
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
const hasRowsOf = (shard: number, place: Connections): Promise<boolean> =>
  withOwner(
    place,
    async (client) => (await schemaOfTables(client)) !== null && (await shardPlaceFind(client)) === shard,
  );

/** The first month with a partition of its own, in milliseconds: the new place needs the same. */
async function oldestMonth(source: Client, now: number): Promise<number> {
  const month = (await listSegmentMonths(source)).find(isMonth);
  return month ? idInstant(month.from) : now;
}
