import { automationStatuses } from '../../db/queries/automations/automations.ts';
import { runClaimDue, runClaimDueFairly, runTimerSetMany } from '../../db/queries/runs/run-timers.ts';
import { runHoldMany, type RunRow } from '../../db/queries/runs/runs.ts';
import type { Engine } from '../engine.ts';
import { inMove, moveRuns, type Transaction } from '../batch/run-batch.ts';
import { claimInputs } from './inputs.ts';
import { noStore, type Round } from './events.ts';

/** Where the next fair claim begins, and whether the last claim left some behind. */
export type WakeRound = Round & { crowded: boolean };

/**
 * Moves the runs whose instant has come, the longest due first; where more are due than one claim takes, and most of them of few
 * stores, every other claim gives each store its share. Those of paused automations are held (RUN16). Answers how many it took.
 */
export async function wakeRuns(engine: Engine, round: WakeRound, limit: number): Promise<number> {
  const before = { ...round };
  return inMove(engine, async (transaction) => {
    // Tried again, it is for the same runs.
    Object.assign(round, before);
    const { client, now } = transaction;
    const runs = await claim(transaction, round, limit);
    if (runs.length === 0) return 0;
    engine.reach('due claimed');
    const held = await heldAutomations(transaction, runs);
    const kept = runs.filter(({ automationId }) => held.has(automationId));
    await runHoldMany(
      client,
      kept.map(({ runId }) => runId),
    );
    await runTimerSetMany(
      client,
      kept.map(({ runId, storeId }) => ({ runId, storeId, dueAt: Infinity })),
    );
    const free = runs.filter(({ automationId }) => !held.has(automationId));
    // RUN10: what the customer did before now comes before a timer of now.
    const inputsOf = await claimInputs(transaction, free);
    await moveRuns(
      engine,
      transaction,
      free.map((run) => ({ run, inputs: inputsOf(run), wake: now })),
    );
    return runs.length;
  });
}

async function claim({ client, now }: Transaction, round: WakeRound, limit: number): Promise<RunRow[]> {
  if (!round.crowded) {
    const runs = await runClaimDue(client, now, limit);
    round.crowded = runs.length >= limit && isCrowdedOut(runs);
    return runs;
  }
  const { runs, reached } = await runClaimDueFairly(client, now, limit, round.after);
  round.after = reached ?? noStore;
  round.crowded = false;
  return runs;
}

/** Whether a few stores have so much to do that others might wait behind them: one of them has an eighth of a whole claim. */
function isCrowdedOut(runs: readonly RunRow[]): boolean {
  const counts = new Map<string, number>();
  for (const { storeId } of runs) counts.set(storeId, (counts.get(storeId) ?? 0) + 1);
  return Math.max(...counts.values()) > runs.length / 8;
}

async function heldAutomations({ client }: Transaction, runs: readonly RunRow[]): Promise<ReadonlySet<string>> {
  const standings = await automationStatuses(client, [...new Set(runs.map(({ automationId }) => automationId))]);
  return new Set(standings.filter(({ standing }) => standing === 'held').map(({ automationId }) => automationId));
}
