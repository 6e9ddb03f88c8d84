import { automationFind } from '../../definitions/queries/automations.ts';
import { runOperationCountRuns, runOperationInsert, type OperationKind } from '../queries/run-operations.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { newId } from '../../../base/ids.ts';

/** The most run ids in one request; for more it must name an automation. */
const maxRuns = 10_000;

/** An operation on runs of one store. `by`: the actor, for the timeline. */
export type OperationRequest = {
  readonly storeId: string;
  /** These runs, or all live ones of an automation. */
  readonly of: { readonly runIds: readonly string[] } | { readonly automationId: string };
  readonly by: string;
  /** cancel: the reason that the runs end with. */
  readonly reason?: string;
} & (
  | { readonly kind: 'retry'; /** The path of the step. */ readonly step: string }
  | { readonly kind: Exclude<OperationKind, 'retry'> }
);

/** The queued operation, or why it is refused. */
export type OperationRequestResult =
  | { readonly ok: true; readonly operationId: string }
  | { readonly ok: false; readonly code: 'RUN_NOT_FOUND' | 'AUTOMATION_NOT_FOUND' | 'TOO_MANY_RUNS' };

/**
 * Queues an operation: cancel, retry from a step, skip a wait (RUN19) or release (RUN16). Workers apply it in batches of runs and store the
 * result of each.
 */
export async function requestOperation(db: Queryable, request: OperationRequest): Promise<OperationRequestResult> {
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
  const operationId = newId(storeId);
  const step = request.kind === 'retry' ? request.step : null;
  await runOperationInsert(db, { operationId, storeId, kind, automationId, runIds, step, reason, requestedBy: by });
  return { ok: true, operationId };
}
