import { eventQueueIsEmpty } from './queries/event-queue.ts';
import { runTimerNext } from './queries/run-timers.ts';
import type { Engine } from './engine.ts';
import { concurrencyLimit } from '../../base/net/concurrency-limit.ts';
import { PollLoop, type PollLoopOptions } from './poll-loop.ts';
import { confirmOptOuts } from '../delivery/confirm-opt-outs.ts';
import { continueOperations } from './queues/operations.ts';
import { recordOutcomes } from './queues/outcomes.ts';
import { releaseMessages } from './queues/pending-messages.ts';
import { resumeRuns } from './queues/inputs.ts';
import { noStore, startRuns } from './queues/events.ts';
import { wakeRuns } from './queues/timers.ts';

/**
 * The most rows that one poll claims. PostgreSQL does 5 % less work for each run than with 1,000. With 2,000 more objects outlive V8's
 * young generation (scripts/worker-flags.json), without a further gain.
 */
const batchSize = 1_500;
/** Longest interval between polls for due work, in milliseconds. */
const pollMs = 2_000;
/** Queues with notifications are polled at this interval too, in case a notification was lost. Milliseconds. */
const notified = { idleMs: (): number => 5_000 };
/**
 * The number of concurrent polls: while one waits for PostgreSQL another computes. With more of them each takes longer, so the garbage
 * collector copies more: 5 % more CPU for each run at the same throughput.
 */
const concurrentBatches = 2;
/** Outcomes come from this process, so they need no polling. */
const maxIdleMs = 60_000;
/** Pause after a poll that found work, so that the next has more rows: a statement for ten rows costs half of one for a hundred. */
const batchDelayMs = 25;

/** The running poll loops of one process. */
export type RunningEngine = {
  /** Wakes all poll loops. */
  notify: () => void;
  /** Waits for polls in progress and for the providers' responses, and writes the outcomes. */
  stop: () => Promise<void>;
};

/**
 * Runs an engine until it is stopped. Any number may run on one database. `clockRate`: milliseconds of its clock in one real millisecond;
 * benchmarks and proofs use a fast clock.
 */
export function runEngine(engine: Engine, clockRate = 1): RunningEngine {
  const cursor = { after: noStore };
  const timerCursor = { after: noStore, isSkewed: false };
  const withLimit = concurrencyLimit(concurrentBatches);
  const { log, metrics } = engine;
  // Sends pause while a full batch of outcomes waits to be written: if the process died, all of them would be unknown (RUN13).
  const hasCapacity = (): boolean => engine.dispatcher.waiting < batchSize;
  const pollLoop = (name: string, poll: () => Promise<number>, rest: Partial<PollLoopOptions> = {}): PollLoop =>
    new PollLoop({
      name,
      poll,
      withLimit,
      hasCapacity,
      batchSize,
      batchDelayMs,
      idleMs: () => pollMs,
      log,
      metrics,
      ...rest,
    });
  const record = (): Promise<number> => {
    const wasFull = !hasCapacity();
    const recorded = recordOutcomes(engine, batchSize);
    // The buffer is empty now, so the other loops may fill it during the write.
    if (wasFull) others.forEach((other) => other.notify());
    return recorded;
  };
  const outcomes = pollLoop('outcomes', record, { hasCapacity: () => true, batchDelayMs: 10, idleMs: () => maxIdleMs });
  const others = [
    pollLoop(
      'events',
      async () => ((await eventQueueIsEmpty(engine.db)) ? 0 : startRuns(engine, cursor, batchSize)),
      notified,
    ),
    pollLoop('inputs', () => resumeRuns(engine, batchSize), notified),
    // Operations are rare, and every event sends a notification: this limits polls to a few in a second.
    pollLoop('operations', () => continueOperations(engine, batchSize), {
      ...notified,
      batchSize: 1,
      batchDelayMs: 200,
    }),
    pollLoop('confirmations', () => confirmOptOuts(engine, 100), { batchSize: 100, ...notified }),
    pollLoop('messages', () => releaseMessages(engine, 100), { batchSize: 1 }),
    pollLoop('timers', async () => ((await isNothingDue(engine)) ? 0 : wakeRuns(engine, timerCursor, batchSize)), {
      idleMs: () => untilNextTimer(engine, clockRate),
    }),
  ];
  engine.dispatcher.onOutcome = () => {
    engine.crashPoint('provider answered');
    outcomes.notify();
  };
  return {
    notify: () => others.forEach((other) => other.notify()),
    async stop() {
      await Promise.all(others.map((other) => other.stop()));
      await engine.dispatcher.idle();
      await outcomes.stop();
      // If the database is unavailable these outcomes are lost; other workers take over when the leases expire.
      while ((await recordOutcomes(engine, batchSize).catch(() => 0)) > 0);
    },
  };
}

/** Whether no timer is due: most polls find nothing, and this query costs less than a transaction. */
async function isNothingDue(engine: Engine): Promise<boolean> {
  const next = await runTimerNext(engine.db);
  return next === null || next > engine.clock();
}

async function untilNextTimer(engine: Engine, clockRate: number): Promise<number> {
  const next = await runTimerNext(engine.db);
  return next === null ? pollMs : Math.max(1, Math.min(pollMs, (next - engine.clock()) / clockRate));
}
