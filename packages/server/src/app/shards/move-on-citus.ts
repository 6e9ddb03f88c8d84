// Moves a shard that Citus distributes to another node (SHD5). Citus copies the rows while they are used, and the old node passes statements
// on to the new one. Then all processes close the shard and open it at the new node: locks and notifications of two servers do not see each
// other.
import { execute, queryOneValue } from '../../base/postgres/query.ts';
import { ownerSettings } from '../../base/postgres/migrate.ts';
import { grantToService } from '../../base/postgres/roles.ts';
import { withClient } from '../../base/postgres/with-client.ts';
import { addressAt, nodeOfSchema, type CitusNode } from './citus-place.ts';
import { serviceRoleOf, type ShardDeps } from './create-shard.ts';
import { awaitClosed, lockPlace } from './move-shard.ts';
import { connectionsOf } from './shard-map.ts';
import { findShard, noteMove, openShard, stopShard } from './shard-states.ts';

/** The refusals of `moveOnCitus`. */
export type MoveOnCitusRefusal =
  'SHARD_NOT_FOUND' | 'SHARD_NOT_ON_CITUS' | 'NODE_NOT_FOUND' | 'SHARD_ADDRESS_IN_USE' | 'MOVE_IN_PROGRESS';

/** What a move did. `stoppedMs`: how long the shard was stopped, in milliseconds. */
export type MovedOnCitus = { readonly ok: true; readonly stoppedMs: number };

type NotMoved = { readonly ok: false; readonly code: MoveOnCitusRefusal };
const notMoved = (code: MoveOnCitusRefusal): NotMoved => ({ ok: false, code });

/**
 * SHD5: moves a shard to a node of Citus. The same call completes a move that was interrupted. `closeMs`: how long at most to wait until all
 * processes have closed the shard.
 */
export async function moveOnCitus(
  deps: ShardDeps,
  shard: number,
  node: CitusNode,
  { closeMs = 6_000 } = {},
): Promise<MovedOnCitus | NotMoved> {
  const place = await findShard(deps, shard);
  if (!place) return notMoved('SHARD_NOT_FOUND');
  const owner = { connectionString: place.ownerConnectionString, connectionTimeoutMillis, settings: ownerSettings };
  return withClient(owner, async (coordinator) => {
    const from = await nodeOfSchema(coordinator);
    if (!from) return notMoved('SHARD_NOT_ON_CITUS');
    const values = [node.host, node.port];
    const text = `select exists (select from pg_dist_node where nodename = $1 and nodeport = $2 and noderole = 'primary' and shouldhaveshards) as found`;
    if (!(await queryOneValue<boolean>(coordinator, { text, values }))) return notMoved('NODE_NOT_FOUND');
    const address = addressAt(place, node);
    const isThere = from.host === node.host && from.port === node.port;
    const isMapped = connectionsOf(address, deps.ofShard0).connectionString === place.connectionString;
    if (isThere && isMapped && place.state !== 'moving') return notMoved('SHARD_ADDRESS_IN_USE');
    if (!(await lockPlace(coordinator))) return notMoved('MOVE_IN_PROGRESS');
    const role = await serviceRoleOf({
      ...place,
      connectionString: connectionsOf(address, deps.ofShard0).connectionString,
    });
    // Citus makes the views on a new node without their privileges.
    if (role !== undefined) await grantToService(coordinator, role, true);
    if (!isThere)
      await execute(coordinator, {
        text: `select citus_schema_move(current_schema()::regnamespace, $1::text, $2::int)`,
        values,
      });
    await noteMove(deps, shard, address);
    const stoppedAt = performance.now();
    await stopShard(deps, shard);
    // What cannot be asked any more has no connection left.
    const before = { connectionString: place.connectionString, connectionTimeoutMillis };
    await withClient(before, (client) => awaitClosed(client, shard, closeMs)).catch(() => {});
    await openShard(deps, shard, address);
    return { ok: true, stoppedMs: Math.round(performance.now() - stoppedAt) };
  });
}

const connectionTimeoutMillis = 5_000;
