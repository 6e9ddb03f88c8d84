import type { Queryable } from '../postgres/pool.ts';
import { affectedRows, execute, queryOne, queryRow } from '../postgres/query.ts';
import { forgottenLead, redactedRequest } from './redaction.ts';

// Retention: deletes or redacts old rows in batches. Instants in milliseconds. Locked rows are skipped until a later pass.

/** The result of a batch. `cursor`: the last visited id; null: no id was left. `changed`: the number of changed rows. */
export type SweepBatch = { cursor: string | null; changed: number };

/** Processes up to `limit` rows with ids after `after` and before `before`. */
export type VisitBatch = (
  db: Queryable,
  range: { after: string; before: string; limit: number; until: number },
) => Promise<SweepBatch>;

/** Locks the cursor of a due sweep; undefined if it is not due or another worker holds it. */
export async function sweepTake(
  db: Queryable,
  name: string,
  now: number,
): Promise<{ cursor: string | null } | undefined> {
  await execute(db, {
    text: 'insert into retention_cursors (name) values ($1) on conflict do nothing',
    values: [name],
  });
  return queryRow(db, {
    text: `select cursor from retention_cursors where name = $1 and due_at <= to_timestamp($2 / 1000.0)
     for update skip locked`,
    values: [name, now],
  });
}

/** Stores the cursor of a sweep; null: the pass is complete, and the next one begins at `dueAt`. */
export const sweepSet = (db: Queryable, name: string, cursor: string | null, dueAt: number): Promise<void> =>
  execute(db, {
    text: `update retention_cursors set cursor = $2, due_at = case when $2::uuid is null then to_timestamp($3 / 1000.0) else due_at end
     where name = $1`,
    values: [name, cursor, dueAt],
  });

/**
 * Blanks the data of events, unless they are queued or have a live run. The size shows whether there is data, so large data is not read.
 */
export const eventDataForget: VisitBatch = (db, { after, before, limit }) =>
  queryOne(db, {
    name: 'event-data-forget',
    text: `
      with visited as materialized (
        select event_id, store_id, pg_column_size(data) as size from events
        where event_id > $1 and event_id < $2 order by event_id limit $3),
      free as (
        select e.event_id from visited v join events e on e.event_id = v.event_id
        where v.size > pg_column_size('{}'::json)
          and not exists (select from runs r where r.event_id = v.event_id and r.finished_at is null)
          and v.event_id not in (select unnest(event_id || more) from event_queue)
        for update of e skip locked),
      blanked as (
        update events e set data = '{}', email_key = null, phone_key = null from free
        where e.event_id = free.event_id returning 1)
      select (select event_id from visited order by event_id desc limit 1) as cursor,
        (select count(*) from blanked) as changed`,
    values: [after, before, limit],
  });

/** Blanks the contents and recipients of messages of runs in a range that were settled before `until`. */
export const messageBodyForget: VisitBatch = (db, { after, before, limit, until }) =>
  queryOne(db, {
    name: 'message-body-forget',
    text: `
      with visited as materialized (
        select run_id from runs where run_id > $1 and run_id < $2 order by run_id limit $3),
      settled as (
        select m.run_id, m.message_key from visited v join messages m on m.run_id = v.run_id
        where m.next_attempt_at is null and m.settled_at < to_timestamp($4 / 1000.0)
          and (m.content is not null or m.recipient is not null)
        for update of m skip locked),
      blanked as (
        update messages m set content = null, recipient = null from settled s
        where m.run_id = s.run_id and m.message_key = s.message_key returning 1)
      select (select run_id from visited order by run_id desc limit 1) as cursor,
        (select count(*) from blanked) as changed`,
    values: [after, before, limit, until],
  });

/** Redacts checkouts in a range that have no order but personal data. */
export const leadForget: VisitBatch = (db, { after, before, limit }) =>
  queryOne(db, {
    name: 'lead-forget',
    text: `
      with visited as materialized (
        select checkout_id from checkouts where checkout_id > $1 and checkout_id < $2 order by checkout_id limit $3),
      leads as materialized (
        select c.checkout_id, ${redactedRequest('sanitize_json(c.request::json)')} as request
        from visited v join checkouts c on c.checkout_id = v.checkout_id
        where not exists (select from orders o where o.checkout_id = v.checkout_id)
          and (sanitize_json(c.request::json)->'customer' is not null or exists (
            select from shoppers s where s.checkout_id = v.checkout_id
              and (s.customer is not null or s.address is not null or s.browser is not null)))
        for update of c skip locked),
      redacted as (
        update checkouts c set request = leads.request, ${forgottenLead}
        from leads where c.checkout_id = leads.checkout_id
        returning 1),
      forgotten as (
        update shoppers s set customer = null, address = null, browser = null
        from leads where s.checkout_id = leads.checkout_id),
      withdrawn as (
        delete from shopper_consents s using leads where s.checkout_id = leads.checkout_id),
      unattributed as (
        delete from shopper_attributions t using leads where t.checkout_id = leads.checkout_id)
      select (select checkout_id from visited order by checkout_id desc limit 1) as cursor,
        (select count(*) from redacted) as changed`,
    values: [after, before, limit],
  });

/**
 * Deletes runs in a range that finished before `until`, with their rows, unless a message is in progress. Their timeline segments are
 * dropped with the month's partition (app/jobs/rotate-partitions.ts).
 */
export const runForget: VisitBatch = (db, { after, before, limit, until }) =>
  queryOne(db, {
    name: 'run-forget',
    text: `
      with visited as materialized (
        select run_id, finished_at from runs where run_id > $1 and run_id < $2 order by run_id limit $3),
      leased as materialized (select run_id from leased_messages),
      over as materialized (
        select r.run_id from visited v join runs r on r.run_id = v.run_id
        where r.finished_at < to_timestamp($4 / 1000.0)
          and not exists (select from messages m where m.run_id = r.run_id and m.next_attempt_at is not null)
          and not exists (select from leased l where l.run_id = r.run_id)
        for update of r skip locked),
      sent as (delete from messages m using over where m.run_id = over.run_id),
      results as (delete from run_operation_results o using over where o.run_id = over.run_id),
      inputs as (delete from run_inputs i using over where i.run_id = over.run_id),
      gone as (delete from runs r using over where r.run_id = over.run_id returning 1)
      select (select run_id from visited order by run_id desc limit 1) as cursor,
        (select count(*) from gone) as changed`,
    values: [after, before, limit, until],
  });

/** Deletes up to `limit` rows older than `until`; returns how many. */
export type DeleteBatch = (db: Queryable, until: number, limit: number) => Promise<number>;

/** Deletes the rows of a table whose instant (a column, or an expression) is older, the oldest first. */
export const deleteOldest =
  (table: string, instant: string): DeleteBatch =>
  (db, until, limit) =>
    affectedRows(db, {
      name: `${table}-delete-oldest`,
      text: `
        delete from ${table} where ctid = any(array(
          select ctid from ${table} where ${instant} < to_timestamp($1 / 1000.0)
          order by ${instant} limit $2 for update skip locked))`,
      values: [until, limit],
    });

/** Deletes inbound messages. A later repetition by the provider is not recognised any more. */
export const inboundMessageForget = deleteOldest('inbound_messages', 'received_at');

/** Deletes short links; the links in old SMS stop working. */
export const shortLinkForget = deleteOldest('short_links', 'created_at');

/** Deletes soft bounces that no longer count. */
export const bounceForget = deleteOldest('bounces', 'at');

/** Deletes the times of last inbound messages after their reply windows have closed. */
export const conversationForget = deleteOldest('conversations', 'last_inbound_at');

/** Deletes messages of the sandbox, oldest first for each store, along the index. */
export const sandboxMessageForget: DeleteBatch = (db, until, limit) =>
  affectedRows(db, {
    name: 'sandbox-message-forget',
    text: `
      delete from sandbox_messages where ctid = any(array(
        select old.ctid from stores s cross join lateral (
          select m.ctid from sandbox_messages m
          where m.store_id = s.store_id and m.received_at < to_timestamp($1 / 1000.0)
          order by m.received_at limit $2 for update skip locked) old
        limit $2))`,
    values: [until, limit],
  });

/** Deletes finished operations: the results first, then the operations without results, in the same call. */
export const runOperationForget: DeleteBatch = async (db, until, limit) => {
  const results = await affectedRows(db, {
    name: 'run-operation-result-forget',
    text: `
      delete from run_operation_results where ctid = any(array(
        select r.ctid from run_operations o join run_operation_results r on r.operation_id = o.operation_id
        where o.finished_at < to_timestamp($1 / 1000.0) limit $2 for update of r skip locked))`,
    values: [until, limit],
  });
  const operations = await affectedRows(db, {
    name: 'run-operation-forget',
    text: `
      delete from run_operations where operation_id = any(array(
        select o.operation_id from run_operations o where o.finished_at < to_timestamp($1 / 1000.0)
          and not exists (select from run_operation_results r where r.operation_id = o.operation_id)
        limit $2 for update of o skip locked))`,
    values: [until, limit],
  });
  return results + operations;
};
