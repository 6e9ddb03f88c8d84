// WHK11, COM8: the end of messages. An attempt goes with its message.
import type { Queryable } from '../../../base/postgres/pool.ts';
import { affectedRows, queryRows } from '../../../base/postgres/query.ts';
import { deleteOldest, type DeleteBatch } from '../../../base/retention/retention.ts';

/** Deletes messages, also those that still wait. */
export const webhookMessageForget: DeleteBatch = deleteOldest('webhook_messages', 'created_at');

/** Deletes deleted endpoints without messages. */
export const webhookEndpointForget: DeleteBatch = (db, until, limit) =>
  affectedRows(db, {
    name: 'webhook-endpoint-forget',
    text: `delete from webhook_endpoints e where state = 'deleted' and endpoint_id = any(array(
             select endpoint_id from webhook_endpoints where state = 'deleted' and state_at < to_timestamp($1 / 1000.0)
             order by state_at limit $2))
             and not exists (select from webhook_messages m where m.endpoint_id = e.endpoint_id)`,
    values: [until, limit],
  });

/** The messages about checkouts, orders or events, the oldest first, for an export. */
export const webhookMessageRead = (
  db: Queryable,
  storeId: string,
  subjects: readonly string[],
): Promise<Record<string, unknown>[]> =>
  queryRows(db, {
    name: 'webhook-message-read',
    text: `select e.url, m.type, m.body::json as body, m.state, m.created_at as "createdAt", m.settled_at as "settledAt"
           from webhook_messages m join webhook_endpoints e using (endpoint_id)
           where m.subject = any($2::uuid[]) and m.store_id = $1 and m.body is not null order by m.seq`,
    values: [storeId, subjects],
  });

/** Deletes the bodies of the messages about checkouts, orders or events, with the responses to them, and cancels those that wait. Returns how many. */
export const webhookMessageErase = (db: Queryable, storeId: string, subjects: readonly string[]): Promise<number> =>
  affectedRows(db, {
    name: 'webhook-message-erase',
    text: `
      with erased as (
        update webhook_messages set body = null, state = case when state = 'pending' then 'cancelled' else state end,
          next_attempt_at = null, settled_at = least(settled_at, now())
        where subject = any($2::uuid[]) and store_id = $1 and body is not null returning endpoint_id, message_id),
      silenced as (
        update webhook_attempts a set response = null from erased e
        where a.endpoint_id = e.endpoint_id and a.message_id = e.message_id and a.response is not null)
      select from erased`,
    values: [storeId, subjects],
  });
