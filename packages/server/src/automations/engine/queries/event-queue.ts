import type { Trigger } from '@retoma/flow';
import type { Queryable } from '../../../base/postgres/pool.ts';
import {
  affectedRows,
  affectsOne,
  execute,
  queryColumn,
  queryOneValue,
  queryRows,
} from '../../../base/postgres/query.ts';
import { eventReadMany, type EventRecord } from './run-records.ts';

/** An event that was claimed to start runs. */
export type QueuedEvent = EventRecord & { type: Trigger };

/** Whether the queue is empty. */
export async function eventQueueIsEmpty(db: Queryable): Promise<boolean> {
  return !(await affectsOne(db, { name: 'event-queue-is-empty', text: 'select from event_queue limit 1' }));
}

/**
 * Claims up to `limit` events and removes them from the queue: each waiting store's share, oldest first, from up to 200 stores after
 * `after`. Concurrent claims take other events. If `limit` events are returned, more may wait. `reached`: the last visited store, even if
 * another worker claimed its events; null when the round of stores is complete.
 */
export async function eventQueueClaim(
  db: Queryable,
  limit: number,
  after: string,
): Promise<{ events: QueuedEvent[]; reached: string | null }> {
  const rows = await queryRows<{ place: string | null; ids: string | null; reached: string | null }>(db, {
    name: 'event-queue-claim',
    text: `
      with recursive visited as (
        (select store_id, 1 as place from event_queue where store_id > $2 order by store_id limit 1)
        union all
        select (select n.store_id from event_queue n where n.store_id > v.store_id order by n.store_id limit 1), place + 1
        from visited v where v.store_id is not null and place < 200
      ),
      share as (select greatest(1, $1 / greatest(1, count(store_id))) as size from visited),
      last as (select case when count(*) filter (where store_id is null) > 0 then null
        else (array_agg(store_id order by place desc))[1] end as reached from visited),
      taken as materialized (
        -- walked row by row: no row behind the last event that is taken is locked
        select q.place, q.event_id
        from visited v cross join lateral (
          select queued.place, id as event_id
          from (select ctid as place, event_id || more as event_ids from event_queue
                where store_id = v.store_id order by event_id for update skip locked) queued
          cross join lateral unnest(queued.event_ids) as id
          limit (select size from share)) q
      )
      select taken.place, taken.ids, last.reached
      from last left join (
        select place, string_agg(event_id::text, ',') as ids from taken group by place) taken on true`,
    values: [limit, after],
  });
  const claimed = rows.flatMap(({ place, ids }) => (place && ids ? [{ place, eventIds: ids.split(',') }] : []));
  await deleteClaimed(db, claimed);
  // A separate statement: PostgreSQL looks up a list of keys in one index scan, but the keys of a join one by one.
  const events = await eventReadMany(
    db,
    claimed.flatMap(({ eventIds }) => eventIds),
  );
  return { events: events as QueuedEvent[], reached: rows[0]?.reached ?? null };
}

/** The claimed events of one row of the queue; they are the first of the row. */
type ClaimedEntry = { readonly place: string; readonly eventIds: readonly string[] };

/**
 * Removes claimed events from their rows, which are locked and so still exist. A separate statement: if another transaction changed a row
 * just before the lock, the snapshot of the locking statement does not contain the row's new version.
 */
async function deleteClaimed(db: Queryable, rows: readonly ClaimedEntry[]): Promise<void> {
  if (rows.length === 0) return;
  const values = [rows.map(({ place }) => place), rows.map(({ eventIds }) => eventIds.length)];
  const claimed = 'unnest($1::tid[], $2::int[]) as c (place, count)';
  const deleted = await affectedRows(db, {
    name: 'event-queue-delete-claimed',
    text: `delete from event_queue q using ${claimed} where q.ctid = c.place and cardinality(q.more) < c.count`,
    values,
  });
  if (deleted === rows.length) return;
  await execute(db, {
    name: 'event-queue-shorten-claimed',
    // A subscript or slice of an array in `set` beside a join ends the server process of Citus 13.2.
    text: `
      update event_queue q set event_id = (select id from unnest(q.more) with ordinality as m (id, at) where at = c.count),
        more = array(select id from unnest(q.more) with ordinality as m (id, at) where at > c.count order by at)
      from ${claimed} where q.ctid = c.place`,
    values,
  });
}

/** Removes events from the queue, so that they start no runs; returns how many were removed. */
export const eventQueueRemove = (db: Queryable, eventIds: readonly string[]): Promise<number> =>
  queryOneValue(db, {
    text: `with gone as (
       delete from event_queue where event_id = any($1::uuid[]) or more && $1::uuid[]
       returning store_id, event_id || more as event_ids),
     remaining as (
       select store_id, cardinality(event_ids) as before,
         array(select id from unnest(event_ids) as id where id <> all($1::uuid[]) order by id) as event_ids
       from gone),
     kept as (
       insert into event_queue (store_id, event_id, more)
       select store_id, event_ids[1], event_ids[2:] from remaining where cardinality(event_ids) > 0)
     select coalesce(sum(before - cardinality(event_ids)), 0)::int as count from remaining`,
    values: [eventIds],
  });

/** A live run that an event ends (RUN18). */
export type StoppedRun = { runId: string; trigger: Trigger };

/**
 * The live runs that these events end: started by an earlier event of the same order or checkout, in a version whose stopOn contains the
 * event's type.
 */
export async function runFindStopped(db: Queryable, eventIds: readonly string[]): Promise<StoppedRun[]> {
  if (eventIds.length === 0) return [];
  return queryRows(db, {
    name: 'run-find-stopped',
    text: `
      with now as (select event_id, store_id, type, order_id, checkout_id, recorded_at from events
        where event_id = any($1::uuid[])),
      earlier as (
        select now.type, e.event_id from now join events e on e.order_id = now.order_id
        where e.store_id = now.store_id and e.recorded_at < now.recorded_at
        union
        select now.type, e.event_id from now join events e on e.checkout_id = now.checkout_id
        where e.store_id = now.store_id and e.recorded_at < now.recorded_at)
      select r.run_id as "runId", earlier.type as trigger
      from earlier join runs r on r.event_id = earlier.event_id and r.finished_at is null
      join automation_versions v on v.automation_id = r.automation_id and v.version = r.version
      where earlier.type = any(v.stop_on)`,
    values: [eventIds],
  });
}

/** RUN18: of these runs, those whose automation has a run that a later event of the same type and order started. */
export async function runFindSuperseded(db: Queryable, runIds: readonly string[]): Promise<string[]> {
  if (runIds.length === 0) return [];
  const rows = await queryRows<{ runId: string }>(db, {
    name: 'run-find-superseded',
    text: `
      select r.run_id as "runId" from runs r join events e on e.event_id = r.event_id
      where r.run_id = any($1::uuid[]) and exists (
        select from events newer join runs other on other.event_id = newer.event_id
        where newer.order_id = e.order_id and newer.store_id = e.store_id and newer.type = e.type
          and newer.recorded_at > e.recorded_at and other.automation_id = r.automation_id)`,
    values: [runIds],
  });
  return rows.map(({ runId }) => runId);
}

/**
 * RUN18: of these events, those whose person, by e-mail address or phone, has an order of the store that was paid since. An order that
 * commits at the same moment may be missed.
 */
export async function eventFindBoughtSince(db: Queryable, eventIds: readonly string[]): Promise<string[]> {
  if (eventIds.length === 0) return [];
  const paidSince = (condition: string): string =>
    `exists (select from orders o where o.store_id = person.store_id and ${condition} and o.status = 'paid'
       and o.paid_at >= person.occurred_at)`;
  return queryColumn(db, {
    name: 'event-find-bought-since',
    text: `
      with began as (
        select event_id, store_id, occurred_at, order_id, checkout_id, email_key, phone_key from events where event_id = any($1::uuid[])),
      person as (
        select b.event_id, b.store_id, b.occurred_at, o.buyer, phone_key(sanitize_json(o.customer)->>'phone') as phone
        from began b join orders o on o.order_id = b.order_id
        union all
        select b.event_id, b.store_id, b.occurred_at, md5(c.email_key)::uuid, c.phone_key
        from began b join checkouts c on c.checkout_id = b.checkout_id
        union all
        select event_id, store_id, occurred_at, md5(email_key)::uuid, phone_key from began)
      select distinct event_id as "eventId" from person
      where ${paidSince('o.buyer = person.buyer')}
        or ${paidSince("o.customer is not null and phone_key(sanitize_json(o.customer)->>'phone') = person.phone")}`,
    values: [eventIds],
  });
}

/**
 * For each of these events (each started a run of an automation with stopOn): the types of the later events of the same order or checkout.
 * The result stays true only as long as the caller holds the locks of order and checkout.
 */
export async function eventFindLater(
  db: Queryable,
  eventIds: readonly string[],
): Promise<{ eventId: string; trigger: Trigger }[]> {
  if (eventIds.length === 0) return [];
  return queryRows(db, {
    name: 'event-find-later',
    text: `
      with began as (select event_id, store_id, order_id, checkout_id, recorded_at from events
        where event_id = any($1::uuid[]))
      select began.event_id as "eventId", e.type as trigger from began join events e on e.order_id = began.order_id
      where e.store_id = began.store_id and e.recorded_at > began.recorded_at
      union
      select began.event_id, e.type from began join events e on e.checkout_id = began.checkout_id
      where e.store_id = began.store_id and e.recorded_at > began.recorded_at`,
    values: [eventIds],
  });
}
