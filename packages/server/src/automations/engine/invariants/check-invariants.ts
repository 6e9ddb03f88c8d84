import { backlogFind, balanceFind, invariantCheckLock, type InvariantBalance } from '../queries/invariants.ts';
import { inTransaction } from '../../../base/postgres/transaction.ts';
import { maxDelaySeconds } from '../../results/store-health.ts';
import { kindsOfWork } from '../engine-metrics.ts';
import type { Engine } from '../engine.ts';

/** The result of checking the invariants over all runs. */
export type InvariantReport = {
  /** The number of live runs. */
  live: number;
  /** Live runs that wait for nothing; negative: timers or messages of runs that are not live (R4). */
  unaccounted: number;
  /** Delay of the oldest row of each queue, in seconds. */
  overdue: Record<(typeof kindsOfWork)[number], number>;
  ok: boolean;
};

/**
 * Checks the invariants of all runs. Reports the numbers as metrics, and a violation as one log line without personal data. Any number of
 * workers may call it; one at a time checks. Null if another worker is checking.
 */
export async function checkInvariants(
  engine: Pick<Engine, 'db' | 'clock' | 'log' | 'metrics'>,
): Promise<InvariantReport | null> {
  const { db, clock, log, metrics } = engine;
  const { shard } = metrics;
  const now = clock();
  const found = await inTransaction(db, async (client) =>
    (await invariantCheckLock(client))
      ? { balance: await balanceFind(client), backlog: await backlogFind(client, now) }
      : null,
  );
  if (!found) return null;
  const report = evaluateBalance(found.balance, now);
  for (const [kind, count] of Object.entries(found.backlog)) metrics.waiting.set({ shard, kind }, count);
  metrics.live.set({ shard }, report.live);
  metrics.unaccounted.set({ shard }, report.unaccounted);
  for (const kind of kindsOfWork) metrics.overdue.set({ shard, kind }, report.overdue[kind]);
  if (!report.ok) {
    const { live, unaccounted, overdue } = report;
    log.error({ shard, live, unaccounted, overdue }, 'run invariant violated; run retoma doctor');
  }
  return report;
}

/** Evaluates the numbers of one snapshot. `now` in milliseconds. */
export function evaluateBalance(balance: InvariantBalance, now: number): InvariantReport {
  const late = (oldest: number | null): number => (oldest === null ? 0 : Math.max(0, (now - oldest) / 1000));
  const overdue = {
    timers: late(balance.timers),
    events: late(balance.events),
    inputs: late(balance.inputs),
    messages: late(balance.messages),
  };
  const unaccounted = balance.live - balance.waiting;
  const ok = unaccounted === 0 && kindsOfWork.every((kind) => overdue[kind] <= maxDelaySeconds);
  return { live: balance.live, unaccounted, overdue, ok };
}
