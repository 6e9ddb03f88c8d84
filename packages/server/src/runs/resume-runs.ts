import type { Input } from '@retoma/flow';
import { automationStandings } from '../db/queries/automations.ts';
import { runInputHold, runInputListRuns, runInputTakeOf, type RunInput } from '../db/queries/run-inputs.ts';
import { runLockFree } from '../db/queries/runs.ts';
import type { Engine } from './engine.ts';
import { inMove, moveRuns } from './move-runs.ts';
import type { Feed } from './move-run.ts';

/** Moves runs by what came from outside: replies, opens, clicks. Those of paused automations keep it (C16). Answers how many. */
export async function resumeRuns(engine: Engine, limit: number): Promise<number> {
  const waiting = await runInputListRuns(engine.db, limit);
  if (waiting.length === 0) return 0;
  return inMove(engine, async (transaction) => {
    const { client, now } = transaction;
    const runs = await runLockFree(client, waiting);
    const standings = new Map(
      (await automationStandings(client, [...new Set(runs.map(({ automationId }) => automationId))])).map((row) => [
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
    const inputs = Map.groupBy(
      await runInputTakeOf(
        client,
        free.map(({ runId }) => runId),
      ),
      ({ runId }) => runId,
    );
    engine.reach('inputs taken');
    await moveRuns(
      engine,
      transaction,
      free.map((run) => ({ run, feeds: (inputs.get(run.runId) ?? []).map((input) => feedOf(input, now)), wake: null })),
    );
    return free.length;
  });
}

/** An input belongs to the instant it was received: a reply that came before a timer's instant is before that timer. */
export const feedOf = ({ input, receivedAt }: RunInput, now: number): Feed => ({
  input: JSON.parse(input) as Input,
  at: Math.min(receivedAt, now),
});
