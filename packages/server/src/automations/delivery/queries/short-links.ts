import { textArray, uuidArray } from '../../../base/postgres/driver/binary-array.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { execute, queryRow } from '../../../base/postgres/query.ts';
import type { MessageKey } from './messages.ts';

/** A short link of a message. */
export type ShortLink = MessageKey & { code: string; storeId: string; connectionId: string; target: string };

/** Stores links; an existing one is not changed. `now` in milliseconds. */
export async function shortLinkInsertMany(db: Queryable, links: readonly ShortLink[], now: number): Promise<void> {
  if (links.length === 0) return;
  await execute(db, {
    name: 'short-link-insert-many',
    text: `
      insert into short_links (code, store_id, connection_id, run_id, message_key, target, created_at)
      select code, store_id, connection_id, run_id, message_key, target, to_timestamp($7 / 1000.0)
      from unnest($1::text[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[])
        as n (code, store_id, connection_id, run_id, message_key, target)
      on conflict (code) do nothing`,
    values: [
      textArray(links.map(({ code }) => code)),
      uuidArray(links.map(({ storeId }) => storeId)),
      uuidArray(links.map(({ connectionId }) => connectionId)),
      uuidArray(links.map(({ runId }) => runId)),
      textArray(links.map(({ messageKey }) => messageKey)),
      textArray(links.map(({ target }) => target)),
      now,
    ],
  });
}

/** The data of a followed link. */
type FoundLink = Omit<ShortLink, 'storeId' | 'code'> & { sentAt: number; trusting: boolean };

/** The link of a code. `sentAt` in milliseconds; `trusting`: the store counts clicks of bots too (RUN8). */
export const shortLinkFind = (db: Queryable, code: string): Promise<FoundLink | undefined> =>
  queryRow(db, {
    name: 'short-link-find',
    text: `select l.connection_id as "connectionId", l.run_id as "runId", l.message_key as "messageKey", l.target,
             (extract(epoch from l.created_at) * 1000)::float8 as "sentAt", s.count_bot_events as trusting
           from short_links l join stores s on s.store_id = l.store_id where l.code = $1`,
    values: [code],
  });
