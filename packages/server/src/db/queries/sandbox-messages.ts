import type { Queryable } from '../pool.ts';

/** A message that a sandbox connection got. `content` is JSON text. */
export type SandboxMessage = {
  storeId: string;
  idempotencyKey: string;
  channel: string;
  recipient: string;
  content: string;
};

/** Keeps messages; one whose key is there already is the same message. */
export async function sandboxMessageInsertMany(db: Queryable, messages: readonly SandboxMessage[]): Promise<void> {
  await db.query({
    name: 'sandbox-message-insert-many',
    text: `insert into sandbox_messages (store_id, idempotency_key, channel, recipient, content)
           select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::json[])
           on conflict (store_id, idempotency_key) do nothing`,
    values: [
      messages.map(({ storeId }) => storeId),
      messages.map(({ idempotencyKey }) => idempotencyKey),
      messages.map(({ channel }) => channel),
      messages.map(({ recipient }) => recipient),
      messages.map(({ content }) => content),
    ],
  });
}

/** What a store's sandbox connections got, the newest first. */
export async function sandboxMessageList(
  db: Queryable,
  storeId: string,
  limit: number,
): Promise<(SandboxMessage & { receivedAt: Date })[]> {
  const { rows } = await db.query<SandboxMessage & { receivedAt: Date }>(
    `select store_id as "storeId", idempotency_key as "idempotencyKey", channel, recipient, content::text as content,
       received_at as "receivedAt"
     from sandbox_messages where store_id = $1 order by received_at desc, idempotency_key limit $2`,
    [storeId, limit],
  );
  return rows;
}
