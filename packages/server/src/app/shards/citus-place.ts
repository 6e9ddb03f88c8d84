// Shards that Citus distributes by schema (SHD3). Their tables are made and changed at the coordinator, which is the address of their owner.
// The service connects to the node that has them: locks and notifications are of one server.
import { execute, queryColumn, queryOneValue, queryRows } from '../../base/postgres/query.ts';
import { schemaOf, withoutSchema, withParameter, withServer } from '../../base/postgres/servers.ts';
import { grantToService } from '../../base/postgres/roles.ts';
import { ownerSettings } from '../../base/postgres/migrate.ts';
import { withClient } from '../../base/postgres/with-client.ts';
import type { Queryable } from '../../base/postgres/pool.ts';
import type { Connections, ShardAddress } from './shard-map.ts';

/** A node of Citus, by the name and port that Citus has for it. */
export type CitusNode = { readonly host: string; readonly port: number };

/** The refusal of `distribute`: Citus, or the node that it chose, refused a role. */
export type CitusRefusal = 'CITUS_NOT_READY';

const hasCitus = (db: Queryable): Promise<boolean> =>
  queryOneValue(db, { text: `select exists (select from pg_extension where extname = 'citus') as found` });

/** Whether a database is a coordinator of Citus with nodes that take schemas. */
export async function isCoordinator(db: Queryable): Promise<boolean> {
  if (!(await hasCitus(db))) return false;
  return queryOneValue(db, {
    text: `select exists (select from pg_dist_local_group where groupid = 0)
             and exists (select from pg_dist_node where shouldhaveshards and noderole = 'primary') as found`,
  });
}

/** The node that has the current schema; undefined: it is not distributed. */
export async function nodeOfSchema(db: Queryable): Promise<CitusNode | undefined> {
  if (!(await hasCitus(db))) return undefined;
  const [node] = await queryRows<CitusNode>(db, {
    text: `select n.nodename as host, n.nodeport as port
           from pg_dist_schema s join pg_dist_partition using (colocationid) join pg_dist_shard using (logicalrelid)
             join pg_dist_placement using (shardid) join pg_dist_node n using (groupid)
           where s.schemaid = current_schema()::regnamespace and n.noderole = 'primary' limit 1`,
  });
  return node;
}

/** The size of a distributed schema, in bytes: at the coordinator its tables are empty. */
export const distributedBytes = (db: Queryable): Promise<number> =>
  queryOneValue(db, {
    text: `select coalesce(sum(citus_total_relation_size(logicalrelid, fail_on_error => false)), 0)::bigint as bytes
           from pg_dist_schema join pg_dist_partition using (colocationid) where schemaid = current_schema()::regnamespace`,
  });

/**
 * SHD3: makes Citus place the schema of a shard on a node, unless it has one. Returns the address of the shard: the service connects to that
 * node, the owner to the coordinator. `serviceRole`: the service's role, if it is not the owner (CHK25).
 */
export async function distribute(
  place: Connections,
  serviceRole: string | undefined,
): Promise<
  { readonly ok: true; readonly address: ShardAddress } | { readonly ok: false; readonly code: CitusRefusal }
> {
  try {
    const node = await withOwner(place, async (owner) => {
      // A move publishes all tables, and an unlogged one cannot be published.
      for (const table of await unloggedTables(owner))
        await execute(owner, { text: `alter table ${table} set logged` });
      await execute(owner, { text: 'select citus_schema_distribute(current_schema()::regnamespace)' });
      // Citus makes the views on each node, without their privileges.
      if (serviceRole !== undefined) await grantToService(owner, serviceRole, true);
      return nodeOfSchema(owner);
    });
    const address = addressAt(place, node!);
    await withClient({ connectionString: address.url!, connectionTimeoutMillis }, (client) => client.query('select 1'));
    return { ok: true, address };
  } catch (error) {
    if (isRefused(error)) return { ok: false, code: 'CITUS_NOT_READY' };
    throw error;
  }
}

/** The address of a shard whose schema is on a node. `place`: its connections, of which the owner's leads to the coordinator. */
export const addressAt = ({ connectionString, ownerConnectionString }: Connections, node: CitusNode): ShardAddress => ({
  url: planEachTime(withServer(withoutSchema(connectionString), node)),
  ownerUrl: withoutSchema(ownerConnectionString),
  schema: schemaOf(ownerConnectionString)!,
});

/** A generic plan of a prepared insert leaves 39 KB in the server process of Citus 13.2 each time that it is executed. */
const planEachTime = (url: string): string =>
  /plan_cache_mode/.test(url) ? url : withParameter(url, 'options', '-c plan_cache_mode=force_custom_plan');

/** The unlogged tables of a schema that is not distributed yet, quoted. */
const unloggedTables = (owner: Queryable): Promise<string[]> =>
  queryColumn(owner, {
    text: `select c.oid::regclass::text as name from pg_class c
           where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence = 'u'
             and not exists (select from pg_dist_partition where logicalrelid = c.oid)`,
  });

const connectionTimeoutMillis = 5_000;

/** Runs `work` as the owner at the coordinator. */
const withOwner = <T>({ ownerConnectionString }: Connections, work: (owner: Queryable) => Promise<T>): Promise<T> =>
  withClient({ connectionString: ownerConnectionString, connectionTimeoutMillis, settings: ownerSettings }, work);

/** A connection that failed or was refused (08, 28), missing privileges (42501), or a missing role (42704). */
const isRefused = (error: unknown): boolean =>
  /^(08...|28...|42501|42704|ECONNREFUSED|ENOTFOUND|ETIMEDOUT)$/.test(String((error as { code?: unknown }).code));
