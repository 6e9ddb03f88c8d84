import { openProviders } from '../channels/index.ts';
import type { Inbox } from '../channels/inbox.ts';
import { systemClock } from '../clock.ts';
import { GatheredInsert } from '../db/gathered-insert.ts';
import { listen, listeningClient } from '../db/listener.ts';
import { openPool, type Database } from '../db/pool.ts';
import { sandboxMessageInsertMany, type SandboxMessage } from '../db/queries/sandbox-messages.ts';
import { databaseDuties } from '../duties/database-duties.ts';
import { startDuties, type Duty } from '../duties/run-duties.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Engine } from '../runs/engine.ts';
import { openEngineMetrics } from '../runs/engine-metrics.ts';
import { enginePool, openEngine } from '../runs/open-engine.ts';
import { runEngine } from '../runs/run-engine.ts';
import { watchInvariants } from '../runs/watch/watch-invariants.ts';
import { storeChanges, StoreDirectory } from '../stores/store-directory.ts';
import { Closers } from './closers.ts';

/** What the workers of one process are made of. */
export type WorkerParts = {
  connectionString: string;
  log: Logger;
  metrics: Metrics;
  secret: string;
  baseUrl: () => string;
};

/** The connections that the engine of one process uses; each lane holds one at a time. */
const poolSize = 6;

/** A message belongs to its worker for this long; its provider must answer in half of it. Milliseconds. */
const lease = { leaseMs: 60_000, timeoutMs: 30_000 };

/** Starts what runs automations, and the duties; `stop` waits for what is under way. */
export function runWorkers(parts: WorkerParts): { stop: () => Promise<void> } {
  const { connectionString, log, metrics, secret, baseUrl } = parts;
  const closers = new Closers();
  const db = openPool(connectionString, poolSize, (error) => log.warn({ err: error }, 'connection lost'), enginePool);
  closers.add(() => db.end());
  const directory = new StoreDirectory(db, systemClock);
  const engine = openEngine({
    db,
    log,
    secret,
    baseUrl,
    clock: systemClock,
    metrics: openEngineMetrics(metrics.registry),
    findStore: (storeId) => directory.find(storeId),
    providers: openProviders(gatherInbox(db)),
    ...lease,
  });
  const running = runEngine(engine);
  closers.add(running.stop);
  const gap = (): void => {
    directory.forget();
    running.poke();
  };
  const channels = { ...storeChanges(directory), retoma_work: running.poke };
  closers.add(listen({ connect: () => listeningClient(connectionString), channels, onGap: gap }).stop);
  closers.add(runDuties(parts, engine).stop);
  return { stop: () => closers.close() };
}

/** Duties read tables from end to end and may take their time: on connections of their own, which are not set for that of the engine. */
function runDuties({ connectionString, log }: WorkerParts, engine: Engine): { stop: () => Promise<void> } {
  const db = openPool(connectionString, 2, (error) => log.warn({ err: error }, 'connection lost'), {
    statementMs: 60_000,
  });
  const watch: Duty = {
    name: 'watch runs',
    everyMs: 30_000,
    run: () => watchInvariants({ ...engine, db }).then(() => 0),
  };
  const duties = startDuties(log, [...databaseDuties(db, systemClock), watch]);
  return {
    async stop() {
      await duties.stop();
      await db.end();
    },
  };
}

/** Messages to the sandbox that arrive together are kept by one statement. */
function gatherInbox(db: Database): Inbox {
  const messages = new GatheredInsert<SandboxMessage>({
    write: (rows) => sandboxMessageInsertMany(db, rows),
    sizeOf: ({ content }) => content.length,
    statementsInFlight: 1,
    rowsPerStatement: 500,
    bytesPerStatement: 4 * 1024 * 1024,
    capacity: 64 * 1024 * 1024,
    deadline: 10_000,
    monotonic: () => performance.now(),
  });
  return ({ storeId, key, channel, to, content }) =>
    messages.insert({ storeId, idempotencyKey: key, channel, recipient: to, content: JSON.stringify(content) });
}
