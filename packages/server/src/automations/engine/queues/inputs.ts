import type { Input } from '@retoma/flow';
import { automationFindHeld } from '../../definitions/queries/automations.ts';
import { runInputHold, runInputListRuns, runInputClaim, type RunInput } from '../queries/run-inputs.ts';
import { runLockFree, type RunRow } from '../queries/runs.ts';
import type { Engine } from '../engine.ts';
import { runBatch } from '../batch/run-batch.ts';
import type { Batch } from '../batch/types.ts';
import type { TimedInput } from '../batch/decide-run.ts';

/** Applies inputs (replies, opens, clicks) to their runs. Inputs of paused automations stay held (RUN16). Returns the number of runs. */
export async function resumeRuns(engine: Engine, limit: number): Promise<number> {
  const waiting = await runInputListRuns(engine.db, limit);
  if (waiting.length === 0) return 0;
  return runBatch(engine, async (batch) => {
    const { client } = batch;
    const runs = await runLockFree(client, waiting);
    const held = await automationFindHeld(client, runs);
    const isHeld = ({ automationId }: RunRow): boolean => held.has(automationId);
    await runInputHold(
      client,
      runs.filter(isHeld).map(({ runId }) => runId),
    );
    const free = runs.filter((run) => !isHeld(run));
    const inputsOf = await claimInputs(batch, free);
    engine.crashPoint('inputs claimed');
    const tasks = free.map((run) => ({ run, inputs: inputsOf(run), wake: null }));
    return { tasks, finish: () => free.length };
  });
}

/** Claims the inputs of runs that the batch has locked. Returns a lookup by run. */
export async function claimInputs(
  { client, now }: Batch,
  runs: readonly RunRow[],
): Promise<(run: RunRow) => readonly TimedInput[]> {
  const inputs = await runInputClaim(
    client,
    runs.map(({ runId }) => runId),
  );
  // The usual case: one check costs less than a lookup for each run.
  if (inputs.length === 0) return () => [];
  const byRun = Map.groupBy(inputs, ({ runId }) => runId);
  return ({ runId }) => (byRun.get(runId) ?? []).map((input) => toTimedInput(input, now));
}

/** An input counts at the instant of its receipt: a reply that was received before a timer's instant is applied before that timer. */
const toTimedInput = ({ input, receivedAt }: RunInput, now: number): TimedInput => ({
  input: JSON.parse(input) as Input,
  at: Math.min(receivedAt, now),
});
