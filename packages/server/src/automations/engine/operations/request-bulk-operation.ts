import type { Audit } from '../../../http/audit-actions.ts';
import type { RunFilter } from '../queries/run-listings.ts';
import { runFailedSteps } from '../queries/run-progress.ts';
import type { Database } from '../../../base/postgres/pool.ts';
import { inTransaction } from '../../../base/postgres/transaction.ts';
import { requestOperation, type OperationRequest } from './request-operation.ts';
import { idsOfRuns } from '../../results/run-pages.ts';

/** The most runs that one request may select. */
const maxRuns = 10_000;

/** An operation on selected runs. `step`: retry from there; without it each run is retried from its last failed message. */
export type BulkOperationRequest = {
  readonly storeId: string;
  readonly kind: 'cancel' | 'retry' | 'skip';
  readonly of: { readonly runIds: readonly string[] } | { readonly filter: RunFilter };
  readonly step?: string | undefined;
  readonly by: string;
};

/** The queued operations and their number of runs, or why they are refused. */
export type BulkOperationResult =
  | { readonly ok: true; readonly operationIds: readonly string[]; readonly total: number }
  | { readonly ok: false; readonly code: 'RUN_NOT_FOUND' | 'TOO_MANY_RUNS' | 'NOTHING_TO_RETRY' };

/** Queues a cancel, retry or skip of runs, or of all that a filter matches now. */
export async function requestBulkOperation(
  db: Database,
  request: BulkOperationRequest,
  audit: Audit<'runs_operated'>,
): Promise<BulkOperationResult> {
  const { storeId, kind, of, step, by } = request;
  const runIds = 'runIds' in of ? of.runIds : await idsOfRuns(db, storeId, of.filter, maxRuns + 1);
  if (runIds.length > maxRuns) return { ok: false, code: 'TOO_MANY_RUNS' };
  if (runIds.length === 0) return { ok: false, code: 'RUN_NOT_FOUND' };
  const operations: OperationRequest[] = [];
  if (kind !== 'retry') operations.push({ storeId, by, kind, of: { runIds } });
  else if (step !== undefined) operations.push({ storeId, by, kind, step, of: { runIds } });
  else {
    // Runs of different versions fail at different steps: one operation for each step.
    const steps = Map.groupBy(await runFailedSteps(db, storeId, runIds), ({ path }) => path);
    for (const [step, runs] of steps)
      operations.push({ storeId, by, kind, step, of: { runIds: runs.map(({ runId }) => runId) } });
    if (operations.length === 0) return { ok: false, code: 'NOTHING_TO_RETRY' };
  }
  return inTransaction(db, async (client) => {
    const operationIds: string[] = [];
    let total = 0;
    for (const one of operations) {
      const requested = await requestOperation(client, one);
      if (!requested.ok)
        return { ok: false, code: requested.code === 'TOO_MANY_RUNS' ? 'TOO_MANY_RUNS' : 'RUN_NOT_FOUND' };
      operationIds.push(requested.operationId);
      total += 'runIds' in one.of ? one.of.runIds.length : 0;
    }
    await audit(client, { storeId, action: 'runs_operated', detail: `${kind} ${total}` });
    return { ok: true, operationIds, total };
  });
}
