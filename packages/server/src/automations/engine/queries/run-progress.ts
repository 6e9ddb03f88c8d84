import type { Queryable } from '../../../base/postgres/pool.ts';
import { affectsOne, queryColumn, queryRow, queryRows } from '../../../base/postgres/query.ts';
import type { OperationKind } from './run-operations.ts';

/** The progress of an operation on runs. */
export type OperationProgress = {
  operationId: string;
  kind: OperationKind;
  /** The number of its runs; for an operation on an automation: the number of runs processed so far. */
  total: number;
  applied: number;
  rejected: number;
  finishedAt: Date | null;
  stoppedAt: Date | null;
};

/** One operation of a store. */
export const runProgressFind = (
  db: Queryable,
  storeId: string,
  operationId: string,
): Promise<OperationProgress | undefined> =>
  queryRow(db, {
    text: `select operation_id as "operationId", kind, coalesce(cardinality(run_ids), applied_count + rejected_count) as total,
       applied_count as applied, rejected_count as rejected,
       finished_at as "finishedAt", stopped_at as "stoppedAt"
     from run_operations where store_id = $1 and operation_id = $2`,
    values: [storeId, operationId],
  });

/** The first runs that rejected an operation. */
export const runProgressRejected = (db: Queryable, operationId: string, limit: number): Promise<string[]> =>
  queryColumn(db, {
    text: `select run_id as "runId" from run_operation_results where operation_id = $1 and outcome = 'rejected'
     order by run_id limit $2`,
    values: [operationId, limit],
  });

/** Stops an operation; waits for a worker that is processing a batch of it. False if it has finished. */
export const runProgressStop = (db: Queryable, storeId: string, operationId: string): Promise<boolean> =>
  affectsOne(db, {
    text: `update run_operations set stopped_at = now(), finished_at = now()
     where store_id = $1 and operation_id = $2 and finished_at is null`,
    values: [storeId, operationId],
  });

/** The path of the step whose message failed last, for each of these runs; runs without one are left out. */
export const runFailedSteps = (
  db: Queryable,
  storeId: string,
  runIds: readonly string[],
): Promise<{ runId: string; path: string }[]> =>
  queryRows(db, {
    text: `select distinct on (m.run_id) m.run_id as "runId", regexp_replace(m.message_key, '#[^#]*$', '') as path
     from messages m where m.store_id = $1 and m.run_id = any($2::uuid[]) and m.state in ('failed', 'unknown')
     order by m.run_id, m.due_at desc`,
    values: [storeId, runIds],
  });
