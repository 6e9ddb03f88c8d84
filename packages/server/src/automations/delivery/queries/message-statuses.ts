import { textArray, uuidArray } from '../../../base/postgres/driver/binary-array.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { execute, queryColumn, queryRows, queryValue } from '../../../base/postgres/query.ts';

/** The status of a message that its provider reports. */
export type MessageStatus = 'sent' | 'delivered' | 'read' | 'failed';

/** The reported status of a message; `name`: the provider's message id, or Retoma's key (`<run>:<message>`). */
export type ReportedStatus = { name: string; status: MessageStatus; reason: string | null };

/** Our key of a message: its run and its key in the run. */
const messageName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):(.+)$/;

/** The allowed state changes: no state goes back, and an unknown message accepts any status. */
const mayBecome = `(m.state = 'unknown'
  or (t.status = 'failed' and m.state = 'sent')
  or (t.status = 'delivered' and m.state in ('sent', 'failed'))
  or (t.status = 'read' and m.state in ('sent', 'failed', 'delivered')))`;

/**
 * Writes reported statuses of a connection's messages, at most one for each message. Returns the names without a settled message. `now` in
 * milliseconds.
 */
export async function messageStatusSetMany(
  db: Queryable,
  connectionId: string,
  statuses: readonly ReportedStatus[],
  now: number,
): Promise<string[]> {
  const keys = statuses.map(({ name }) => messageName.exec(name));
  return queryColumn(db, {
    name: 'message-status-set-many',
    text: `
      with t as (
        select unnest($2::text[]) as name, unnest($3::text[]) as status, unnest($4::text[]) as reason,
          unnest($5::uuid[]) as run_id, unnest($6::text[]) as message_key
      ),
      found as (
        select t.name, m.run_id, m.message_key from t join messages m on m.connection_id = $1 and m.provider_message_id = t.name
        where m.state not in ('queued', 'sending')
        union
        select t.name, m.run_id, m.message_key
        from t join messages m on m.run_id = t.run_id and m.message_key = t.message_key collate "C" and m.connection_id = $1
        where m.state not in ('queued', 'sending')
      ),
      changed as (
        update messages m set state = t.status, lease_id = null, settled_at = coalesce(m.settled_at, to_timestamp($7 / 1000.0)),
          reason = case when t.status = 'failed' then coalesce(t.reason, 'NOT_DELIVERED') end
        from found f join t on t.name = f.name
        where m.run_id = f.run_id and m.message_key = f.message_key and ${mayBecome}
      )
      select t.name from t where not exists (select from found f where f.name = t.name)`,
    values: [
      connectionId,
      textArray(statuses.map(({ name }) => name)),
      textArray(statuses.map(({ status }) => status)),
      textArray(statuses.map(({ reason }) => reason)),
      uuidArray(keys.map((key) => key?.[1] ?? null)),
      textArray(keys.map((key) => key?.[2] ?? null)),
      now,
    ],
  });
}

/** Stores statuses whose message is not known yet. `now` in milliseconds. */
export const unmatchedStatusInsertMany = (
  db: Queryable,
  connectionId: string,
  statuses: readonly ReportedStatus[],
  now: number,
): Promise<void> =>
  execute(db, {
    name: 'unmatched-status-insert-many',
    text: `
      insert into unmatched_statuses (connection_id, provider_message_id, status, reason, received_at)
      select $1, name, status, reason, to_timestamp($5 / 1000.0)
      from (select unnest($2::text[]) as name, unnest($3::text[]) as status, unnest($4::text[]) as reason) t
      on conflict do nothing`,
    values: [
      connectionId,
      textArray(statuses.map(({ name }) => name)),
      textArray(statuses.map(({ status }) => status)),
      textArray(statuses.map(({ reason }) => reason)),
      now,
    ],
  });

/** The oldest unmatched statuses. */
export const unmatchedStatusList = (
  db: Queryable,
  limit: number,
): Promise<(ReportedStatus & { connectionId: string })[]> =>
  queryRows(db, {
    name: 'unmatched-status-list',
    text: `select connection_id as "connectionId", provider_message_id as name, status, reason from unmatched_statuses order by received_at limit $1`,
    values: [limit],
  });

/** Deletes statuses whose message is known now. */
export const unmatchedStatusDelete = (db: Queryable, connectionId: string, names: readonly string[]): Promise<void> =>
  execute(db, {
    text: 'delete from unmatched_statuses where connection_id = $1 and provider_message_id = any($2::text[])',
    values: [connectionId, names],
  });

/** Deletes statuses received before an instant (milliseconds): their messages were not sent by Retoma. */
export const unmatchedStatusDeleteOld = (db: Queryable, before: number): Promise<void> =>
  execute(db, {
    text: 'delete from unmatched_statuses where received_at < to_timestamp($1 / 1000.0)',
    values: [before],
  });

/**
 * The recipient of a message, also of one whose outcome is not written yet; `name`: the provider's id, or our key. Null: the recipient was
 * deleted. Undefined: there is no such message.
 */
export function messageRecipientFind(
  db: Queryable,
  connectionId: string,
  name: string,
): Promise<string | null | undefined> {
  const [, runId = null, messageKey = null] = messageName.exec(name) ?? [];
  return queryValue(db, {
    name: 'message-recipient-find',
    text: `
      select recipient from (
        select recipient from messages where connection_id = $1 and provider_message_id = $2
        union all
        select recipient from messages where run_id = $3 and message_key = $4 collate "C" and connection_id = $1
        union all
        select recipient from leased_messages
        where $3 = any(lease_runs) and run_id = $3 and message_key = $4 and connection_id = $1) m
      limit 1`,
    values: [connectionId, name, runId, messageKey],
  });
}

/** For each connection of these providers: the numbers of accepted and of delivered messages. Instants in milliseconds. */
export const deliveryCount = (
  db: Queryable,
  providers: readonly string[],
  { since, before }: { since: number; before: number },
): Promise<{ connectionId: string; accepted: number; delivered: number; deliveryAlert: string | null }[]> =>
  queryRows(db, {
    text: `select c.connection_id as "connectionId", c.delivery_alert as "deliveryAlert", count(*)::int as accepted,
       (count(*) filter (where m.state in ('delivered', 'read')))::int as delivered
     from messages m join connections c on c.connection_id = m.connection_id
     where m.settled_at >= to_timestamp($2 / 1000.0) and m.settled_at < to_timestamp($3 / 1000.0)
       and m.state in ('sent', 'delivered', 'read') and c.active and c.channel || ' ' || c.provider = any($1::text[])
     group by c.connection_id, c.delivery_alert`,
    values: [providers, since, before],
  });
