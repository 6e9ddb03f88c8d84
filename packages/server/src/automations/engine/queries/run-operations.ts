import { lowestId } from '../../../base/ids.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { execute, queryOneValue, queryRow, queryRows } from '../../../base/postgres/query.ts';

/** The operations that a person may request. */
export type OperationKind = 'cancel' | 'retry' | 'skip' | 'release';

/** A requested operation on runs: on `runIds`, or on all live runs of an automation that began before the request. */
export type RunOperation = {
  operationId: string;
  storeId: string;
  kind: OperationKind;
  automationId: string | null;
  runIds: readonly string[] | null;
  /** retry: the path of the step. */
  step: string | null;
  reason: string | null;
  requestedBy: string;
  /** The last processed run. */
  cursor: string | null;
};

/** An operation to be stored. */
export type NewRunOperation = Omit<RunOperation, 'cursor'>;

/** Stores an operation, and notifies the workers on commit. */
export async function runOperationInsert(db: Queryable, operation: NewRunOperation): Promise<void> {
  const { operationId, storeId, kind, automationId, runIds, step, reason, requestedBy } = operation;
  await execute(db, {
    // clock_timestamp(), not the start of the transaction: a run that began while this transaction waited for the automation's lock must
    // count as earlier.
    text: `with stored as (
       insert into run_operations (operation_id, store_id, kind, automation_id, run_ids, step, reason, requested_by, requested_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp()))
     select pg_notify('retoma_queue', current_schema())`,
    values: [operationId, storeId, kind, automationId, runIds, step, reason, requestedBy],
  });
}

/**
 * Locks one unfinished, unlocked operation: the one with the least progress, so that a small one does not wait for a big one. The
 * operations of one automation run one after the other.
 */
export const runOperationClaim = (db: Queryable): Promise<RunOperation | undefined> =>
  queryRow(db, {
    name: 'run-operation-claim',
    text: `
      select o.operation_id as "operationId", o.store_id as "storeId", o.kind, o.automation_id as "automationId",
        o.run_ids as "runIds", o.step, o.reason, o.requested_by as "requestedBy", o.cursor
      from run_operations o
      where o.finished_at is null and not exists (
        select from run_operations p where p.finished_at is null and p.automation_id = o.automation_id
          and (p.requested_at, p.operation_id) < (o.requested_at, o.operation_id))
      order by o.applied_count + o.rejected_count, o.requested_at limit 1 for update of o skip locked`,
  });

/** The next runs of an operation, by id; `wanted`: the run exists, and the operation applies to it. */
export const runOperationListRuns = (
  db: Queryable,
  { operationId }: RunOperation,
  limit: number,
): Promise<{ runId: string; wanted: boolean }[]> =>
  queryRows(db, {
    name: 'run-operation-list-runs',
    text: `
      with o as (select * from run_operations where operation_id = $1),
      named as (
        select n.run_id, exists (select from runs r where r.run_id = n.run_id and r.store_id = o.store_id) as wanted
        from o cross join lateral (
          select n.run_id from unnest(o.run_ids) as n (run_id)
          where n.run_id > coalesce(o.cursor, '${lowestId}') order by n.run_id limit $2) n
      ),
      begun as (
        select r.run_id, r.wanted
        from o cross join lateral (
          select run_id, finished_at is null and started_at <= o.requested_at as wanted from runs
          where automation_id = o.automation_id and run_id > coalesce(o.cursor, '${lowestId}')
          order by run_id limit $2) r
      )
      select run_id as "runId", wanted from named union all select run_id, wanted from begun order by 1`,
    values: [operationId, limit],
  });

/** The outcome of an operation for one run. */
export type OperationResult = { runId: string; outcome: 'applied' | 'rejected' };

/** Records the progress of an operation and the outcomes of its runs; `at` in milliseconds. */
export const runOperationAdvance = (
  db: Queryable,
  operationId: string,
  results: readonly OperationResult[],
  progress: { cursor: string | null; finished: boolean; at: number },
): Promise<void> =>
  execute(db, {
    name: 'run-operation-advance',
    text: `
      with results as (
        insert into run_operation_results (run_id, operation_id, at, outcome)
        select run_id, $1, to_timestamp($5 / 1000.0), outcome from unnest($2::uuid[], $3::text[]) as n (run_id, outcome))
      update run_operations set cursor = coalesce($4, cursor),
        applied_count = applied_count + (select count(*) from unnest($3::text[]) as n (outcome) where outcome = 'applied'),
        rejected_count = rejected_count + (select count(*) from unnest($3::text[]) as n (outcome) where outcome = 'rejected'),
        finished_at = case when $6 then to_timestamp($5 / 1000.0) end
      where operation_id = $1`,
    values: [
      operationId,
      results.map(({ runId }) => runId),
      results.map(({ outcome }) => outcome),
      progress.cursor,
      progress.at,
      progress.finished,
    ],
  });

/** A past operation on a run. */
export type RunOperationRecord = {
  operationId: string;
  kind: OperationKind;
  step: string | null;
  reason: string | null;
  requestedBy: string;
  requestedAt: Date;
  at: Date;
  outcome: OperationResult['outcome'];
};

/** The operations on a run, oldest first. */
export const runOperationListOf = (db: Queryable, runId: string): Promise<RunOperationRecord[]> =>
  queryRows(db, {
    text: `select o.operation_id as "operationId", o.kind, o.step, o.reason, o.requested_by as "requestedBy",
       o.requested_at as "requestedAt", s.at, s.outcome
     from run_operation_results s join run_operations o on o.operation_id = s.operation_id
     where s.run_id = $1 order by s.at, o.requested_at`,
    values: [runId],
  });

/** How many of these runs belong to a store. */
export const runOperationCountRuns = (db: Queryable, storeId: string, runIds: readonly string[]): Promise<number> =>
  queryOneValue(db, {
    text: 'select count(*)::int as count from runs where store_id = $1 and run_id = any($2::uuid[])',
    values: [storeId, runIds],
  });
