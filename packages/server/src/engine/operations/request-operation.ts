import { automationFind } from '../../db/queries/automations/automations.ts';
import { runOperationCountRuns, runOperationInsert, type OperationKind } from '../../db/queries/runs/run-operations.ts';
import type { Database } from '../../db/pool.ts';
import { newId } from '../../platform/ids.ts';

/** So many runs may be named in one request; more of them are all of an automation. */
const maxRuns = 10_000;

/** What is asked for, of runs of one store. `by`: who asks, for the record. */
export type OperationRequest = {
  readonly storeId: string;
  /** These runs, or all live ones of an automation. */
  readonly of: { readonly runIds: readonly string[] } | { readonly automationId: string };
  readonly by: string;
  /** cancel: the reason that the runs are given. */
  readonly reason?: string;
} & (
  | { readonly kind: 'retry'; /** The path of the step. */ readonly step: string }
  | { readonly kind: Exclude<OperationKind, 'retry'> }
);

/** An operation that the workers will carry out, or why there is none. */
export type Requested =
  | { readonly ok: true; readonly operationId: string }
  | { readonly ok: false; readonly code: 'RUN_NOT_FOUND' | 'AUTOMATION_NOT_FOUND' | 'TOO_MANY_RUNS' };

/**
 * Asks that runs be cancelled, taken up again from a step, moved past their wait (RUN19) or released (RUN16). The workers do it, as
 * many runs at a time as one transaction bears; what became of each run is on record.
 */
export async function requestOperation(db: Database, request: OperationRequest): Promise<Requested> {
  const { storeId, kind, of, by, reason = null } = request;
  const automationId = 'automationId' in of ? of.automationId : null;
  const runIds = 'runIds' in of ? [...new Set(of.runIds.map((runId) => runId.toLowerCase()))] : null;
  if (automationId !== null && !(await automationFind(db, storeId, automationId)))
    return { ok: false, code: 'AUTOMATION_NOT_FOUND' };
  if (runIds) {
    if (runIds.length > maxRuns) return { ok: false, code: 'TOO_MANY_RUNS' };
    const found = await runOperationCountRuns(db, storeId, runIds);
    if (found === 0 || found < runIds.length) return { ok: false, code: 'RUN_NOT_FOUND' };
  }
  const operationId = newId();
  const step = request.kind === 'retry' ? request.step : null;
  await runOperationInsert(db, { operationId, storeId, kind, automationId, runIds, step, reason, requestedBy: by });
  return { ok: true, operationId };
}
