// Places the product's shards on the nodes of Citus, and moves them. Their tables are made and changed at the coordinator, which is the address
// of their owner. The service connects to the node that has them: locks and notifications are of one server.
import { createShard, type ShardDeps } from '../../../packages/server/src/app/shards/create-shard.ts';
import { awaitClosed, readdressShard } from '../../../packages/server/src/app/shards/move-shard.ts';
import type { Connections, ShardAddress } from '../../../packages/server/src/app/shards/shard-map.ts';
import { findShard, noteMove, openShard, stopShard } from '../../../packages/server/src/app/shards/shard-states.ts';
import { serviceRole } from '../../../packages/server/src/base/postgres/embedded/embedded.ts';
import type { Queryable } from '../../../packages/server/src/base/postgres/pool.ts';
import { execute, queryColumn, queryOneValue } from '../../../packages/server/src/base/postgres/query.ts';
import { grantToService } from '../../../packages/server/src/base/postgres/roles.ts';
import { schemaOf, withoutSchema, withParameter } from '../../../packages/server/src/base/postgres/servers.ts';
import { withClient } from '../../../packages/server/src/base/postgres/with-client.ts';
import type { CitusServer } from './citus-cluster.ts';

/** Creates a shard as the product does, and makes Citus place its schema on a node. */
export async function createOnCitus(deps: ShardDeps): ReturnType<typeof createShard> {
  const created = await createShard(deps, {});
  if (!created.ok) return created;
  const place = (await findShard(deps, created.shard))!;
  const port = await asOwner(place, async (owner) => {
    // A move publishes all tables, and an unlogged one cannot be published.
    for (const table of await unloggedTables(owner)) await execute(owner, { text: `alter table ${table} set logged` });
    await execute(owner, { text: 'select citus_schema_distribute(current_schema()::regnamespace)' });
    // Citus makes the views on each node, without their privileges.
    await grantToService(owner, serviceRole, true);
    return portOfSchema(owner);
  });
  const placed = await readdressShard(deps, created.shard, addressAt(place, port));
  if (!placed.ok) throw new Error(placed.code);
  return created;
}

/**
 * Moves a shard to the node that does not have it. Citus copies the rows while they are used, and the old node passes statements on to the new
 * one; then all processes close the shard and open it at the new node. `stoppedMs`: how long it was stopped, in milliseconds.
 */
export async function moveToOtherNode(
  deps: ShardDeps,
  nodes: readonly CitusServer[],
  shard: number,
): Promise<{ readonly ok: true; readonly stoppedMs: number }> {
  const place = (await findShard(deps, shard))!;
  return asOwner(place, async (owner) => {
    const from = await portOfSchema(owner);
    const { port } = nodes.find((node) => node.port !== from)!;
    await grantToService(owner, serviceRole, true);
    await execute(owner, {
      text: `select citus_schema_move(current_schema()::regnamespace, '127.0.0.1', $1::int)`,
      values: [port],
    });
    const address = addressAt(place, port);
    await noteMove(deps, shard, address);
    const stoppedAt = performance.now();
    await stopShard(deps, shard);
    await withClient({ connectionString: place.connectionString }, (client) => awaitClosed(client, shard, closeMs));
    await openShard(deps, shard, address);
    return { ok: true, stoppedMs: Math.round(performance.now() - stoppedAt) };
  });
}

/** In this time, in milliseconds, all processes close a shard: locks of two nodes do not see each other. */
const closeMs = 60_000;

/** The size of a shard's tables, in bytes: at the coordinator they are empty. */
export const distributedBytes = (place: Connections): Promise<number> =>
  asOwner(place, (owner) =>
    queryOneValue(owner, {
      text: `select coalesce(sum(citus_total_relation_size(logicalrelid, fail_on_error => false)), 0)::bigint as bytes
             from pg_dist_schema join pg_dist_partition using (colocationid) where schemaid = current_schema()::regnamespace`,
    }),
  );

/** The address of a shard on the node with a port. All servers are on loopback. */
const addressAt = ({ connectionString, ownerConnectionString }: Connections, port: number): ShardAddress => ({
  url: planEachTime(withoutSchema(connectionString).replace(/(?<=@127\.0\.0\.1:)\d+/, String(port))),
  ownerUrl: withoutSchema(ownerConnectionString),
  schema: schemaOf(ownerConnectionString)!,
});

/** A generic plan of a prepared insert leaves 39 KB in the server process of Citus 13.2 each time that it is executed. */
const planEachTime = (url: string): string =>
  url.includes('plan_cache_mode') ? url : withParameter(url, 'options', '-c plan_cache_mode=force_custom_plan');

/** The port of the node that has the current schema. */
const portOfSchema = (db: Queryable): Promise<number> =>
  queryOneValue(db, {
    text: `select n.nodeport as port
           from pg_dist_schema s join pg_dist_partition using (colocationid) join pg_dist_shard using (logicalrelid)
             join pg_dist_placement using (shardid) join pg_dist_node n using (groupid)
           where s.schemaid = current_schema()::regnamespace limit 1`,
  });

/** The unlogged tables of the current schema, quoted. */
const unloggedTables = (owner: Queryable): Promise<string[]> =>
  queryColumn(owner, {
    text: `select oid::regclass::text as name from pg_class
           where relnamespace = current_schema()::regnamespace and relkind = 'r' and relpersistence = 'u'`,
  });

/** Runs `work` as the owner at the coordinator. */
const asOwner = <T>({ ownerConnectionString }: Connections, work: (owner: Queryable) => Promise<T>): Promise<T> =>
  withClient({ connectionString: ownerConnectionString }, work);
