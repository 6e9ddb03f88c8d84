// Brings the rows of a shard to another PostgreSQL by logical replication, while the shard is used (SHD5). Publication and slot are at the
// source, the subscription at the target, all under one name. The slot is made apart from the subscription, because a subscription that makes
// it would wait for itself if both databases are in one PostgreSQL.
import { setTimeout } from 'node:timers/promises';
import pg, { type Client } from 'pg';
import { affectsOne, queryColumn, queryOne, queryOneValue, queryRows } from '../../base/postgres/query.ts';

/** Why PostgreSQL cannot replicate from one place to another. */
export type ReplicationRefusal =
  'WAL_LEVEL_NOT_LOGICAL' | 'OWNER_MAY_NOT_REPLICATE' | 'OWNER_MAY_NOT_SUBSCRIBE' | 'SOURCE_NOT_REACHED';

/** A replication. `from`: the connection string of the source's owner, as the target's server reaches it. */
export type Replication = {
  readonly shard: number;
  readonly source: Client;
  readonly target: Client;
  readonly from: string;
};

const replicationName = (shard: number): string => `retoma_shard_${shard}`;

/** Tables that every place has of its own. */
const own = ['schema_migrations', 'shard_place', 'shards'];

/** The names of the tables whose rows move, of the connection's schema, quoted. Unlogged ones, of counters, begin empty as after a crash. */
export const listTables = (client: Client): Promise<string[]> =>
  queryColumn<string>(client, {
    text: `select format('%I.%I', relnamespace::regnamespace, relname) as name from pg_class
           where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition and relpersistence = 'p'
             and relname <> all ($1::text[])
           order by relname`,
    values: [own],
  });

/** Begins to replicate into the empty tables of the target. After a refusal `unsubscribe` and `unpublish` remove what is there. */
export async function startReplication({
  shard,
  source,
  target,
  from,
}: Replication): Promise<ReplicationRefusal | undefined> {
  const name = replicationName(shard);
  const tables = (await listTables(source)).join(', ');
  await source.query(`create publication ${name} for table ${tables} with (publish_via_partition_root = true)`);
  const slot = { text: `select pg_create_logical_replication_slot($1, 'pgoutput')`, values: [name] };
  const refused = await refusalOfStatement(source.query(slot), { '42501': 'OWNER_MAY_NOT_REPLICATE' });
  if (refused) return refused;
  const connection = pg.escapeLiteral(forServers(from));
  const subscription = `create subscription ${name} connection ${connection} publication ${name} with (create_slot = false)`;
  return refusalOfStatement(target.query(subscription), {
    '42501': 'OWNER_MAY_NOT_SUBSCRIBE',
    '08006': 'SOURCE_NOT_REACHED',
  });
}

/** Whether the server of a place can send its changes: it decides that at its start. */
export const canReplicate = async (source: Client): Promise<boolean> =>
  (await queryOneValue<string>(source, { text: 'show wal_level' })) === 'logical';

/** The refusal of a statement that failed with one of some SQLSTATEs; undefined: it succeeded. Throws every other error. */
async function refusalOfStatement(
  statement: Promise<unknown>,
  refusals: Readonly<Record<string, ReplicationRefusal>>,
): Promise<ReplicationRefusal | undefined> {
  try {
    await statement;
    return undefined;
  } catch (error) {
    const refusal = refusals[String((error as { code?: unknown }).code)];
    if (refusal === undefined) throw error;
    return refusal;
  }
}

/** Parameters of a connection string that PostgreSQL's own clients know. Others are of `pg`, or ours. */
const known = new Set([
  'host',
  'port',
  'user',
  'password',
  'dbname',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'target_session_attrs',
]);

/** A connection string for the connection from a server to another one. */
export function forServers(connectionString: string): string {
  const [place = '', parameters = ''] = connectionString.split('?');
  const kept = parameters.split('&').filter((parameter) => known.has(parameter.split('=')[0]!));
  // What `pg` calls no-verify is what the others call require.
  return [place, kept.join('&').replace('sslmode=no-verify', 'sslmode=require')].filter(Boolean).join('?');
}

const pollMs = 50;
/** PostgreSQL tries again every five seconds. A connection that broke for a moment is no failure. */
const maxErrors = 12;

/** Waits until the rows of all tables are copied, and what was written meanwhile. Throws if PostgreSQL fails again and again. */
export async function awaitCopy(replication: Replication): Promise<void> {
  const { shard, source, target } = replication;
  for (;;) {
    const { left, errors } = await queryOne<{ left: number; errors: number }>(target, {
      text: `select (select count(*)::int from pg_subscription_rel where srsubid = s.oid and srsubstate <> 'r') as left,
               coalesce((select apply_error_count + sync_error_count from pg_stat_subscription_stats where subid = s.oid), 0)::int as errors
             from pg_subscription s where subname = $1 and subdbid = ${thisDatabase}`,
      values: [replicationName(shard)],
    });
    if (left === 0) break;
    if (errors >= maxErrors) throw new Error('The new PostgreSQL cannot copy the rows. Its log says why.');
    await setTimeout(pollMs * 4);
  }
  // Without statistics the first statements after the move would be planned badly.
  await target.query(`analyze ${(await listTables(target)).join(', ')}`);
  await awaitChanges(replication, await flushedPosition(source));
}

const thisDatabase = `(select oid from pg_database where datname = current_database())`;

/** The position in the source's log after everything that was committed until now, on disk. */
export async function flushedPosition(source: Client): Promise<string> {
  // A commit of its own, because with `synchronous_commit = off` earlier ones may not be on disk yet.
  await source.query('begin; set local synchronous_commit = on');
  await source.query(`select pg_logical_emit_message(true, 'retoma shard move', '')`);
  await source.query('commit');
  return queryOneValue(source, { text: 'select pg_current_wal_flush_lsn()::text as position' });
}

/** Waits until the target has written everything before a position to its disk. Throws after `withinMs`. */
export async function awaitChanges(
  { shard, source }: Pick<Replication, 'shard' | 'source'>,
  position: string,
  withinMs = Infinity,
): Promise<void> {
  const until = performance.now() + withinMs;
  const text = 'select confirmed_flush_lsn >= $2::pg_lsn as arrived from pg_replication_slots where slot_name = $1';
  while (!(await queryOneValue<boolean>(source, { text, values: [replicationName(shard), position] }))) {
    if (performance.now() > until) throw new Error('The new PostgreSQL did not get the last changes in time.');
    await setTimeout(pollMs);
  }
}

/** Copies the position of each sequence, which is not replicated. */
export async function copySequences(source: Client, target: Client): Promise<void> {
  const sequences = await queryRows<{ name: string; value: string | null }>(source, {
    text: `select sequencename::text as name, last_value::text as value from pg_sequences where schemaname = current_schema()`,
  });
  for (const { name, value } of sequences) {
    if (value === null) continue;
    await queryOneValue(target, { text: 'select setval($1::regclass, $2::bigint)', values: [name, value] });
  }
}

/** Whether a place is the target of a replication of this shard, finished or not. */
export const hasSubscription = (target: Client, shard: number): Promise<boolean> =>
  affectsOne(target, {
    text: `select from pg_subscription where subname = $1 and subdbid = ${thisDatabase}`,
    values: [replicationName(shard)],
  });

/** Ends the replication at the target, whether its source responds or not. */
export async function unsubscribe(target: Client, shard: number): Promise<void> {
  if (!(await hasSubscription(target, shard))) return;
  const name = replicationName(shard);
  await target.query(`alter subscription ${name} disable`);
  // Otherwise the subscription could not be dropped without its source.
  await target.query(`alter subscription ${name} set (slot_name = none)`);
  await target.query(`drop subscription ${name}`);
}

const slotTries = 200;

/** Removes the slot and the publication at the source. A slot that is left behind would keep the log of all further changes. */
export async function unpublish(source: Client, shard: number): Promise<void> {
  const name = replicationName(shard);
  for (let tried = 1; ; tried++) {
    try {
      // The connection of a subscription that could not be dropped would occupy the slot.
      const slot = `from pg_replication_slots where slot_name = $1 and database = current_database()`;
      await source.query({ text: `select pg_terminate_backend(active_pid) ${slot}`, values: [name] });
      await source.query({ text: `select pg_drop_replication_slot(slot_name) ${slot}`, values: [name] });
      break;
    } catch (error) {
      if ((error as { code?: string }).code !== '55006' || tried >= slotTries) throw error;
      await setTimeout(pollMs);
    }
  }
  await source.query(`drop publication if exists ${name}`);
}
