// The shards besides shard 0 in a process that answers requests: each has a context, routes and workers of its own, on its database.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { openContext, type Context } from '../../context.ts';
import { createShardApp } from '../http/app.ts';
import type { ShardHandler } from '../http/route-to-shards.ts';
import { newIdInShard } from '../../base/ids.ts';
import { Closers } from '../../base/shutdown.ts';
import { migrateShard, type ShardDeps } from '../shards/create-shard.ts';
import { shardForNewStore } from '../shards/list-shards.ts';
import { OpenShards, type Closable } from '../shards/open-shards.ts';
import { readShards, type Shard } from '../shards/shard-map.ts';
import { runWorkers } from '../workers.ts';
import type { ProcessDeps } from './open-process.ts';

/** What answers the requests of one shard. */
export type ShardService = Closable & ShardHandler & { readonly context: Context };

/** How long requests in progress may take when a shard is closed, in milliseconds; then their connections are closed. */
const drainMs = 5_000;

/** The shards besides shard 0, not opened yet. `ofShard0`: its limits and its databases are those of all shards of the process. */
export function serveShards(
  deps: ProcessDeps,
  ofShard0: Context,
  { withWorkers }: { readonly withWorkers: boolean },
): OpenShards<ShardService> {
  const { config, listeners, log } = deps;
  const map = mapOf(deps, ofShard0);
  const shards = new OpenShards<ShardService>({
    read: () => readShards(map.db, map.key, map.ofShard0),
    open: (shard) => openShardService(deps, ofShard0, shard, withWorkers),
    selected: config.shards,
    listeners,
    log,
  });
  ofShard0.storeDb = shards.storeDb(ofShard0.usersDb, ({ context }) => context.db);
  ofShard0.openDbs = () => [ofShard0.db, ...shards.all().map(({ context }) => context.db)];
  ofShard0.newStoreId = async () =>
    newIdInShard(await shardForNewStore(map, (shard) => shard === 0 || shards.get(shard) !== undefined));
  deps.metrics.watchShards(() => shards.states());
  return shards;
}

const mapOf = ({ connectionString, ownerConnectionString }: ProcessDeps, context: Context): ShardDeps => ({
  db: context.db,
  key: context.credentialsKey,
  ofShard0: { connectionString, ownerConnectionString },
  clock: context.clock,
});

async function openShardService(
  deps: ProcessDeps,
  ofShard0: Context,
  place: Shard,
  withWorkers: boolean,
): Promise<ShardService> {
  await migrateShard(place);
  const { shard, connectionString } = place;
  const { usersDb, storeDb, newStoreId, baseUrl, limits, sharedLimits } = ofShard0;
  const databases = { usersDb, storeDb };
  const ofProcess = { limits, sharedLimits, newStoreId };
  const closers = new Closers();
  const { now: clock } = await deps.listeners.clockOf(connectionString);
  const context = openContext({ ...deps, clock, connectionString, baseUrl, databases, shard, ofProcess });
  closers.add(() => context.dispose());
  const app = createShardApp(context);
  closers.add(() => app.close());
  try {
    await app.ready();
  } catch (error) {
    // A shard that cannot be opened is tried again every few seconds, so a failure must leave no connection open.
    await closers.close();
    throw error;
  }
  if (withWorkers)
    closers.add(runWorkers({ ...deps, ...place, clock, databases, baseUrl: () => ofShard0.baseUrl }).stop);
  const responses = new Set<ServerResponse>();
  return {
    context,
    handle(request: IncomingMessage, response: ServerResponse) {
      responses.add(response);
      response.once('close', () => responses.delete(response));
      app.routing(request, response);
    },
    async close() {
      for (let waited = 0; responses.size > 0 && waited < drainMs; waited += 50) await setTimeout(50);
      for (const response of responses) response.destroy();
      await closers.close();
      deps.metrics.forgetPools(shard);
    },
  };
}
