import { milliseconds } from '../../../base/postgres/driver/milliseconds.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { affectedRows, queryColumn, queryOne, queryOneValue, queryRows } from '../../../base/postgres/query.ts';
import type { MessageState } from '../../delivery/queries/messages.ts';

/** The numbers of the invariants over all runs. Instants in milliseconds; null: none, Infinity: only held ones. */
export type InvariantBalance = {
  /** Live runs according to the counters: entered − finished. */
  live: number;
  /** Runs that wait for an instant or for a message. */
  waiting: number;
  /** The oldest row of each queue. */
  timers: number | null;
  events: number | null;
  inputs: number | null;
  messages: number | null;
};

/** Reads all numbers in one snapshot. A million runs may wait, so it reads only the runs that have a message in progress and no timer. */
export const balanceFind = (db: Queryable): Promise<InvariantBalance> =>
  queryOne(db, {
    name: 'balance-find',
    text: `
      with recursive queues as (
        (select store_id from event_queue order by store_id limit 1)
        union all
        select (select n.store_id from event_queue n where n.store_id > q.store_id order by n.store_id limit 1)
        from queues q where q.store_id is not null
      ),
      pending as materialized (
        select run_id, min(next_attempt_at) as next_attempt_at
        from (select run_id, next_attempt_at from messages where next_attempt_at is not null
              union all select run_id, next_attempt_at from leased_messages) under_way
        group by run_id
      ),
      timers as (select coalesce(sum(cardinality(run_ids)), 0) as count, min(due_at) as oldest from run_timers),
      sending as (
        select count(*) as count from pending p
        where exists (select from runs r where r.run_id = p.run_id and r.finished_at is null and r.wake_at is null)
      )
      select
        (select coalesce(sum(case outcome when 'entered' then count else -count end), 0) from run_counters) as live,
        timers.count + sending.count as waiting,
        ${milliseconds('timers.oldest')} as timers,
        ${milliseconds(`
          select min(e.recorded_at) from queues q cross join lateral (
            select event_id from event_queue where store_id = q.store_id order by event_id limit 1) first
          join events e on e.event_id = first.event_id`)} as events,
        ${milliseconds('select min(received_at) from run_inputs where not held')} as inputs,
        ${milliseconds('select min(next_attempt_at) from pending')} as messages
      from timers, sending`,
  });

/** The size of each queue: due runs, events, inputs and messages that are not held. */
export type Backlog = { timers: number; events: number; inputs: number; messages: number };

/** Counts the rows of each queue at `now` (milliseconds). */
export const backlogFind = (db: Queryable, now: number): Promise<Backlog> =>
  queryOne(db, {
    name: 'backlog-find',
    text: `
      select
        (select coalesce(sum(cardinality(run_ids)), 0) from run_timers where due_at <= to_timestamp($1 / 1000.0))::float8 as timers,
        (select coalesce(sum(1 + cardinality(more)), 0) from event_queue)::float8 as events,
        (select count(*) from run_inputs where not held)::float8 as inputs,
        (select count(*) from messages where next_attempt_at < 'infinity')::float8 as messages`,
    values: [now],
  });

/** Tries to take the lock of the invariant check until the transaction ends. */
export const invariantCheckLock = (db: Queryable): Promise<boolean> =>
  queryOneValue(db, {
    text: "select pg_try_advisory_xact_lock(hashtext(current_schema() || ' retoma watch')) as free",
  });

/** A live run with everything that it may wait for, from one snapshot. */
export type CheckedRun = {
  runId: string;
  storeId: string;
  automationId: string;
  version: number;
  /** The interpreter's state, as text. */
  state: string | null;
  held: boolean;
  /** Its timer, in milliseconds; Infinity: held, null: none. */
  timerAt: number | null;
  /** Its messages by key, where it waits for one. */
  messages: Record<string, { state: MessageState; reason: string | null }> | null;
  /** The messages whose outcome is queued as an input. */
  queuedOutcomes: string[];
  /** Whether it is held although its automation is not paused and no operation is about to release it. */
  stranded: boolean;
};

const checkedRun = `
  r.run_id as "runId", r.store_id as "storeId", r.automation_id as "automationId", r.version, r.state, r.held,
  -- where it should be, else wherever it is
  coalesce(
    (select ${milliseconds('t.due_at')} from run_timers t where t.store_id = r.store_id
       and t.due_at = case when r.held then 'infinity' else r.wake_at end and r.run_id = any(t.run_ids) limit 1),
    (select ${milliseconds('min(t.due_at)')} from run_timers t where r.run_id = any(t.run_ids))) as "timerAt",
  case when r.status = 'running' then (
    select json_object_agg(m.message_key, json_build_object('state', m.state, 'reason', m.reason))
    from (select message_key, state, reason from messages where run_id = r.run_id
          union all select message_key, state, reason from leased_messages where r.run_id = any(lease_runs) and run_id = r.run_id) m
    ) end as messages,
  array(select i.input->>'message' from run_inputs i where i.run_id = r.run_id and i.input->>'type' = 'outcome') as "queuedOutcomes",
  (r.held or exists (select from run_inputs i where i.run_id = r.run_id and i.held)
    or exists (select from messages m where m.run_id = r.run_id and m.next_attempt_at = 'infinity'))
  and not exists (
    select from automations a where a.automation_id = r.automation_id
      and a.deleted_at is null and not a.active and a.waiting_runs = 'hold')
  and not exists (
    select from run_operations o where o.finished_at is null
      and (o.automation_id = r.automation_id or r.run_id = any(o.run_ids))) as stranded`;

/** Live runs after an id, in the order of their ids, of one store or of all. */
export const runCheckNext = (
  db: Queryable,
  after: string,
  limit: number,
  storeId: string | null,
): Promise<CheckedRun[]> =>
  queryRows(db, {
    name: 'run-check-next',
    text: `
      select ${checkedRun} from runs r
      where r.run_id > $1 and r.finished_at is null and ($3::uuid is null or r.store_id = $3)
      order by r.run_id limit $2`,
    values: [after, limit, storeId],
  });

/** The given runs that are live. */
export const runCheckMany = (db: Queryable, runIds: readonly string[]): Promise<CheckedRun[]> =>
  queryRows(db, {
    name: 'run-check-many',
    text: `select ${checkedRun} from runs r where r.run_id = any($1::uuid[]) and r.finished_at is null`,
    values: [runIds],
  });

/** Lists the ids of orphans, up to `limit`, of one store or of all. */
export type ListOrphans = (db: Queryable, storeId: string | null, limit: number) => Promise<string[]>;

const listOrphans =
  (text: string): ListOrphans =>
  async (db, storeId, limit) => {
    const rows = await queryRows<{ id: string }>(db, { text: text, values: [storeId, limit] });
    return rows.map(({ id }) => id);
  };

/** Finished or deleted runs with a timer. */
export const timerListOrphans = listOrphans(`
  select t.run_id as id from (select unnest(run_ids) as run_id from run_timers where $1::uuid is null or store_id = $1) t
  where not exists (select from runs r where r.run_id = t.run_id and r.finished_at is null) limit $2`);

/** Inputs whose run is deleted. */
export const inputListOrphans = listOrphans(`
  select i.input_id as id from run_inputs i
  where ($1::uuid is null or i.store_id = $1) and not exists (select from runs r where r.run_id = i.run_id) limit $2`);

/** Deletes inputs whose run is deleted; returns how many. */
export const inputDeleteOrphans = (db: Queryable, inputIds: readonly string[]): Promise<number> =>
  affectedRows(db, {
    text: `delete from run_inputs i where i.input_id = any($1::uuid[])
       and not exists (select from runs r where r.run_id = i.run_id)`,
    values: [inputIds],
  });

/** Queue rows whose event is deleted. */
export const queueListOrphans = listOrphans(`
  select q.event_id as id
  from (select unnest(event_id || more) as event_id from event_queue where $1::uuid is null or store_id = $1) q
  where not exists (select from events e where e.event_id = q.event_id) limit $2`);

/** Deleted runs with a message that waits to be sent. */
export const messageListOrphans = listOrphans(`
  select distinct m.run_id as id from messages m
  where m.next_attempt_at is not null and ($1::uuid is null or m.store_id = $1)
    and not exists (select from runs r where r.run_id = m.run_id) limit $2`);

/** Settles the messages of deleted runs, so that they are not sent. Returns the number of runs. */
export const messageSettleOrphans = (db: Queryable, runIds: readonly string[], now: number): Promise<number> =>
  queryOneValue(db, {
    text: `with settled as (
       update messages m set state = case when m.state = 'sending' then 'unknown' else 'skipped' end, reason = 'RUN_GONE',
         next_attempt_at = null, lease_id = null, settled_at = to_timestamp($2 / 1000.0)
       where m.run_id = any($1::uuid[]) and m.next_attempt_at is not null
         and not exists (select from runs r where r.run_id = m.run_id)
       returning m.run_id)
     select count(distinct run_id) as count from settled`,
    values: [runIds, now],
  });

/** Runs with a message whose lease ended before `until`, in milliseconds, and that no worker has claimed since. */
export const messageListAbandoned = (
  db: Queryable,
  storeId: string | null,
  limit: number,
  until: number,
): Promise<string[]> =>
  queryColumn(db, {
    text: `select distinct m.run_id as id
     from (select run_id, store_id, next_attempt_at from messages where state = 'sending'
           union all select run_id, store_id, next_attempt_at from leased_messages) m
     join runs r on r.run_id = m.run_id
     where m.next_attempt_at < to_timestamp($3 / 1000.0) and ($1::uuid is null or m.store_id = $1) limit $2`,
    values: [storeId, limit, until],
  });
