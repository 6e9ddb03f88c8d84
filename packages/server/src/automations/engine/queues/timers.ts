import { automationFindHeld } from '../../definitions/queries/automations.ts';
import { runClaimDue, runClaimDueFairly, runTimerSetMany } from '../queries/run-timers.ts';
import { runHoldMany, type RunRow } from '../queries/runs.ts';
import type { Engine } from '../engine.ts';
import { runBatch } from '../batch/run-batch.ts';
import type { Batch } from '../batch/types.ts';
import { claimInputs } from './inputs.ts';
import { noStore, type FairCursor } from './events.ts';

/** Where the next fair claim starts. `isSkewed`: few stores filled the last claim, so the next one is fair. */
export type TimerCursor = FairCursor & { isSkewed: boolean };

/**
 * Advances due runs, the longest due first. If a claim is full and most of its runs belong to few stores, the next claim gives each store a
 * share. Runs of paused automations are held (RUN16). Returns how many runs it claimed.
 */
export async function wakeRuns(engine: Engine, cursor: TimerCursor, limit: number): Promise<number> {
  const before = { ...cursor };
  return runBatch(engine, async (batch) => {
    // A retry claims the same runs.
    Object.assign(cursor, before);
    const { client, now } = batch;
    const runs = await claim(batch, cursor, limit);
    if (runs.length === 0) return { tasks: [], finish: () => 0 };
    engine.crashPoint('due runs claimed');
    const heldAutomationIds = await automationFindHeld(client, runs);
    const held = runs.filter(({ automationId }) => heldAutomationIds.has(automationId));
    await runHoldMany(
      client,
      held.map(({ runId }) => runId),
    );
    await runTimerSetMany(
      client,
      held.map(({ runId, storeId }) => ({ runId, storeId, dueAt: Infinity })),
    );
    const free = runs.filter(({ automationId }) => !heldAutomationIds.has(automationId));
    // RUN10: an input from before now is applied before a timer of now.
    const inputsOf = await claimInputs(batch, free);
    const tasks = free.map((run) => ({ run, inputs: inputsOf(run), wake: now }));
    return { tasks, finish: () => runs.length };
  });
}

async function claim({ client, now }: Batch, cursor: TimerCursor, limit: number): Promise<RunRow[]> {
  if (!cursor.isSkewed) {
    const runs = await runClaimDue(client, now, limit);
    cursor.isSkewed = runs.length >= limit && areSkewed(runs);
    return runs;
  }
  const { runs, reached } = await runClaimDueFairly(client, now, limit, cursor.after);
  cursor.after = reached ?? noStore;
  cursor.isSkewed = false;
  return runs;
}

/** Whether one store has more than an eighth of a full claim, so that other stores might wait behind it. */
function areSkewed(runs: readonly RunRow[]): boolean {
  const counts = new Map<string, number>();
  for (const { storeId } of runs) counts.set(storeId, (counts.get(storeId) ?? 0) + 1);
  return Math.max(...counts.values()) > runs.length / 8;
}
