// The shards besides shard 0 in a process that has only workers.
import { credentialsKey } from '../../base/crypto/seal.ts';
import { openPool, type Database } from '../../base/postgres/pool.ts';
import { Closers } from '../../base/shutdown.ts';
import { migrateShard } from '../shards/create-shard.ts';
import { OpenShards, type Closable } from '../shards/open-shards.ts';
import { readShards } from '../shards/shard-map.ts';
import { runWorkers } from '../workers.ts';
import type { ProcessDeps } from './open-process.ts';

type ShardWorkers = Closable & { readonly db: Database };

/** Opens the workers of every shard: shard 0 and those of the map. `baseUrl`: of the service, for links in messages. */
export async function workOnShards(deps: ProcessDeps, baseUrl: () => string, closers: Closers): Promise<void> {
  const { config, listeners, log, secret, connectionString, ownerConnectionString } = deps;
  const lost = (error: Error): void => log.warn({ err: error }, 'connection lost');
  const usersDb = openPool(connectionString, 2, lost);
  closers.add(() => usersDb.end());
  const shards = new OpenShards<ShardWorkers>({
    read: () => readShards(usersDb, credentialsKey(secret), { connectionString, ownerConnectionString }),
    selected: config.shards,
    listeners,
    log,
    async open(place) {
      await migrateShard(place);
      const { now: clock } = await listeners.clockOf(place.connectionString);
      const of = new Closers();
      const db = openPool(place.connectionString, 1, lost, { shard: place.shard });
      of.add(() => db.end());
      of.add(runWorkers({ ...deps, ...place, clock, databases, baseUrl }).stop);
      const close = async (): Promise<void> => {
        await of.close();
        deps.metrics.forgetPools(place.shard);
      };
      return { db, close };
    },
  });
  const databases = { usersDb, storeDb: shards.storeDb(usersDb, ({ db }) => db) };
  if (config.shards?.has(0) ?? true) closers.add(runWorkers({ ...deps, databases, baseUrl }).stop);
  closers.add(() => shards.stop());
  deps.metrics.watchShards(() => shards.states());
  await shards.start(connectionString);
}
