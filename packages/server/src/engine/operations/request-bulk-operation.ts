import type { RunFilter } from '../../db/queries/runs/run-listings.ts';
import { runFailedSteps } from '../../db/queries/runs/run-progress.ts';
import type { Database } from '../../db/pool.ts';
import { requestOperation, type OperationRequest } from './request-operation.ts';
import { idsOfRuns } from '../../reports/run-pages.ts';

/** So many runs are dealt with at once at most. */
const most = 10_000;

/** What is asked for. `step`: retry from there; without one each run from the message that failed last. */
export type ManyRequest = {
  readonly storeId: string;
  readonly kind: 'cancel' | 'retry' | 'skip';
  readonly of: { readonly runIds: readonly string[] } | { readonly filter: RunFilter };
  readonly step?: string | undefined;
  readonly by: string;
};

/** The operations that the workers will carry out, and of how many runs, or why there are none. */
export type ManyRequested =
  | { readonly ok: true; readonly operationIds: readonly string[]; readonly total: number }
  | { readonly ok: false; readonly code: 'RUN_NOT_FOUND' | 'TOO_MANY_RUNS' | 'NOTHING_TO_RETRY' };

/** Asks that runs, or all that a filter asks for now, be cancelled, taken up again or moved past their wait. */
export async function operateMany(db: Database, request: ManyRequest): Promise<ManyRequested> {
  const { storeId, kind, of, step, by } = request;
  const runIds = 'runIds' in of ? of.runIds : await idsOfRuns(db, storeId, of.filter, most + 1);
  if (runIds.length > most) return { ok: false, code: 'TOO_MANY_RUNS' };
  if (runIds.length === 0) return { ok: false, code: 'RUN_NOT_FOUND' };
  const asked: OperationRequest[] = [];
  if (kind !== 'retry') asked.push({ storeId, by, kind, of: { runIds } });
  else if (step !== undefined) asked.push({ storeId, by, kind, step, of: { runIds } });
  else {
    // Runs of other versions failed at other steps: an operation for each.
    const steps = Map.groupBy(await runFailedSteps(db, storeId, runIds), ({ path }) => path);
    for (const [step, runs] of steps)
      asked.push({ storeId, by, kind, step, of: { runIds: runs.map(({ runId }) => runId) } });
    if (asked.length === 0) return { ok: false, code: 'NOTHING_TO_RETRY' };
  }
  const operationIds: string[] = [];
  let total = 0;
  for (const one of asked) {
    const requested = await requestOperation(db, one);
    if (!requested.ok)
      return { ok: false, code: requested.code === 'TOO_MANY_RUNS' ? 'TOO_MANY_RUNS' : 'RUN_NOT_FOUND' };
    operationIds.push(requested.operationId);
    total += 'runIds' in one.of ? one.of.runIds.length : 0;
  }
  return { ok: true, operationIds, total };
}
