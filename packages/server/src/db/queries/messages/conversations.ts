import { byteaArray, uuidArray } from '../../driver/binary-array.ts';
import type { Queryable } from '../../pool.ts';

/** A person on a connection; the person as a keyed hash (contact-hash.ts). */
export type ConversationKey = { connectionId: string; person: Buffer };

/** Records the time of an inbound message to a connection; an older one changes nothing. `at` in milliseconds. */
export async function conversationTouch(
  db: Queryable,
  { connectionId, person }: ConversationKey,
  at: number,
): Promise<void> {
  await db.query({
    name: 'conversation-hear',
    text: `
      insert into conversations as c (connection_id, person, last_inbound_at) values ($1, $2, to_timestamp($3 / 1000.0))
      on conflict (connection_id, person) do update set last_inbound_at = excluded.last_inbound_at where c.last_inbound_at < excluded.last_inbound_at`,
    values: [connectionId, person, at],
  });
}

/** When people last wrote to a connection, in milliseconds; those who never did are left out. */
export async function conversationFindMany(
  db: Queryable,
  keys: readonly ConversationKey[],
): Promise<(ConversationKey & { lastInboundAt: number })[]> {
  if (keys.length === 0) return [];
  const { rows } = await db.query<ConversationKey & { lastInboundAt: number }>({
    name: 'conversation-find-many',
    text: `
      select c.connection_id as "connectionId", c.person, (extract(epoch from c.last_inbound_at) * 1000)::float8 as "lastInboundAt"
      from (select unnest($1::uuid[]) as connection_id, unnest($2::bytea[]) as person) k
      join conversations c on c.connection_id = k.connection_id and c.person = k.person`,
    values: [uuidArray(keys.map(({ connectionId }) => connectionId)), byteaArray(keys.map(({ person }) => person))],
  });
  return rows;
}
