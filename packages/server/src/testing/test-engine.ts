import { unaudited } from '../members/audit/testing/unaudited.ts';
import { Registry } from 'prom-client';
import type { Channel, Flow, Trigger } from '@retoma/flow';
import { saveAutomation } from '../automations/definitions/save-automation.ts';
import type { ChannelProvider, Delivered, Delivery } from '../providers/channels/provider.ts';
import { unconnected } from '../providers/channels/sandbox-inbox.ts';
import { openPool, type Database } from '../base/postgres/pool.ts';
import { connectionActivate } from './connections.ts';
import { eventInsertMany } from '../shop/events/queries/events.ts';
import { storeFind } from '../stores/queries/stores.ts';
import { newId } from '../base/ids.ts';
import type { Clock } from '../base/clock.ts';
import { openLog, unfiltered } from '../base/log/log.ts';
import { confirmOptOuts } from '../automations/delivery/confirm-opt-outs.ts';
import type { CrashPoint, Engine } from '../automations/engine/engine.ts';
import { openEngineMetrics } from '../automations/engine/engine-metrics.ts';
import { openEngine } from '../automations/engine/open-engine.ts';
import { continueOperations } from '../automations/engine/queues/operations.ts';
import { recordOutcomes } from '../automations/engine/queues/outcomes.ts';
import { releaseMessages } from '../automations/engine/queues/pending-messages.ts';
import { resumeRuns } from '../automations/engine/queues/inputs.ts';
import { noStore, startRuns } from '../automations/engine/queues/events.ts';
import { wakeRuns } from '../automations/engine/queues/timers.ts';
import { createStore } from '../stores/manage-stores.ts';
import { expectNoSecretsIn } from './log-scan.ts';
import { cloneDatabase, type TestDatabase } from './test-service.ts';

/** The result of a test's provider; by default it accepts every message. */
export type DeliveryScript = { deliver: (delivery: Delivery) => Delivered | Promise<Delivered> };

/** An event of a test's store. */
export type TestEvent = {
  type: Trigger;
  data: object;
  orderId?: string;
  checkoutId?: string;
  storeId?: string;
  /** Milliseconds; now if absent. */
  occurredAt?: number;
};

/** An engine on its own database with one store. Its clock advances only by `pass`, and its queues are polled only by `poll` and `settle`. */
export type TestEngine = {
  engine: Engine;
  db: Database;
  databaseUrl: string;
  /** The database's URL for the owner of its tables; `asOwner` runs statements that the service's role may not run. */
  ownerUrl: string;
  asOwner: TestDatabase['asOwner'];
  storeId: string;
  /** All deliveries that a provider received, in order. */
  delivered: Delivery[];
  script: DeliveryScript;
  logged: string[];
  now: () => number;
  /** Advances the clock, in milliseconds. */
  pass: (ms: number) => void;
  publish: (flow: Partial<Flow> & Pick<Flow, 'steps'>, storeId?: string) => Promise<string>;
  happen: (...events: TestEvent[]) => Promise<string[]>;
  /** Polls all queues until none has work at this instant. */
  settle: () => Promise<void>;
  newStore: () => Promise<string>;
  /** Another engine on the same database, with the same clock, if none is given, and the same providers. */
  another: (options?: { crashPoint?: (point: CrashPoint) => void; clock?: Clock }) => Engine;
  poll: (engine?: Engine) => Promise<number>;
  stop: () => Promise<void>;
};

/** A customer that every channel reaches. */
export const ana = { name: 'Ana Lima', email: 'ana@cliente.example', phone: '+5511987654321' };

/** Options of a test's engine. */
type TestEngineOptions = {
  /** Whether the provider of every channel deduplicates. */
  deduplicates?: boolean;
  concurrency?: number;
  /** The URL of the PostgreSQL server; by default that of the test run. */
  server?: string;
};

/** Starts a test engine. */
export async function startTestEngine(options: TestEngineOptions = {}): Promise<TestEngine> {
  const { deduplicates = true, concurrency = 1000, server } = options;
  const database = await cloneDatabase(server);
  const db = openPool(database.url, 8, () => {});
  let now = Date.parse('2026-03-10T15:00:00Z');
  const delivered: Delivery[] = [];
  const logged: string[] = [];
  const script: DeliveryScript = { deliver: () => ({ outcome: 'sent' }) };
  const provider: ChannelProvider = {
    ...unconnected,
    deduplicates,
    concurrency,
    send(delivery) {
      delivered.push(delivery);
      return Promise.resolve(script.deliver(delivery));
    },
  };
  const another: TestEngine['another'] = (options = {}) =>
    openEngine({
      db,
      clock: () => now,
      log: openLog('warn', { write: (line: string) => void logged.push(line) }, unfiltered),
      metrics: openEngineMetrics(new Registry()),
      findStore: (storeId) => storeFind(db, storeId),
      providers: { whatsapp: { test: provider }, email: { test: provider }, sms: { test: provider } },
      baseUrl: () => 'https://pay.retoma.example',
      secret: 'a secret for tests of thirty-two characters',
      leaseMs: 60_000,
      timeoutMs: 30_000,
      ...options,
    });
  const engine = another();
  const newStore = async (): Promise<string> => {
    const { storeId } = await createStore(db, 'Loja Aurora');
    for (const channel of ['whatsapp', 'email', 'sms'] satisfies Channel[]) {
      await connectionActivate(db, { connectionId: newId(), storeId, channel, provider: 'test', name: 'Teste' });
    }
    return storeId;
  };
  const storeId = await newStore();
  const poll: TestEngine['poll'] = (polled = engine) => pollOnce(polled);
  return {
    engine,
    db,
    databaseUrl: database.url,
    ownerUrl: database.ownerUrl,
    asOwner: database.asOwner,
    storeId,
    delivered,
    script,
    logged,
    now: () => now,
    pass: (ms) => void (now += ms),
    publish: (flow, of = storeId) => publish(db, of, flow),
    happen: (...events) => happen(db, storeId, now, events),
    settle: async () => {
      while ((await poll()) > 0);
    },
    newStore,
    another,
    poll,
    async stop() {
      await db.end();
      await database.drop();
      expectNoSecretsIn(logged);
    },
  };
}

/** Polls every queue of an engine once, in the order of RUN10: outcomes, events, inputs, waiting messages, timers. */
export async function pollOnce(engine: Engine): Promise<number> {
  let found = 0;
  do {
    await engine.dispatcher.idle();
    const outcomes = await recordOutcomes(engine, 1000);
    if (outcomes === 0) break;
    found += outcomes;
  } while (found < 100_000);
  found += await startRuns(engine, { after: noStore }, 1000);
  if (found === 0) found += await continueOperations(engine, 1000);
  if (found === 0) found += await resumeRuns(engine, 1000);
  if (found === 0) found += await confirmOptOuts(engine, 1000);
  if (found === 0) found += await releaseMessages(engine, 1000);
  if (found === 0) found += await wakeRuns(engine, { after: noStore, isSkewed: false }, 1000);
  return found;
}

async function publish(db: Database, storeId: string, flow: Partial<Flow> & Pick<Flow, 'steps'>): Promise<string> {
  const text = JSON.stringify({ name: 'Recuperação', trigger_event: 'pix.generated', ...flow });
  const saved = await saveAutomation({ db, mode: 'off' }, { storeId, text, publish: true }, unaudited);
  if (!saved.ok) throw new Error(JSON.stringify(saved));
  return saved.automation.automationId;
}

async function happen(db: Database, storeId: string, now: number, events: readonly TestEvent[]): Promise<string[]> {
  const rows = events.map(({ type, data, orderId, checkoutId, occurredAt = now, ...event }) => ({
    eventId: newId(),
    storeId: event.storeId ?? storeId,
    type,
    externalId: null,
    subject: null,
    orderId: orderId ?? null,
    checkoutId: checkoutId ?? null,
    occurredAt,
    data: JSON.stringify(data),
    startsRuns: true,
  }));
  await eventInsertMany(db, rows);
  return rows.map(({ eventId }) => eventId);
}
