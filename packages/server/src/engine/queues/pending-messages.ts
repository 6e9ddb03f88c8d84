import { messageLeaseUnfold } from '../../db/queries/messages/message-leases.ts';
import { messageFindPending, messageListPending } from '../../db/queries/messages/messages.ts';
import { runLockFree } from '../../db/queries/runs/runs.ts';
import type { Engine } from '../engine.ts';
import { inMove, moveRuns } from '../batch/run-batch.ts';

/**
 * Looks again at messages that waited (for their provider, their pace, the end of quiet hours), and at those whose worker vanished
 * with them (RUN13). Answers how many it took.
 */
export async function releaseMessages(engine: Engine, share: number): Promise<number> {
  if ((await messageLeaseUnfold(engine.db, engine.clock())) > 0) engine.reach('leases unfolded');
  const keys = await messageListPending(engine.db, engine.clock(), share, engine.sender.busy(share));
  if (keys.length === 0) return 0;
  return inMove(engine, async (transaction) => {
    const runs = await runLockFree(transaction.client, [...new Set(keys.map(({ runId }) => runId))]);
    const locked = new Set(runs.map(({ runId }) => runId));
    const pending = await messageFindPending(
      transaction.client,
      keys.filter(({ runId }) => locked.has(runId)),
      transaction.now,
    );
    engine.reach('pending locked');
    const ofRun = Map.groupBy(pending, ({ runId }) => runId);
    await moveRuns(
      engine,
      transaction,
      runs
        .filter(({ runId }) => ofRun.has(runId))
        .map((run) => ({ run, inputs: [], wake: null, pending: ofRun.get(run.runId)! })),
    );
    return pending.length;
  });
}
