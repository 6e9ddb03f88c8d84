// What the engine guarantees for messages: each is sent once, and no run is lost, whatever process is killed and whenever. Two workers and
// a provider that records every call; workers, or all of PostgreSQL, get kill -9 while runs start.
import { unaudited } from '../../packages/server/src/members/audit/testing/unaudited.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '../../packages/server/src/base/postgres/migrate.ts';
import type { Database } from '../../packages/server/src/base/postgres/pool.ts';
import { saveAutomation } from '../../packages/server/src/automations/definitions/save-automation.ts';
import { connectionActivate } from '../../packages/server/src/testing/connections.ts';
import { eventInsertMany } from '../../packages/server/src/shop/events/queries/events.ts';
import { balanceFind } from '../../packages/server/src/automations/engine/queries/invariants.ts';
import { runInputInsertMany } from '../../packages/server/src/automations/engine/queries/run-inputs.ts';
import { newId } from '../../packages/server/src/base/ids.ts';
import { crashPoints, type CrashPoint } from '../../packages/server/src/automations/engine/engine.ts';
import { randomFrom } from '../../packages/server/src/automations/engine/proofs/testing/random.ts';
import { evaluateBalance } from '../../packages/server/src/automations/engine/invariants/check-invariants.ts';
import { createStore } from '../../packages/server/src/stores/manage-stores.ts';
import { openOwnPool } from '../harness/own-pool.ts';
import { BenchPostgres } from '../harness/postgres.ts';
import { startFakeProvider, type FakeProvider } from './engine-crash/fake-provider.ts';
import { settleAccounts, watchReservations, type Accounts, type Kill } from './engine-crash/ledger.ts';
import { flow, flowNow, noReplyMinutes, paths } from './engine-crash/settings.ts';
import { startWorker, stopWorker, type Worker } from './engine-crash/workers.ts';

/** The options of the proof. */
export type CrashOptions = {
  readonly victim: 'workers' | 'postgres';
  /** The minimum number of runs. */
  readonly runs: number;
  /** The minimum number of kills. Workers are killed until one has died at every crash point, even if that takes more. */
  readonly kills: number;
  readonly seed: number;
};

/** The result. */
export type Crashes = Accounts & {
  readonly runs: number;
  readonly kills: number;
  /** The crash points at which a worker died. */
  readonly points: readonly CrashPoint[];
  readonly sends: number;
  /** Calls of the provider beyond the first with the same key. */
  readonly repeats: number;
};

/** Kills as often as required, lets the remaining work finish, and compares. */
export async function crashEngine(options: CrashOptions): Promise<Crashes> {
  const postgres = await new BenchPostgres().start();
  try {
    return await new EngineCrash(options, postgres).run();
  } finally {
    await postgres.stop();
  }
}

/** Work not done within this time is stuck, in milliseconds. */
const timeoutMs = 120_000;

class EngineCrash {
  readonly #options: CrashOptions;
  readonly #postgres: BenchPostgres;
  readonly #random: () => number;
  readonly #kills: Kill[] = [];
  readonly #points = new Set<CrashPoint>();
  readonly #replies = new Set<Promise<void>>();
  readonly #alive = new Set<Worker>();
  #db!: Database;
  #env!: { DATABASE_URL: string; PROVIDER_URL: string };
  #storeId = '';
  #started = 0;
  #workers = 0;

  constructor(options: CrashOptions, postgres: BenchPostgres) {
    [this.#options, this.#postgres, this.#random] = [options, postgres, randomFrom(options.seed)];
  }

  async run(): Promise<Crashes> {
    const DATABASE_URL = await this.#postgres.createDatabase('retoma');
    await migrate(DATABASE_URL);
    this.#db = openOwnPool(DATABASE_URL, 4);
    await watchReservations(this.#db);
    this.#storeId = await createCrashStore(this.#db);
    const provider = await startFakeProvider(randomFrom(this.#options.seed + 1), (key) => this.#perhapsReply(key));
    this.#env = { DATABASE_URL, PROVIDER_URL: provider.url };
    try {
      const workers = this.#options.victim === 'workers' ? await this.#killWorkers() : await this.#killPostgres();
      while (this.#started < this.#options.runs) await this.#startRuns(100);
      await this.#finish();
      await Promise.all(workers.map(stopWorker));
      return await this.#account(provider);
    } finally {
      for (const { child } of this.#alive) child.kill('SIGKILL');
      await this.#db.end();
      await provider.stop();
    }
  }

  /** Keeps two workers running. Each dies at its crash point; one without a crash point is killed at a random moment. */
  async #killWorkers(): Promise<Worker[]> {
    const toDie = shuffled(crashPoints, this.#random).map((point) => ({ point, tries: 1 }));
    // While a worker has not reached its point, the other one is killed too: some points are only reached after another kill.
    const enough = (): boolean => this.#kills.length >= this.#options.kills && this.#points.size === crashPoints.length;
    const place = async (): Promise<Worker> => {
      for (;;) {
        if (enough()) return this.#startWorker();
        this.#refuseToStall();
        const next = toDie.shift();
        // If all crash points are assigned, the worker may still get a random one.
        const worker = await this.#startWorker(next?.point ?? this.#anyPoint(), next !== undefined && next.tries > 1);
        await this.#startRuns(Math.ceil(this.#options.runs / this.#options.kills));
        // A worker that did not reach its crash point gets more time on its next try: on a slow machine the work before it takes longer.
        const maxMs = next ? 6_000 * next.tries : 1_200;
        const died = await Promise.race([worker.exited, sleep(400 + this.#random() * maxMs)]);
        if (died === undefined) {
          if (next) toDie.push({ point: next.point, tries: next.tries + 1 });
          worker.child.kill('SIGKILL');
        } else if (worker.point) this.#points.add(worker.point);
        this.#kills.push({ worker: worker.name, at: await worker.exited });
      }
    };
    return Promise.all([place(), place()]);
  }

  /** Throws after many more kills than planned: a worker that cannot work never reaches its crash point. */
  #refuseToStall(): void {
    if (this.#kills.length < 20 * crashPoints.length + this.#options.kills) return;
    const missing = crashPoints.filter((point) => !this.#points.has(point));
    throw new Error(`${this.#kills.length} kills, and no worker reached ${missing.join(', ')}`);
  }

  /** A crash point for half of the workers that need none. */
  #anyPoint(): CrashPoint | undefined {
    return this.#random() < 0.5 ? crashPoints[Math.floor(this.#random() * crashPoints.length)] : undefined;
  }

  /** `atOnce`: the worker dies the first time it reaches its crash point, not at a random one of the first three times. */
  async #startWorker(point?: CrashPoint, atOnce = false): Promise<Worker> {
    const time = atOnce ? 1 : 1 + Math.floor(this.#random() * 3);
    const worker = await startWorker(`worker-${++this.#workers}`, this.#env, point, time);
    this.#alive.add(worker);
    void worker.exited.then(() => this.#alive.delete(worker));
    return worker;
  }

  async #killPostgres(): Promise<Worker[]> {
    const workers = [await this.#startWorker(), await this.#startWorker()];
    while (this.#kills.length < this.#options.kills) {
      await this.#startRuns(Math.ceil(this.#options.runs / this.#options.kills));
      await sleep(500 + this.#random() * 1_500);
      this.#kills.push({ worker: null, at: Date.now() });
      this.#postgres.kill();
      await sleep(this.#random() * 300);
      await this.#postgres.start();
    }
    return workers;
  }

  /** Inserts events that start runs; repeats the insert with the same ids until they are stored. */
  async #startRuns(count: number): Promise<void> {
    const events = Array.from({ length: count }, (_, index) => ({
      eventId: newId(),
      storeId: this.#storeId,
      type: 'lead.created' as const,
      externalId: null,
      subject: null,
      orderId: null,
      checkoutId: null,
      occurredAt: flowNow(),
      data: JSON.stringify({ lead: { name: `Ana ${this.#started + index}`, phone: '+5511987654321' } }),
      startsRuns: true,
    }));
    this.#started += count;
    await persist(() => eventInsertMany(this.#db, events));
  }

  /** Most customers reply to the greeting: some before the provider's response, some too late. */
  #perhapsReply(key: string): void {
    const [runId, message] = [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)];
    if (!message.startsWith(`${paths.greeting}#`) || this.#random() < 0.3) return;
    const reply = sleep(Math.max(0, this.#random() * 4_000 - 500)).then(() => {
      const input = JSON.stringify({ type: 'reply', message });
      const row = { storeId: this.#storeId, inputId: newId(), runId, input, receivedAt: flowNow() };
      return persist(() => runInputInsertMany(this.#db, [row]));
    });
    this.#replies.add(reply);
    void reply.then(() => this.#replies.delete(reply));
  }

  /** Waits until every run has ended and no work is left. */
  async #finish(): Promise<void> {
    const end = Date.now() + timeoutMs;
    for (;;) {
      const { rows } = await this.#db.query<{ left: number; stuck: string }>(`
        select count(*)::int as left, string_agg(distinct what, ', ') as stuck from (
          select 'event' as what from event_queue union all select 'input' from run_inputs
          union all select 'timer' from run_timers
          union all select 'run ' || status from runs where finished_at is null
          union all select 'lease' from message_leases
          union all select 'message ' || state from messages where next_attempt_at is not null) work`);
      const { left, stuck } = rows[0]!;
      if (left === 0 && this.#replies.size === 0) return;
      if (Date.now() > end) throw new Error(`${left} things were never done: ${stuck}\n${await stuckRuns(this.#db)}`);
      await sleep(200);
    }
  }

  async #account(provider: FakeProvider): Promise<Crashes> {
    const { wrong, unknown, late } = await settleAccounts(this.#db, provider, this.#kills);
    const { rows } = await this.#db.query<{ runs: number }>(`select count(*)::int as runs from runs`);
    const { rows: counters } = await this.#db.query<{ entered: number; completed: number }>(
      `select coalesce(sum(count) filter (where outcome = 'entered'), 0)::int as entered,
         coalesce(sum(count) filter (where outcome = 'completed'), 0)::int as completed from run_counters`,
    );
    const { runs } = rows[0]!;
    const { entered, completed } = counters[0]!;
    const balance = evaluateBalance(await balanceFind(this.#db), flowNow());
    const lost =
      runs === this.#started && entered === runs && completed === runs
        ? []
        : [`${this.#started} events: ${runs} runs, ${entered} entered, ${completed} completed`];
    const invariants = balance.ok && balance.live === 0 ? [] : [`the invariants: ${JSON.stringify(balance)}`];
    const calls = [...provider.calls.values()].reduce((sum, count) => sum + count, 0);
    return {
      runs,
      kills: this.#kills.length,
      points: [...this.#points],
      sends: provider.sends.size,
      repeats: calls - provider.calls.size,
      wrong: [...lost, ...invariants, ...wrong],
      unknown,
      late,
    };
  }
}

/** All rows of one run that has not ended, for the error message. */
async function stuckRuns(db: Database): Promise<string> {
  const { rows } = await db.query(
    `select r.*, (select json_agg(m order by reserved_at) from messages m where m.run_id = r.run_id) as messages,
       (select json_agg(n order by at) from proof_notes n where n.run_id = r.run_id) as notes,
       (select json_agg(l) from message_leases l where r.run_id = any (l.run_ids)) as leases
     from runs r where finished_at is null limit 1`,
  );
  return JSON.stringify(rows, null, 1);
}

async function createCrashStore(db: Database): Promise<string> {
  const { storeId } = await createStore(db, 'Loja');
  await db.query('update stores set no_reply_minutes = $2 where store_id = $1', [storeId, noReplyMinutes]);
  for (const channel of ['whatsapp', 'sms'] as const) {
    await connectionActivate(db, { connectionId: newId(), storeId, channel, provider: 'fake', name: 'Fake' });
  }
  const saved = await saveAutomation(
    { db, mode: 'off' },
    { storeId, text: JSON.stringify(flow), publish: true },
    unaudited,
  );
  if (!saved.ok) throw new Error(JSON.stringify(saved));
  return storeId;
}

/** Retries until the work succeeds, since PostgreSQL may be down. The work must be idempotent. */
async function persist(work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      // An earlier attempt was stored, but its response was lost.
      const { code } = error as { code?: string };
      if (code === '23505') return;
      // SQLSTATE class 42: the statement itself is wrong, so a retry cannot succeed.
      if (code?.startsWith('42')) throw error;
      await sleep(100);
    }
  }
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, order: random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ item }) => item);
}
