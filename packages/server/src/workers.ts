import { sandboxRowOf } from './providers.ts';
import { openProviders } from './channels/index.ts';
import type { Inbox } from './channels/sandbox-inbox.ts';
import { systemClock, type Clock } from './platform/clock.ts';
import { GatheredInsert } from './db/batch-insert.ts';
import { Listeners } from './db/listener.ts';
import { oneDatabase, type UserDatabases } from './db/databases.ts';
import { openPool, type Database, type PoolOptions } from './db/pool.ts';
import { sandboxMessageInsertMany, type SandboxMessage } from './db/queries/messages/sandbox-messages.ts';
import { pollPaymentsJob } from './jobs/poll-payments.ts';
import { checkDueDomains, domainProbes } from './stores/domains/check-domain.ts';
import { checkoutJobs } from './jobs/checkout-jobs.ts';
import { conversionJobs } from './jobs/send-conversions.ts';
import { databaseJobs, userJobs } from './jobs/database-jobs.ts';
import type { Config } from './config/config.ts';
import { sendAccountMails } from './jobs/send-account-mails.ts';
import { startJobs, type PeriodicJob } from './jobs/run-jobs.ts';
import { notifyOwners } from './jobs/notify-owners.ts';
import type { Logger } from './platform/log.ts';
import { openMail } from './platform/service-mail.ts';
import type { Metrics } from './observability/metrics.ts';
import { observeJobs } from './observability/observe-jobs.ts';
import { observeChannels, observePayments } from './observability/observe-providers.ts';
import { poolName } from './observability/pool-metrics.ts';
import { slowQueries } from './observability/slow-queries.ts';
import { traceRuns } from './observability/trace-runs.ts';
import type { Tracer } from './platform/tracer.ts';
import type { OrderParts } from './orders/order-deps.ts';
import { openOutgoing } from './platform/http-client.ts';
import { destinationsOf, freightProvidersOf, providersOf, type PaymentConfig } from './providers.ts';
import type { Engine } from './engine/engine.ts';
import { forgetEngineMetrics, openEngineMetrics } from './engine/engine-metrics.ts';
import { enginePool, openEngine } from './engine/open-engine.ts';
import { runEngine } from './engine/start-engine.ts';
import { ofOwnSchema } from './pubsub/own-schema.ts';
import { RunUpdatePublisher } from './pubsub/publish-run-updates.ts';
import { applyUnmatchedStatuses } from './delivery/inbound/apply-statuses.ts';
import { watchDeliveries } from './delivery/check-delivery-rates.ts';
import { checkInvariants } from './engine/invariants/check-invariants.ts';
import { credentialsKey } from './crypto/seal.ts';
import { renewDueSessions } from './integrations/freight/renew-sessions.ts';
import { applyDueChanges } from './integrations/payments/apply-due-changes.ts';
import { storeChanges, StoreDirectory } from './stores/store-directory.ts';
import { Closers } from './platform/shutdown.ts';

/** Dependencies of the workers of one process. */
export type WorkerParts = {
  /** Absent: shard 0. */
  shard?: number;
  connectionString: string;
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
type TimedParts = WorkerParts & { readonly clock: Clock };

/** Starts the engine and the periodic jobs; `stop` waits for running work. */
export function runWorkers(options: WorkerParts): { stop: () => Promise<void> } {
  const parts: TimedParts = { clock: systemClock, ...options };
  const { clock, config, connectionString, listeners = new Listeners(), log, metrics, tracer, secret, baseUrl } = parts;
  const outgoing = { allowPrivate: config.allowPrivateAddresses };
  const closers = new Closers();
  const db = open(parts, 'engine', poolSize, enginePool);
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
    metrics: openEngineMetrics(metrics.registry, parts.shard),
    recipientLimit: parts.config.recipientLimit,
    findStore: (storeId) => directory.find(storeId),
    onCommitted: (tasks, since) => {
      moved.note(tasks);
      if (tracer) traceRuns(tracer, tasks, since);
    },
    providers: observeChannels(
      openProviders({ inbox: gatherInbox(db), callOut: openOutgoing(outgoing), ...outgoing }),
      parts,
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
  closers.add(runJobs(parts, engine).stop);
  closers.add(runPaymentChecks(parts).stop);
  closers.add(runConversions(parts).stop);
  return { stop: () => closers.close() };
}

/** Opens a pool of the workers, with metrics under its name. */
function open(parts: WorkerParts, name: string, size: number, options: PoolOptions = {}): Database {
  const { config, connectionString, log, metrics } = parts;
  const db = openPool(connectionString, size, (error) => log.warn({ err: error }, 'connection lost'), {
    ...options,
    ...slowQueries(parts, name, config.slowQueryMs),
  });
  metrics.watchPool(poolName(name, parts.shard), db);
  return db;
}

/** Periodic jobs scan whole tables and are slow: they use a separate pool, with other limits than the engine's. */
function runJobs(parts: TimedParts, engine: Engine): { stop: () => Promise<void> } {
  const { clock, config, log, metrics, tracer, baseUrl, secret } = parts;
  const db = open(parts, 'duties', 2, { statementMs: 60_000 });
  const watch: PeriodicJob = {
    name: 'watch runs',
    everyMs: 30_000,
    run: () => checkInvariants({ ...engine, db }).then(() => 0),
  };
  const databases = parts.databases ?? oneDatabase(db);
  const freight = freightProvidersOf(config, clock);
  const checks = {
    db,
    usersDb: databases.usersDb,
    clock,
    ...domainProbes(),
    target: () => new URL(baseUrl()).hostname,
  };
  const all: PeriodicJob[] = [
    ...databaseJobs(db, clock, config.retention),
    ...(parts.shard === undefined ? userJobs(databases, clock) : []),
    ...checkoutJobs(db, clock),
    {
      name: 'check domains',
      everyMs: 60_000,
      run: (signal: AbortSignal) => checkDueDomains(checks, signal),
    },
    {
      name: 'payment changes',
      everyMs: 60_000,
      run: () => applyDueChanges({ db, clock, credentialsKey: credentialsKey(secret) }),
    },
    {
      name: 'freight tokens',
      everyMs: 10 * 60_000,
      run: (signal: AbortSignal) =>
        renewDueSessions({ db, clock, credentialsKey: credentialsKey(secret), freight }, signal),
    },
    watch,
    { name: 'early statuses', everyMs: 5_000, run: () => applyUnmatchedStatuses({ db, clock }) },
    {
      name: 'watch deliveries',
      everyMs: 5 * 60_000,
      run: () => watchDeliveries(db, clock, engine.providers),
    },
    ...mailJobs(parts, db, databases),
  ];
  const jobs = startJobs(log, all, observeJobs(metrics, clock, tracer, parts.shard));
  return {
    async stop() {
      await jobs.stop();
      await db.end();
    },
  };
}

/** The jobs that send e-mails to members; none without a mail server. */
function mailJobs({ clock, config, baseUrl }: TimedParts, db: Database, { usersDb }: UserDatabases): PeriodicJob[] {
  const mail = openMail(config);
  if (!mail) return [];
  const sending = { db, usersDb, clock, mail, baseUrl };
  return [
    { name: 'tell owners', everyMs: 60_000, run: () => notifyOwners(sending) },
    { name: 'account mails', everyMs: 5_000, run: (signal) => sendAccountMails(sending, signal) },
  ];
}

/** Polls payments over a separate pool: a shopper may be waiting, and slow jobs must not delay the polling. */
function runPaymentChecks(parts: TimedParts): { stop: () => Promise<void> } {
  const { clock, config, log, metrics, tracer, secret, baseUrl } = parts;
  const db = open(parts, 'payments', 3);
  const orders: OrderParts = {
    db,
    log,
    clock,
    credentialsKey: credentialsKey(secret),
    payments: observePayments(providersOf(config, db, clock), parts),
    // The base URL is known only once the service listens.
    get baseUrl() {
      return baseUrl();
    },
  };
  const jobs = startJobs(log, [pollPaymentsJob(orders)], observeJobs(metrics, clock, tracer, parts.shard));
  return {
    async stop() {
      await jobs.stop();
      await db.end();
    },
  };
}

/** COM37: sends conversions over a separate pool: destinations are slow, and nothing waits for them. */
function runConversions(parts: TimedParts): { stop: () => Promise<void> } {
  const { clock, config, log, metrics, tracer, secret } = parts;
  const db = open(parts, 'conversions', 2);
  const jobs = startJobs(
    log,
    conversionJobs({
      db,
      clock,
      credentialsKey: credentialsKey(secret),
      destinations: destinationsOf(config, clock),
    }),
    observeJobs(metrics, clock, tracer, parts.shard),
  );
  return {
    async stop() {
      await jobs.stop();
      await db.end();
    },
  };
}

/** Messages to the sandbox that arrive together are stored by one statement. */
function gatherInbox(db: Database): Inbox {
  const messages = new GatheredInsert<SandboxMessage>({
    write: (rows) => sandboxMessageInsertMany(db, rows),
    sizeOf: ({ content, mime }) => content.length + (mime?.length ?? 0),
    statementsInFlight: 1,
    rowsPerStatement: 500,
    bytesPerStatement: 4 * 1024 * 1024,
    capacity: 64 * 1024 * 1024,
    deadline: 10_000,
    monotonic: () => performance.now(),
  });
  return (sent) => messages.insert(sandboxRowOf(sent));
}
