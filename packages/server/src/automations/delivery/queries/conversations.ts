import { byteaArray, uuidArray } from '../../../base/postgres/driver/binary-array.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { execute, queryRows } from '../../../base/postgres/query.ts';

/** A contact on a connection; the contact as a keyed hash (contact-hash.ts). */
export type ConversationKey = { connectionId: string; contactHash: Buffer };

/** Records the time of an inbound message to a connection; an older one changes nothing. `at` in milliseconds. */
export const conversationTouch = (
  db: Queryable,
  { connectionId, contactHash }: ConversationKey,
  at: number,
): Promise<void> =>
  execute(db, {
    name: 'conversation-touch',
    text: `
      insert into conversations as c (connection_id, contact_hash, last_inbound_at) values ($1, $2, to_timestamp($3 / 1000.0))
      on conflict (connection_id, contact_hash) do update set last_inbound_at = excluded.last_inbound_at where c.last_inbound_at < excluded.last_inbound_at`,
    values: [connectionId, contactHash, at],
  });

/** The time of each contact's last inbound message on a connection, in milliseconds; contacts without one are left out. */
export async function conversationFindMany(
  db: Queryable,
  keys: readonly ConversationKey[],
): Promise<(ConversationKey & { lastInboundAt: number })[]> {
  if (keys.length === 0) return [];
  return queryRows(db, {
    name: 'conversation-find-many',
    text: `
      select c.connection_id as "connectionId", c.contact_hash as "contactHash", (extract(epoch from c.last_inbound_at) * 1000)::float8 as "lastInboundAt"
      from (select unnest($1::uuid[]) as connection_id, unnest($2::bytea[]) as contact_hash) k
      join conversations c on c.connection_id = k.connection_id and c.contact_hash = k.contact_hash`,
    values: [
      uuidArray(keys.map(({ connectionId }) => connectionId)),
      byteaArray(keys.map(({ contactHash }) => contactHash)),
    ],
  });
}
