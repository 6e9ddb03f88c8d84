// How long a store waits while another one has 200,000 runs to start, and then as many timers that are due before the store's own.
import { unaudited } from '../../packages/server/src/members/audit/testing/unaudited.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { saveAutomation } from '../../packages/server/src/automations/definitions/save-automation.ts';
import { migrate } from '../../packages/server/src/base/postgres/migrate.ts';
import { openPool, type Database } from '../../packages/server/src/base/postgres/pool.ts';
import { eventInsertMany } from '../../packages/server/src/shop/events/queries/events.ts';
import { storeFind } from '../../packages/server/src/stores/queries/stores.ts';
import { newId } from '../../packages/server/src/base/ids.ts';
import { openLog } from '../../packages/server/src/base/log/log.ts';
import { openMetrics } from '../../packages/server/src/base/telemetry/metrics.ts';
import { openEngineMetrics } from '../../packages/server/src/automations/engine/engine-metrics.ts';
import { enginePool, openEngine } from '../../packages/server/src/automations/engine/open-engine.ts';
import { runEngine } from '../../packages/server/src/automations/engine/start-engine.ts';
import { createStore } from '../../packages/server/src/stores/manage-stores.ts';
import { openOwnPool } from '../harness/own-pool.ts';
import { BenchPostgres } from '../harness/postgres.ts';

/** The small store's waiting times, in milliseconds, and how much work of the large store was left then. */
export type Fairness = {
  readonly startMs: number;
  readonly startsLeft: number;
  readonly timerMs: number;
  readonly timersLeft: number;
};

const batchSize = 1_000;
const steps = [
  { type: 'delay', minutes: 60 },
  { type: 'delay', minutes: 60 },
];

/** Measures both with `count` runs of the large store. */
export async function measureFairness(count: number): Promise<Fairness> {
  const postgres = await new BenchPostgres().start();
  const url = await postgres.createDatabase('retoma');
  await migrate(url);
  const db = openOwnPool(url, 2);
  const engineDb = openPool(url, 6, () => {}, enginePool);
  let ahead = 0;
  const clock = (): number => Date.now() + ahead;
  const [large, small] = [await createFairnessStore(db), await createFairnessStore(db)];
  for (let made = 0; made < count; made += batchSize)
    await happen(db, large, Math.min(batchSize, count - made), clock());
  const running = runEngine(
    openEngine({
      db: engineDb,
      clock,
      log: openLog('error'),
      metrics: openEngineMetrics(openMetrics().registry),
      findStore: remembered((storeId) => storeFind(db, storeId)),
      providers: { whatsapp: {}, email: {}, sms: {} },
      baseUrl: () => 'https://pay.retoma.example',
      secret: 'a secret for proofs of thirty-two characters',
      leaseMs: 60_000,
      timeoutMs: 30_000,
    }),
  );
  try {
    await until(async () => (await numberOf(db, 'select from runs limit 1')) === 1);
    await happen(db, small, 1, clock());
    const startMs = await timed(running.notify, () => hasStarted(db, small));
    const startsLeft = await numberOf(db, 'select unnest(event_id || more) from event_queue');
    await until(async () => (await numberOf(db, 'select from event_queue limit 1')) === 0);
    // Its timer is the last of all, because this event occurred after every other.
    await happen(db, small, 1, clock());
    await timed(running.notify, async () => (await numberOf(db, 'select from event_queue limit 1')) === 0);
    ahead = 61 * 60_000;
    const now = clock();
    const timerMs = await timed(running.notify, () => woken(db, small, now));
    const timersLeft = await numberOf(
      db,
      `select unnest(run_ids) from run_timers where due_at <= to_timestamp(${now} / 1000.0) and store_id = '${large}'`,
    );
    return { startMs, startsLeft, timerMs, timersLeft };
  } finally {
    await running.stop();
    await engineDb.end();
    await db.end();
    await postgres.stop();
  }
}

async function createFairnessStore(db: Database): Promise<string> {
  const { storeId } = await createStore(db, 'Loja');
  const text = JSON.stringify({ name: 'Espera', trigger_event: 'lead.created', steps });
  const saved = await saveAutomation({ db, mode: 'off' }, { storeId, text, publish: true }, unaudited);
  if (!saved.ok) throw new Error(JSON.stringify(saved));
  return storeId;
}

async function happen(db: Database, storeId: string, count: number, occurredAt: number): Promise<void> {
  const base = { storeId, type: 'lead.created' as const, externalId: null, subject: null, orderId: null };
  const events = Array.from({ length: count }, () => ({
    ...base,
    eventId: newId(),
    checkoutId: null,
    occurredAt,
    data: '{}',
    startsRuns: true,
  }));
  await eventInsertMany(db, events);
}

const hasStarted = async (db: Database, storeId: string): Promise<boolean> =>
  (await numberOf(db, `select from run_timers where store_id = '${storeId}'`)) > 0;

/** Whether every timer of a store that was due at an instant, in milliseconds, has been claimed. */
const woken = async (db: Database, storeId: string, at: number): Promise<boolean> =>
  (await numberOf(
    db,
    `select from run_timers where store_id = '${storeId}' and due_at <= to_timestamp(${at} / 1000.0)`,
  )) === 0;

async function numberOf(db: Database, rows: string): Promise<number> {
  return (await db.query<{ count: number }>(`select count(*)::int as count from (${rows}) found`)).rows[0]!.count;
}

/** Time from a manual notification until a condition is true, in milliseconds. LISTEN is not part of the measurement. */
async function timed(notify: () => void, isSo: () => Promise<boolean>): Promise<number> {
  const begin = performance.now();
  notify();
  await until(isSo);
  return performance.now() - begin;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(10);
}

/** Caches the result for each key. */
function remembered<T>(find: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const found = new Map<string, Promise<T>>();
  return (key) => {
    const known = found.get(key) ?? find(key);
    found.set(key, known);
    return known;
  };
}
