import {
  backlogFind,
  balanceFind,
  invariantCheckLock,
  type InvariantBalance,
} from '../../db/queries/runs/invariants.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Engine } from '../engine.ts';

/** The kinds of work that must not be late (R5). */
export const kindsOfWork = ['timers', 'events', 'inputs', 'messages'] as const;

/** What must hold of all runs, judged. */
export type InvariantReport = {
  /** Runs that are not over. */
  live: number;
  /** Live runs that wait for nothing; below zero: timers or messages of runs that are not live (R4). */
  unaccounted: number;
  /** By how much the oldest of each kind is late, in seconds. */
  overdue: Record<(typeof kindsOfWork)[number], number>;
  ok: boolean;
};

/** R5: nothing is late by more than this, in seconds. */
export const patience = 60;

/**
 * Looks at what must hold of all runs, shows it as metrics and, where it does not hold, says so in one line without personal data.
 * Any number of workers may do this; while one looks the others do not. Null where another did.
 */
export async function watchInvariants(
  engine: Pick<Engine, 'db' | 'clock' | 'log' | 'metrics'>,
): Promise<InvariantReport | null> {
  const { db, clock, log, metrics } = engine;
  const now = clock();
  const found = await inTransaction(db, async (client) =>
    (await invariantCheckLock(client))
      ? { standing: await balanceFind(client), backlog: await backlogFind(client, now) }
      : null,
  );
  if (!found) return null;
  const judged = evaluateBalance(found.standing, now);
  for (const [kind, count] of Object.entries(found.backlog)) metrics.waiting.set({ kind }, count);
  metrics.live.set(judged.live);
  metrics.unaccounted.set(judged.unaccounted);
  for (const kind of kindsOfWork) metrics.overdue.set({ kind }, judged.overdue[kind]);
  if (!judged.ok) {
    const { live, unaccounted, overdue } = judged;
    log.error({ live, unaccounted, overdue }, 'runs are not as they must be; see retoma doctor');
  }
  return judged;
}

/** Judges numbers of one snapshot; `now` in milliseconds. */
export function evaluateBalance(standing: InvariantBalance, now: number): InvariantReport {
  const late = (oldest: number | null): number => (oldest === null ? 0 : Math.max(0, (now - oldest) / 1000));
  const overdue = {
    timers: late(standing.timers),
    events: late(standing.events),
    inputs: late(standing.inputs),
    messages: late(standing.messages),
  };
  const unaccounted = standing.live - standing.waiting;
  const ok = unaccounted === 0 && kindsOfWork.every((kind) => overdue[kind] <= patience);
  return { live: standing.live, unaccounted, overdue, ok };
}
