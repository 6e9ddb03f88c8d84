import { eventQueueIsEmpty } from '../db/queries/events/event-queue.ts';
import { runTimerNext } from '../db/queries/runs/run-timers.ts';
import type { Engine } from './engine.ts';
import { concurrencyLimit } from '../platform/concurrency-limit.ts';
import { PollLoop, type LaneOptions } from './poll-loop.ts';
import { confirmOptOuts } from '../delivery/confirm-opt-outs.ts';
import { continueOperations } from './queues/operations.ts';
import { recordOutcomes } from './queues/outcomes.ts';
import { releaseMessages } from './queues/pending-messages.ts';
import { resumeRuns } from './queues/inputs.ts';
import { noStore, startRuns } from './queues/events.ts';
import { wakeRuns } from './queues/timers.ts';

/**
 * How much one turn takes at most. PostgreSQL has a twentieth less to do for each run than with a thousand; with two thousand more of what
 * is under way outlives the workers' nursery (scripts/worker-flags.json), and nothing more is gained.
 */
const batch = 1_500;
/** What time brings is looked for at least this often, in milliseconds. */
const poll = 2_000;
/** What a notification tells of is looked for at least this often, in case one was lost. */
const notified = { sleep: (): number => 5_000 };
/**
 * So many turns are under way at once: while one waits for PostgreSQL another one thinks. With more of them each takes longer, so that
 * more is held in memory and copied by the collector: a twentieth more processor for every run, and not one run a second more.
 */
const turnsAtOnce = 2;
/** Outcomes are never looked for: they come from this process. */
const longSleep = 60_000;
/** After a turn that found work, what comes within this time shares the next: a statement for ten rows costs half of one for a hundred. */
const batchDelayMs = 25;

/** The lanes of one process, running. */
export type RunningEngine = {
  /** There may be work of any kind. */
  notify: () => void;
  /** Ends the turns under way, waits for the providers' answers and writes them down. */
  stop: () => Promise<void>;
};

/**
 * Lets an engine run until it is stopped. Any number may run on one database. `pace`: how many milliseconds of its clock pass in one of
 * the machine's, where a benchmark or a proof has a fast one.
 */
export function runEngine(engine: Engine, pace = 1): RunningEngine {
  const round = { after: noStore };
  const wakeRound = { after: noStore, crowded: false };
  const inPlace = concurrencyLimit(turnsAtOnce);
  const { log, metrics } = engine;
  // Nothing more is sent while a whole turn of outcomes waits to be written: were this process gone, all of them would be unknown (RUN13).
  const hasCapacity = (): boolean => engine.sender.waiting < batch;
  const lane = (name: string, turn: () => Promise<number>, rest: Partial<LaneOptions> = {}): PollLoop =>
    new PollLoop({
      name,
      turn,
      inPlace,
      ready: hasCapacity,
      full: batch,
      batchDelayMs,
      sleep: () => poll,
      log,
      metrics,
      ...rest,
    });
  const record = (): Promise<number> => {
    const wasFull = !hasCapacity();
    const recorded = recordOutcomes(engine, batch);
    // They are out of the buffer, and others may fill it while they are written.
    if (wasFull) others.forEach((other) => other.notify());
    return recorded;
  };
  const outcomes = lane('outcomes', record, { ready: () => true, batchDelayMs: 10, sleep: () => longSleep });
  const others = [
    lane('events', async () => ((await eventQueueIsEmpty(engine.db)) ? 0 : startRuns(engine, round, batch)), notified),
    lane('inputs', () => resumeRuns(engine, batch), notified),
    // Rare, and woken by every event: it looks a few times in a second at most.
    lane('operations', () => continueOperations(engine, batch), { ...notified, full: 1, batchDelayMs: 200 }),
    lane('confirmations', () => confirmOptOuts(engine, 100), { full: 100, ...notified }),
    lane('messages', () => releaseMessages(engine, 100), { full: 1 }),
    lane('timers', async () => ((await isNothingDue(engine)) ? 0 : wakeRuns(engine, wakeRound, batch)), {
      sleep: () => untilNextTimer(engine, pace),
    }),
  ];
  engine.sender.onOutcome = () => {
    engine.reach('provider answered');
    outcomes.notify();
  };
  return {
    notify: () => others.forEach((other) => other.notify()),
    async stop() {
      await Promise.all(others.map((other) => other.stop()));
      await engine.sender.settled();
      await outcomes.stop();
      // Where the database is away they are lost to us; the leases tell the others.
      while ((await recordOutcomes(engine, batch).catch(() => 0)) > 0);
    },
  };
}

/** Most looks find nothing, and a look costs less than a transaction. */
async function isNothingDue(engine: Engine): Promise<boolean> {
  const next = await runTimerNext(engine.db);
  return next === null || next > engine.clock();
}

async function untilNextTimer(engine: Engine, pace: number): Promise<number> {
  const next = await runTimerNext(engine.db);
  return next === null ? poll : Math.max(1, Math.min(poll, (next - engine.clock()) / pace));
}
