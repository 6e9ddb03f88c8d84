import type { Context } from '../../../../context.ts';
import { findOperation, listRejectedRuns, listRunsOf, stopOperation } from '../../read-runs.ts';
import { requestBulkOperation } from '../../../engine/operations/request-bulk-operation.ts';
import { sessionOf } from '../../../../members/guards/session.ts';
import type { PanelHandlers } from '../../../../panel-contract.ts';
import { parseFilter } from '../../../../base/requested-filter.ts';
import { canSeeContacts } from '../../../../members/guards/can-see-contacts.ts';
import { presentListing } from './present-run.ts';

const maxFailures = 100;

/** POST /panel/api/stores/:storeId/runs/operations: cancels or retries runs, or skips their current wait, for one or many. */
export const operateRunsHandlers = (
  context: Context,
): PanelHandlers<'operateRuns' | 'readOperation' | 'stopOperation'> => ({
  operateRuns: async ({ params: { storeId }, body: { kind, of, step }, request, audit }) => {
    const { email } = sessionOf(request);
    const which = 'runIds' in of ? of : { filter: parseFilter(of.filter, { now: context.clock(), people: true }) };
    const requested = await requestBulkOperation(
      context.db,
      { storeId, kind, of: which, step, by: email.slice(0, 200) },
      audit,
    );
    if (!requested.ok) return requested;
    const { operationIds, total } = requested;
    return { success: true, operationIds: [...operationIds], total };
  },
  /** GET /panel/api/stores/:storeId/runs/operations/:operationId: the progress of an operation, and the runs that rejected it. */
  readOperation: async ({ params: { storeId, operationId }, request }) => {
    const { db } = context;
    const found = await findOperation(db, storeId, operationId);
    if (!found) return 'NOT_FOUND';
    const { finishedAt, stoppedAt, ...progress } = found;
    const runIds = found.rejected > 0 ? await listRejectedRuns(db, operationId, maxFailures) : [];
    const maySee = await canSeeContacts(context, request, storeId);
    const failures = (await listRunsOf(db, storeId, { runIds, eventIds: [] })).map((run) =>
      presentListing(run, undefined, maySee),
    );
    const operation = { ...progress, isOver: finishedAt !== null, isStopped: stoppedAt !== null, failures };
    return { success: true, operation };
  },
  /** POST /panel/api/stores/:storeId/runs/operations/:operationId/stop: stops an operation; the remaining runs are not changed. */
  stopOperation: async ({ params: { storeId, operationId } }) => {
    if (!(await findOperation(context.db, storeId, operationId))) return 'NOT_FOUND';
    await stopOperation(context.db, storeId, operationId);
    return { success: true };
  },
});
