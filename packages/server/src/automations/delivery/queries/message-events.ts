import type { Queryable } from '../../../base/postgres/pool.ts';
import { queryRow } from '../../../base/postgres/query.ts';

/** A message of a run, and the event that started the run. */
export type MessageEvent = { readonly runId: string; readonly eventId: string; readonly messageKey: string };

/** The event of a message, found by the provider's message id or by Retoma's key (`<run>:<message>`). */
export async function messageEventFind(
  db: Queryable,
  connectionId: string,
  name: string,
): Promise<MessageEvent | undefined> {
  const [, runId, messageKey] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):(.+)$/.exec(name) ?? [];
  return queryRow(db, {
    name: 'message-event-find',
    text: `
      with found as (
        select run_id, message_key from messages where connection_id = $1 and provider_message_id = $2
        union all
        select $3::uuid, $4::text where $3 is not null)
      select r.run_id as "runId", r.event_id as "eventId", found.message_key as "messageKey"
      from found join runs r on r.run_id = found.run_id limit 1`,
    values: [connectionId, name, runId, messageKey],
  });
}
