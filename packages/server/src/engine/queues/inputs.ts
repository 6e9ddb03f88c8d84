import type { Input } from '@retoma/flow';
import { automationStatuses } from '../../db/queries/automations/automations.ts';
import { runInputHold, runInputListRuns, runInputTakeOf, type RunInput } from '../../db/queries/runs/run-inputs.ts';
import { runLockFree, type RunRow } from '../../db/queries/runs/runs.ts';
import type { Engine } from '../engine.ts';
import { inMove, moveRuns, type Transaction } from '../batch/run-batch.ts';
import type { TimedInput } from '../batch/decide-run.ts';

/** Moves runs by what came from outside: replies, opens, clicks. Those of paused automations keep it (RUN16). Answers how many. */
export async function resumeRuns(engine: Engine, limit: number): Promise<number> {
  const waiting = await runInputListRuns(engine.db, limit);
  if (waiting.length === 0) return 0;
  return inMove(engine, async (transaction) => {
    const { client } = transaction;
    const runs = await runLockFree(client, waiting);
    const standings = new Map(
      (await automationStatuses(client, [...new Set(runs.map(({ automationId }) => automationId))])).map((row) => [
        row.automationId,
        row.standing,
      ]),
    );
    const isHeld = (run: { automationId: string }): boolean => standings.get(run.automationId) === 'held';
    await runInputHold(
      client,
      runs.filter(isHeld).map(({ runId }) => runId),
    );
    const free = runs.filter((run) => !isHeld(run));
    const inputsOf = await claimInputs(transaction, free);
    engine.reach('inputs taken');
    await moveRuns(
      engine,
      transaction,
      free.map((run) => ({ run, inputs: inputsOf(run), wake: null })),
    );
    return free.length;
  });
}

/** Takes away what waits for runs that the transaction has locked; answers what each is to be fed by it. */
export async function claimInputs(
  { client, now }: Transaction,
  runs: readonly RunRow[],
): Promise<(run: RunRow) => readonly TimedInput[]> {
  const taken = await runInputTakeOf(
    client,
    runs.map(({ runId }) => runId),
  );
  // Mostly: to look each id up where there is nothing costs more than to ask once whether there is.
  if (taken.length === 0) return () => [];
  const inputs = Map.groupBy(taken, ({ runId }) => runId);
  return ({ runId }) => (inputs.get(runId) ?? []).map((input) => toTimedInput(input, now));
}

/** An input belongs to the instant it was received: a reply that came before a timer's instant is before that timer. */
const toTimedInput = ({ input, receivedAt }: RunInput, now: number): TimedInput => ({
  input: JSON.parse(input) as Input,
  at: Math.min(receivedAt, now),
});
