// Moves a shard to another database or schema (SHD5).
//
// INV1. The rows are at one place only: a statement that writes at the old place after the copy began waits for the locks, and then finds no
//     tables, because the old schema is renamed in the transaction that holds the locks.
// INV2. The map names the new place after the old one is closed. A move that was interrupted is completed or begun again by the same call.
import type { Client } from 'pg';
import { sessionOptions } from '../db/pool.ts';
import { queryOneValue } from '../db/query.ts';
import { shardsNotify, shardUpdate } from '../db/queries/shards/shards.ts';
import { withClient } from '../db/with-client.ts';
import { isMonth, listSegmentMonths } from '../db/timeline-partitions.ts';
import { idInstant } from '../platform/ids.ts';
import { copyTables, listTables, lockTables } from './copy-shard.ts';
import { prepareShard, type ShardParts } from './create-shard.ts';
import {
  connectionsOf,
  readShards,
  sealAddress,
  type Connections,
  type Shard,
  type ShardAddress,
} from './shard-map.ts';

/** The refusals of `moveShard`. `SHARD_NOT_EMPTY`: there are rows of other stores at the new place. */
export type MoveShardRefusal = 'SHARD_NOT_FOUND' | 'SHARD_ADDRESS_IN_USE' | 'SHARD_NOT_EMPTY';

/** What a move did. `closed`: the name that the old schema has now, which can be dropped; null: an earlier call had closed it. */
export type MovedShard = { readonly ok: true; readonly rows: number; readonly closed: string | null };

/**
 * SHD5: moves a shard. It stands still meanwhile: its requests are refused with `Retry-After`, and its work waits. `pauseMs`: how
 * long to wait until all processes have noticed that.
 */
export async function moveShard(
  parts: ShardParts,
  shard: number,
  address: ShardAddress,
  { pauseMs = 6_000 } = {},
): Promise<MovedShard | { readonly ok: false; readonly code: MoveShardRefusal }> {
  const { db, key, ofShard0, clock } = parts;
  const shards = await readShards(db, key, ofShard0);
  const moving = shards.find((one) => one.shard === shard);
  if (!moving) return { ok: false, code: 'SHARD_NOT_FOUND' };
  const to = connectionsOf(address, ofShard0);
  const isInUse = [ofShard0, ...shards].some(({ connectionString }) => connectionString === to.connectionString);
  if (isInUse) return { ok: false, code: 'SHARD_ADDRESS_IN_USE' };
  const resumesAs = moving.state === 'moving' ? 'open' : moving.state;
  await setState(parts, shard, moving.state, { state: 'moving' });
  try {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const moved = await copyAndClose(moving, to, clock());
    if (!moved.ok) await setState(parts, shard, 'moving', { state: resumesAs });
    else await setState(parts, shard, 'moving', { state: resumesAs, address: sealAddress(key, shard, address) });
    return moved;
  } catch (error) {
    // Where the copy failed the old place is as it was. Where it is closed already, the shard stands still until the move is repeated.
    if (await isOpen(moving)) await setState(parts, shard, 'moving', { state: resumesAs });
    throw error;
  }
}

async function setState(
  { db }: ShardParts,
  shard: number,
  from: Parameters<typeof shardUpdate>[2],
  change: Parameters<typeof shardUpdate>[3],
): Promise<void> {
  if (!(await shardUpdate(db, shard, from, change))) throw new Error(`Shard ${shard} was changed meanwhile.`);
  await shardsNotify(db);
}

/** Copies the rows and closes the old place. If an earlier call has closed it after its copy, nothing is left to do. */
async function copyAndClose(from: Shard, to: Connections, now: number): Promise<MovedShard | Refused> {
  const { shard } = from;
  return withOwner(from, async (source) => {
    const schema = await schemaOfTables(source);
    if (schema === null) return (await isCopyOf(shard, to)) ? { ok: true, rows: 0, closed: null } : notEmpty;
    await prepareShard(to, await oldestMonth(source, now));
    await prepareShard(to, now);
    return withOwner(to, async (target) => {
      if ((await hasStores(target)) && !(await isCopyOf(shard, to))) return notEmpty;
      await source.query('begin');
      await target.query('begin');
      const tables = await listTables(source);
      await lockTables(source, tables);
      const rows = await copyTables(source, target, tables);
      await target.query(`comment on schema ${await schemaOfTables(target)} is '${copyNote(shard)}'`);
      const closed = `${schema}_moved_${now}`;
      await source.query(`alter schema ${schema} rename to ${closed}`);
      // The copy is stored before the old place is closed: after a failure between the two, the next call copies once more.
      await target.query('commit');
      await source.query('commit');
      return { ok: true, rows, closed };
    });
  });
}

type Refused = { readonly ok: false; readonly code: 'SHARD_NOT_EMPTY' };
const notEmpty: Refused = { ok: false, code: 'SHARD_NOT_EMPTY' };

/** The comment of a schema whose rows are a copy of a shard's. */
const copyNote = (shard: number): string => `copy of shard ${shard}`;

/** Runs `work` on a connection of the owner. The copy may take long, so no statement has a timeout. */
const withOwner = <T>({ ownerConnectionString }: Connections, work: (client: Client) => Promise<T>): Promise<T> =>
  withClient(
    {
      connectionString: ownerConnectionString,
      connectionTimeoutMillis: 5_000,
      options: sessionOptions(ownerConnectionString, { idle_in_transaction_session_timeout: '0' }),
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

const isCopyOf = (shard: number, place: Connections): Promise<boolean> =>
  withOwner(place, (client) =>
    queryOneValue<boolean>(client, {
      text: `select coalesce(obj_description(current_schema()::regnamespace, 'pg_namespace') = $1, false) as copied`,
      values: [copyNote(shard)],
    }),
  );

const isOpen = (place: Connections): Promise<boolean> =>
  withOwner(place, async (client) => (await schemaOfTables(client)) !== null);

/** The first month with a partition of its own, in milliseconds: the new place needs the same. */
async function oldestMonth(source: Client, now: number): Promise<number> {
  const month = (await listSegmentMonths(source)).find(isMonth);
  return month ? idInstant(month.from) : now;
}
