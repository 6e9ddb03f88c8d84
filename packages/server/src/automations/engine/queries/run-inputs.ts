import { uuidArray } from '../../../base/postgres/driver/binary-array.ts';
import { milliseconds } from '../../../base/postgres/driver/milliseconds.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { execute, queryColumn, queryRows } from '../../../base/postgres/query.ts';

/** An external input of a run. `input` is the interpreter's input as JSON text; `receivedAt` in milliseconds. */
export type RunInput = { storeId: string; inputId: string; runId: string; input: string; receivedAt: number };

const columns = `i.store_id as "storeId", i.input_id as "inputId", i.run_id as "runId", i.input::text as input,
  ${milliseconds('i.received_at')} as "receivedAt"`;

/** Stores inputs, and notifies the workers. */
export async function runInputInsertMany(db: Queryable, inputs: readonly RunInput[]): Promise<void> {
  if (inputs.length === 0) return;
  await execute(db, {
    name: 'run-input-insert-many',
    text: `
      with stored as (
        insert into run_inputs (store_id, input_id, run_id, input, received_at)
        select store_id, input_id, run_id, input, to_timestamp(received_at / 1000.0)
        from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::json[], $5::bigint[])
          as n (store_id, input_id, run_id, input, received_at))
      select pg_notify('retoma_queue', current_schema())`,
    values: [
      inputs.map(({ storeId }) => storeId),
      inputs.map(({ inputId }) => inputId),
      inputs.map(({ runId }) => runId),
      inputs.map(({ input }) => input),
      inputs.map(({ receivedAt }) => receivedAt),
    ],
  });
}

/** The ids of runs with queued inputs, a share for each store; locks nothing. */
export const runInputListRuns = (db: Queryable, limit: number): Promise<string[]> =>
  queryColumn(db, {
    name: 'run-input-list-runs',
    text: `
      with recursive visited as (
        (select store_id from run_inputs where not held order by store_id limit 1)
        union all
        select (select n.store_id from run_inputs n where not held and n.store_id > v.store_id order by n.store_id limit 1)
        from visited v where v.store_id is not null
      ),
      share as (select greatest(1, $1 / greatest(1, count(store_id))) as size from visited)
      select distinct q.run_id as "runId" from visited v cross join lateral (
        select run_id from run_inputs where store_id = v.store_id and not held
        order by input_id limit (select size from share)) q`,
    values: [limit],
  });

/** Removes and returns the inputs of runs that the caller has locked, in the order of arrival. */
export async function runInputClaim(db: Queryable, runIds: readonly string[]): Promise<RunInput[]> {
  if (runIds.length === 0) return [];
  const rows = await queryRows<RunInput>(db, {
    name: 'run-input-claim',
    text: `delete from run_inputs i where i.run_id = any($1::uuid[]) returning ${columns}`,
    values: [uuidArray(runIds)],
  });
  return rows.sort((one, other) => one.receivedAt - other.receivedAt || (one.inputId < other.inputId ? -1 : 1));
}

/** RUN16: holds the inputs of runs whose automation is paused, until they are released. */
export async function runInputHold(db: Queryable, runIds: readonly string[]): Promise<void> {
  if (runIds.length === 0) return;
  await execute(db, {
    text: 'update run_inputs set held = true where run_id = any($1::uuid[]) and not held',
    values: [runIds],
  });
}
