import type { Queryable } from '../pool.ts';

/** What must hold of all runs, in numbers. Instants in milliseconds; null: there is none, Infinity: nothing but held ones. */
export type Standing = {
  /** Runs that are not over, as the sums tell: entered − finished. */
  live: number;
  /** Runs that wait for an instant or for a message. */
  waiting: number;
  /** The oldest of each kind of work that is to be done. */
  timers: number | null;
  events: number | null;
  inputs: number | null;
  messages: number | null;
};

const instant = (expression: string): string => `floor(extract(epoch from (${expression})) * 1000)::float8`;

/**
 * All of it in one snapshot, without a look at the runs themselves, of which a million may be parked: only at those that have a
 * message under way and no timer.
 */
export async function standingFind(db: Queryable): Promise<Standing> {
  const { rows } = await db.query<Standing>({
    name: 'standing-find',
    text: `
      with recursive queues as (
        (select store_id from event_queue order by store_id limit 1)
        union all
        select (select n.store_id from event_queue n where n.store_id > q.store_id order by n.store_id limit 1)
        from queues q where q.store_id is not null
      ),
      pending as materialized (
        select run_id, min(next_at) as next_at from messages where next_at is not null group by run_id
      ),
      timers as (select count(*) as count, min(due_at) as oldest from run_timers),
      sending as (
        select count(*) as count from pending p
        where not exists (select from run_timers t where t.run_id = p.run_id)
          and exists (select from runs r where r.run_id = p.run_id and r.finished_at is null)
      )
      select
        (select coalesce(sum(case outcome when 'entered' then count else -count end), 0) from run_tallies) as live,
        timers.count + sending.count as waiting,
        ${instant('timers.oldest')} as timers,
        ${instant(`
          select min(e.recorded_at) from queues q cross join lateral (
            select event_id from event_queue where store_id = q.store_id order by event_id limit 1) first
          join events e on e.event_id = first.event_id`)} as events,
        ${instant('select min(received_at) from run_inputs where not held')} as inputs,
        ${instant('select min(next_at) from pending')} as messages
      from timers, sending`,
  });
  return rows[0]!;
}

/** Whether the caller's transaction is the only one that looks: the others need not. */
export async function standingTakeTurn(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ free: boolean }>(
    "select pg_try_advisory_xact_lock(hashtext('retoma watch')) as free",
  );
  return rows[0]!.free;
}
