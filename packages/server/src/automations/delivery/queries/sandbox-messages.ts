import type { Queryable } from '../../../base/postgres/pool.ts';
import { execute, queryRow, queryRows } from '../../../base/postgres/query.ts';

/**
 * A message sent over a sandbox connection. `content` is JSON text; `mime`: the bytes of an e-mail; `receivedAt`: milliseconds, absent: now.
 */
export type SandboxMessage = {
  storeId: string;
  idempotencyKey: string;
  channel: string;
  recipient: string;
  content: string;
  mime?: Buffer | undefined;
  receivedAt?: number;
};

/** Stores messages; an existing key is the same message and is skipped. */
export const sandboxMessageInsertMany = (db: Queryable, messages: readonly SandboxMessage[]): Promise<void> =>
  execute(db, {
    name: 'sandbox-message-insert-many',
    text: `insert into sandbox_messages (store_id, idempotency_key, channel, recipient, content, mime, received_at)
           select store_id, key, channel, recipient, content, mime, coalesce(to_timestamp(received_at / 1000), now())
           from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::json[], $6::bytea[], $7::float8[])
             as n (store_id, key, channel, recipient, content, mime, received_at)
           on conflict (store_id, idempotency_key) do nothing`,
    values: [
      messages.map(({ storeId }) => storeId),
      messages.map(({ idempotencyKey }) => idempotencyKey),
      messages.map(({ channel }) => channel),
      messages.map(({ recipient }) => recipient),
      messages.map(({ content }) => content),
      messages.map(({ mime }) => mime ?? null),
      messages.map(({ receivedAt }) => receivedAt ?? null),
    ],
  });

/** A message of the sandbox in a list. */
export type ListedSandboxMessage = Omit<SandboxMessage, 'mime' | 'receivedAt'> & { receivedAt: Date };

const listed = `store_id as "storeId", idempotency_key as "idempotencyKey", channel, recipient, content::text as content,
  received_at as "receivedAt"`;

/** A filter of messages: by channel, by part of the recipient, and after the message with a key. */
export type SandboxChoice = {
  channel?: string | undefined;
  search?: string | undefined;
  after?: string | undefined;
};

/** The messages of a store's sandbox connections, newest first. */
export const sandboxMessageList = (
  db: Queryable,
  storeId: string,
  limit: number,
  { channel, search, after }: SandboxChoice = {},
): Promise<ListedSandboxMessage[]> =>
  queryRows(db, {
    text: `select ${listed} from sandbox_messages s
     where store_id = $1 and ($3::text is null or channel = $3)
       and ($4::text is null or position(lower($4) in lower(recipient)) > 0)
       and ($5::text is null or exists (
         select from sandbox_messages a where a.store_id = $1 and a.idempotency_key = $5
           and (s.received_at < a.received_at or (s.received_at = a.received_at and s.idempotency_key > a.idempotency_key))))
     order by received_at desc, idempotency_key limit $2`,
    values: [storeId, limit, channel ?? null, search ?? null, after ?? null],
  });

/** One message of a store's sandbox, with its MIME bytes. */
export const sandboxMessageFind = (
  db: Queryable,
  storeId: string,
  idempotencyKey: string,
): Promise<(ListedSandboxMessage & { mime: Buffer | null }) | undefined> =>
  queryRow(db, {
    text: `select ${listed}, mime from sandbox_messages where store_id = $1 and idempotency_key = $2`,
    values: [storeId, idempotencyKey],
  });
