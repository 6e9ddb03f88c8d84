import type { CheckoutCreation } from './checkouts/create-checkout.ts';
import { systemClock, type Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import { GatheredInsert } from './db/gathered-insert.ts';
import { listen, listeningClient } from './db/listener.ts';
import { openPool, type Database } from './db/pool.ts';
import { checkoutInsertMany, type NewCheckout } from './db/queries/checkouts.ts';
import { RateLimiter } from './http/guards/rate-limit.ts';
import type { Logger } from './log.ts';
import { openMetrics, watchPool, type Metrics } from './metrics.ts';
import { ApiKeys } from './stores/api-key.ts';
import { storeChanges, StoreDirectory } from './stores/store-directory.ts';
import { webhookKey } from './stores/webhook-secret.ts';

/** Every collaborator of the service, built once and passed along; nothing is imported as a global. */
export type Context = CheckoutCreation & {
  config: Config;
  log: Logger;
  metrics: Metrics;
  directory: StoreDirectory;
  rateLimiter: RateLimiter | undefined;
  /** E6: the key under which a store signs its events. */
  webhookKeyOf: (storeId: string) => Buffer;
  /** Whether the process is on its way out: readiness says no, connections are closed after their answer. */
  draining: boolean;
  dispose: () => Promise<void>;
};

/** What a context is made of; tests put their own clock or log in. */
export type ContextParts = {
  config: Config;
  connectionString: string;
  secret: string;
  /** Without a trailing slash. */
  baseUrl: string;
  log: Logger;
  clock?: Clock;
};

/** Builds the context of one process. It connects to nothing before it is used, except to hear of changed stores. */
export function openContext(parts: ContextParts): Context {
  const { config, connectionString, log, clock = systemClock } = parts;
  const db = openPool(connectionString, config.databasePool, (error) => log.warn({ err: error }, 'connection lost'));
  const metrics = openMetrics();
  watchPool(metrics, db);
  const directory = new StoreDirectory(db, clock);
  const listening = listen({
    connect: () => listeningClient(connectionString),
    channels: storeChanges(directory),
    onGap: () => directory.forget(),
  });
  const checkouts = gatherCheckouts(db, metrics);
  return {
    config,
    db,
    log,
    metrics,
    directory,
    clock,
    keys: new ApiKeys(parts.secret),
    baseUrl: parts.baseUrl,
    rateLimiter: config.rateLimit.perSecond > 0 ? new RateLimiter(config.rateLimit) : undefined,
    webhookKeyOf: (storeId) => webhookKey(parts.secret, storeId),
    insert: (checkout) => checkouts.insert(checkout),
    inProgress: new Set(),
    draining: false,
    async dispose() {
      await listening.stop();
      await db.end();
    },
  };
}

/** The numbers are those that `npm run bench -- checkout` found best at 64 and at 256 connections. */
function gatherCheckouts(db: Database, metrics: Metrics): GatheredInsert<NewCheckout> {
  return new GatheredInsert({
    write: (checkouts, again) => checkoutInsertMany(db, checkouts, again),
    sizeOf: (checkout) => checkout.request.length,
    statementsInFlight: 2,
    rowsPerStatement: 64,
    bytesPerStatement: 1024 * 1024,
    capacity: 64 * 1024 * 1024,
    deadline: 4_000,
    monotonic: () => performance.now(),
    onBatch: (rows) => metrics.insertBatch.observe(rows),
  });
}
