// Our engine with its default settings and two worker processes: interpreter, ledger, timeline, counters, and a provider that accepts every
// message at once. Flows wait in whole minutes, so the workers' clocks run fast; each of 20 stores has a flow with a different wait.
import { unaudited } from '../../packages/server/src/members/audit/testing/unaudited.ts';
import { fork, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { saveAutomation } from '../../packages/server/src/automations/definitions/save-automation.ts';
import { openPool, type Database } from '../../packages/server/src/base/postgres/pool.ts';
import { connectionActivate } from '../../packages/server/src/testing/connections.ts';
import { eventInsertMany, type NewEvent } from '../../packages/server/src/shop/events/queries/events.ts';
import { newId } from '../../packages/server/src/base/ids.ts';
import { createStore } from '../../packages/server/src/stores/manage-stores.ts';
import { migrateForService } from '../harness/postgres.ts';
import { payloadOf, type Delay } from './job.ts';
import type { FromWorker } from './ours-worker.ts';
import { heapAfterCollection, type Runner } from './runner.ts';
import { scaledNow } from './scaled-now.ts';
import workerFlags from '../../scripts/worker-flags.json' with { type: 'json' };

const workerCount = Number(process.env['ENGINE_WORKERS'] ?? 2);
const storeCount = 20;
const workerFile = fileURLToPath(import.meta.resolve('./ours-worker.ts'));

/** The real duration of a flow's minute, in milliseconds, such that the stores' waits are spread as the job requires. */
const minuteOf = ({ spreadMs }: Delay): number => (spreadMs < 1000 ? 60_000 : spreadMs / storeCount);

/** The runner of our engine. */
export function ours(): Runner {
  let db: Database;
  let stores: string[] = [];
  let workers: ChildProcess[] = [];
  let scale = 1;
  let [parkedBefore, doneBefore] = [0, 0];
  return {
    name: 'ours',
    async start(connectionString, delay) {
      scale = 60_000 / minuteOf(delay);
      const service = await migrateForService(connectionString);
      db = openPool(connectionString, 4, () => {});
      parkedBefore = await countBy(db, parkedSql);
      doneBefore = await countBy(db, doneSql);
      stores = await makeStores(db, delay);
      workers = await Promise.all(Array.from({ length: workerCount }, () => startWorker(service, scale)));
    },
    async submit(from, count) {
      const events = Array.from({ length: count }, (_, index) => eventOf(from + index, stores, scale));
      await eventInsertMany(db, events);
    },
    waitParked: (count) => until(db, parkedSql, parkedBefore + count),
    waitDone: (count) => until(db, doneSql, doneBefore + count),
    async lateness() {
      const { rows } = await db.query<{ late: number }>(
        `select (extract(epoch from reserved_at - due_at) * 1000)::float8 as late from messages where message_key = 'steps[2]#1'`,
      );
      return rows.map(({ late }) => late / scale);
    },
    async heap() {
      const heaps = await Promise.all(workers.map(askForHeap));
      return heaps.reduce((sum, heap) => sum + heap, await heapAfterCollection());
    },
    async stop() {
      await Promise.all(workers.map(stopWorker));
      await db.end();
    },
  };
}

async function makeStores(db: Database, delay: Delay): Promise<string[]> {
  const stores: string[] = [];
  for (let index = 0; index < storeCount; index++) {
    const { storeId } = await createStore(db, 'Pães & Doces');
    await db.query('update stores set late_minutes = 10080 where store_id = $1', [storeId]);
    await connectionActivate(db, {
      connectionId: newId(),
      storeId,
      channel: 'whatsapp',
      provider: 'bench',
      name: 'Bench',
    });
    const minutes = Math.max(1, Math.round(delay.baseMs / minuteOf(delay)) + index);
    const text = JSON.stringify({ name: 'Recuperação', trigger_event: 'lead.created', steps: steps(minutes) });
    const saved = await saveAutomation({ db, mode: 'off' }, { storeId, text, publish: true }, unaudited);
    if (!saved.ok) throw new Error(JSON.stringify(saved));
    stores.push(storeId);
  }
  return stores;
}

const send = (message: string) => ({ type: 'action', name: 'send_whatsapp', data: { type: 'text', message } });
const steps = (minutes: number): object[] => [
  send('Olá {{lead.name}}, aqui é da {{store.name}}. Seu pedido {{cart.token}} está esperando por você!'),
  { type: 'delay', minutes },
  send('{{lead.name}}, ainda dá tempo: seu carrinho na {{store.name}} continua guardado. Quer ajuda?'),
];

function eventOf(event: number, stores: readonly string[], scale: number): NewEvent {
  const { customer, ...rest } = payloadOf(event);
  return {
    eventId: newId(),
    storeId: stores[event % stores.length]!,
    type: 'lead.created',
    externalId: null,
    subject: null,
    orderId: null,
    checkoutId: null,
    occurredAt: scaledNow(scale),
    data: JSON.stringify({ lead: customer, ...rest, cart: { token: `ext_${event}` } }),
    startsRuns: true,
  };
}

const parkedSql = 'select coalesce(sum(cardinality(run_ids)), 0)::int as count from run_timers';
const doneSql = `select coalesce(sum(count), 0)::int as count from run_counters where outcome = 'completed'`;

async function countBy(db: Database, sql: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(sql);
  return rows[0]!.count;
}

async function until(db: Database, sql: string, wanted: number): Promise<void> {
  while ((await countBy(db, sql)) < wanted) await sleep(50);
}

function startWorker(connectionString: string, scale: number): Promise<ChildProcess> {
  const env = { ...process.env, DATABASE_URL: connectionString, CLOCK_SCALE: String(scale) };
  const child = fork(workerFile, [], { env, execArgv: [...workerFlags, ...process.execArgv] });
  return new Promise((resolve) => {
    child.once('exit', (code) => {
      if (code !== 0) throw new Error(`a worker of ours ended with ${code}`);
    });
    child.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') resolve(child);
    });
  });
}

function askForHeap(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    const take = (message: FromWorker): void => {
      if (message.kind !== 'heap') return;
      child.off('message', take);
      resolve(message.bytes);
    };
    child.on('message', take);
    child.send('heap');
  });
}

function stopWorker(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.disconnect();
  });
}
