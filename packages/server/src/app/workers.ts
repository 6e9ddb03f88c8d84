import { sandboxRowOf } from './providers.ts';
import { openProviders } from '../providers/channels/index.ts';
import type { Inbox } from '../providers/channels/sandbox-inbox.ts';
import { systemClock, type Clock } from '../base/clock.ts';
import { BatchInsert } from '../base/postgres/batch-insert.ts';
import { Listeners } from '../base/postgres/listener.ts';
import { oneDatabase, type UserDatabases } from '../base/postgres/databases.ts';
import { openPool, type Database, type PoolOptions } from '../base/postgres/pool.ts';
import { sandboxMessageInsertMany, type SandboxMessage } from '../automations/delivery/queries/sandbox-messages.ts';
import { periodicJobs } from './jobs/periodic-jobs.ts';
import type { Config } from '../base/config/config.ts';
import { startJobs } from './jobs/run-jobs.ts';
import type { Logger } from '../base/log/log.ts';
import { openMail } from '../base/service-mail.ts';
import type { Metrics } from '../base/telemetry/metrics.ts';
import { observeJobs } from '../base/telemetry/observe-jobs.ts';
import { observeChannels, observePayments } from '../providers/observe-providers.ts';
import { connectorParts } from '../shop/connectors/connector-deps.ts';
import { connectionWorker } from '../shop/connectors/reading/connection-worker.ts';
import { webhookSender } from '../shop/webhooks/delivery/webhook-sender.ts';
import { poolName } from '../base/telemetry/pool-metrics.ts';
import { slowQueries } from '../base/telemetry/slow-queries.ts';
import { traceRuns } from '../base/telemetry/trace-runs.ts';
import type { Tracer } from '../base/telemetry/tracer.ts';
import type { OrderDeps } from '../shop/orders/order-deps.ts';
import { openOutgoing } from '../base/net/http-client.ts';
import { destinationsOf, freightProvidersOf, providersOf, type PaymentConfig } from './providers.ts';
import type { Engine } from '../automations/engine/engine.ts';
import { forgetEngineMetrics, openEngineMetrics } from '../automations/engine/engine-metrics.ts';
import { enginePool, openEngine } from '../automations/engine/open-engine.ts';
import { runEngine } from '../automations/engine/start-engine.ts';
import { ofOwnSchema } from '../base/pubsub/own-schema.ts';
import { RunUpdatePublisher } from '../automations/engine/publish-run-updates.ts';
import { credentialsKey } from '../base/crypto/seal.ts';
import { storeChanges, StoreDirectory } from '../stores/store-directory.ts';
import { Closers } from '../base/shutdown.ts';
import { withPlace } from './shards/create-shard.ts';

/** Dependencies of the workers of one process. */
export type WorkerDeps = {
  /** Absent: shard 0. */
  shard?: number;
  connectionString: string;
  /** The owner of the tables, for a shard besides shard 0: its address is where they are created and dropped (SHD6). */
  ownerConnectionString?: string;
  /** The connections on which the process listens. Absent: it has one of its own. */
  listeners?: Listeners;
  log: Logger;
  /** RUN20: the clock of the database. Absent: that of the machine. */
  clock?: Clock;
  metrics: Metrics;
  /** Undefined: traces are not exported. */
  tracer: Tracer | undefined;
  secret: string;
  baseUrl: () => string;
  config: PaymentConfig & Pick<Config, 'slowQueryMs' | 'retention' | 'mail' | 'recipientLimit'>;
  /** The databases of users and of other stores, which the caller closes. Absent: all are in this one. */
  databases?: UserDatabases;
};

/** The connections that the engine of one process uses; each queue holds one at a time. */
const poolSize = 6;

/** How long a worker's lease on a message lasts, and in which time its provider must respond, in milliseconds. */
const lease = { leaseMs: 60_000, timeoutMs: 30_000 };

/** The parts with a clock. */
type TimedDeps = WorkerDeps & { readonly clock: Clock };

/** Starts the engine and the periodic jobs; `stop` waits for running work. */
export function runWorkers(options: WorkerDeps): { stop: () => Promise<void> } {
  const deps: TimedDeps = { clock: systemClock, ...options };
  const { clock, config, connectionString, listeners = new Listeners(), log, metrics, tracer, secret, baseUrl } = deps;
  const outgoing = { allowPrivate: config.allowPrivateAddresses };
  const closers = new Closers();
  const db = open(deps, 'engine', poolSize, enginePool);
  closers.add(() => db.end());
  const directory = new StoreDirectory(db, clock);
  const moved = new RunUpdatePublisher(db);
  closers.add(() => moved.stop());
  const engine = openEngine({
    db,
    log,
    secret,
    baseUrl,
    clock,
    metrics: openEngineMetrics(metrics.registry, deps.shard),
    recipientLimit: deps.config.recipientLimit,
    findStore: (storeId) => directory.find(storeId),
    onCommitted: (tasks, since) => {
      moved.note(tasks);
      if (tracer) traceRuns(tracer, tasks, since);
    },
    providers: observeChannels(
      openProviders({ inbox: batchInbox(db), callOut: openOutgoing(outgoing), ...outgoing }),
      deps,
    ),
    ...lease,
  });
  const running = runEngine(engine);
  closers.add(async () => {
    await running.stop();
    forgetEngineMetrics(engine.metrics);
  });
  const gap = (): void => {
    directory.forget();
    running.notify();
  };
  const channels = { ...storeChanges(directory), retoma_queue: ofOwnSchema(db, running.notify) };
  closers.add(listeners.listen(connectionString, { channels, onGap: gap }).stop);
  closers.add(runJobs(deps, engine).stop);
  closers.add(sendWebhooks(deps).stop);
  closers.add(readShops(deps).stop);
  return { stop: () => closers.close() };
}

/** Opens a pool of the workers, with metrics under its name. */
function open(deps: WorkerDeps, name: string, size: number, options: PoolOptions = {}): Database {
  const { config, connectionString, log, metrics } = deps;
  const db = openPool(connectionString, size, (error) => log.warn({ err: error }, 'connection lost'), {
    ...options,
    ...slowQueries(deps, name, config.slowQueryMs),
    shard: deps.shard,
  });
  metrics.watchPool(poolName(name, deps.shard), db);
  return db;
}

/** Delivers webhooks, with a pool and connections of their own: endpoints of stores are slow, and nothing waits for them. */
function sendWebhooks(deps: TimedDeps): { stop: () => Promise<void> } {
  const { clock, config, log, metrics, secret } = deps;
  const db = open(deps, 'webhooks', 2);
  const sender = webhookSender({
    db,
    clock,
    log,
    credentialsKey: credentialsKey(secret),
    callOut: openOutgoing({ allowPrivate: config.allowPrivateAddresses }),
    random: Math.random,
    observe: ({ state, durationMs }) => metrics.webhookDeliveries.observe({ outcome: state }, durationMs / 1000),
  });
  sender.start();
  return {
    async stop() {
      await sender.stop();
      await db.end();
    },
  };
}

/** CON5: reads the shops of connections, with a pool and connections of their own. */
function readShops(deps: TimedDeps): { stop: () => Promise<void> } {
  const { clock, config, log, secret, baseUrl } = deps;
  const db = open(deps, 'platforms', 3);
  const worker = connectionWorker({
    db,
    clock,
    log,
    credentialsKey: credentialsKey(secret),
    get baseUrl() {
      return baseUrl();
    },
    ...connectorParts(config),
  });
  worker.start();
  return {
    async stop() {
      await worker.stop();
      await db.end();
    },
  };
}

/** Runs the periodic jobs. They share a pool, except those that must not wait for the others or delay them. */
function runJobs(deps: TimedDeps, engine: Engine): { stop: () => Promise<void> } {
  const { clock, config, log, metrics, tracer, secret, baseUrl, shard, ownerConnectionString } = deps;
  const closers = new Closers();
  const pool = (name: string, size: number, options?: PoolOptions): Database => {
    const db = open(deps, name, size, options);
    closers.add(() => db.end());
    return db;
  };
  const db = pool('jobs', 2, { statementMs: 60_000 });
  const paymentsDb = pool('payments', 3);
  const key = credentialsKey(secret);
  const payments: OrderDeps = {
    db: paymentsDb,
    log,
    clock,
    credentialsKey: key,
    payments: observePayments(providersOf(config, paymentsDb, clock), deps),
    // The base URL is known only once the service listens.
    get baseUrl() {
      return baseUrl();
    },
  };
  const jobs = periodicJobs({
    db,
    inTablesDb: (work) =>
      shard === undefined || ownerConnectionString === undefined
        ? work(db)
        : withPlace({ ownerConnectionString }, work, { statementMs: 60_000 }),
    databases: deps.databases ?? oneDatabase(db),
    ownsUsers: shard === undefined,
    clock,
    retention: config.retention,
    credentialsKey: key,
    mail: openMail(config),
    baseUrl,
    engine,
    freight: freightProvidersOf(config, clock),
    payments,
    conversions: {
      db: pool('conversions', 2),
      clock,
      credentialsKey: key,
      destinations: destinationsOf(config, clock),
    },
  });
  closers.add(startJobs(log, jobs, observeJobs(metrics, clock, tracer, shard)).stop);
  return { stop: () => closers.close() };
}

/** Messages to the sandbox that arrive together are stored by one statement. */
function batchInbox(db: Database): Inbox {
  const messages = new BatchInsert<SandboxMessage>({
    write: (rows) => sandboxMessageInsertMany(db, rows),
    sizeOf: ({ content, mime }) => content.length + (mime?.length ?? 0),
    statementsInFlight: 1,
    rowsPerStatement: 500,
    bytesPerStatement: 4 * 1024 * 1024,
    capacityBytes: 64 * 1024 * 1024,
    deadlineMs: 10_000,
    monotonic: () => performance.now(),
  });
  return (sent) => messages.insert(sandboxRowOf(sent));
}
