import { messageLeaseUnfold } from '../../delivery/queries/message-leases.ts';
import { messageFindPending, messageListPending } from '../../delivery/queries/messages.ts';
import { runLockFree } from '../queries/runs.ts';
import type { Engine } from '../engine.ts';
import { runBatch } from '../batch/run-batch.ts';

/**
 * Decides waiting messages again (waiting for a provider, a rate limit, the end of quiet hours), and those whose worker died (RUN13).
 * Returns how many.
 */
export async function releaseMessages(engine: Engine, share: number): Promise<number> {
  if ((await messageLeaseUnfold(engine.db, engine.clock())) > 0) engine.crashPoint('leases unfolded');
  const keys = await messageListPending(engine.db, engine.clock(), share, engine.dispatcher.busy(share));
  if (keys.length === 0) return 0;
  return runBatch(engine, async (batch) => {
    const runs = await runLockFree(batch.client, [...new Set(keys.map(({ runId }) => runId))]);
    const locked = new Set(runs.map(({ runId }) => runId));
    const pending = await messageFindPending(
      batch.client,
      keys.filter(({ runId }) => locked.has(runId)),
      batch.now,
    );
    engine.crashPoint('pending locked');
    const ofRun = Map.groupBy(pending, ({ runId }) => runId);
    const tasks = runs.flatMap((run) => {
      const its = ofRun.get(run.runId);
      return its ? [{ run, inputs: [], wake: null, pending: its }] : [];
    });
    return { tasks, finish: () => pending.length };
  });
}
