import type { Channel } from '@retoma/flow';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { queryRows } from '../../../base/postgres/query.ts';
import { foldedSql, phoneDigitsIn } from '../../../base/postgres/search-text.ts';
import type { MessageState } from './messages.ts';
import type { ListedMessage } from '../../engine/queries/run-views.ts';
import { runAbout } from '../../engine/queries/run-listings.ts';

/** A message with its run and its recipient's name. */
export type MessageListing = ListedMessage & {
  runId: string;
  automationId: string;
  automation: string;
  name: string | null;
  /** Its due time as text of the database, with microseconds. */
  dueText: string;
};

/** The position of a message in the list, for a cursor. */
export type MessagePlace = { readonly due: string; readonly runId: string; readonly message: string };

/** A filter of a store's messages; a missing member filters nothing. */
export type MessageFilter = {
  channel?: Channel | undefined;
  state?: MessageState | undefined;
  automationId?: string | undefined;
  /** Only messages due since then. */
  since?: Date | undefined;
  /** Only messages of runs that these events started. */
  events?: readonly string[] | undefined;
  /** Part of the recipient's name, e-mail address or phone. */
  text?: string | undefined;
};

/** SQL of a page of a store's messages, latest due first. Messages that are being sent for the first time are not included. */
const after = `m.store_id = $1
  and ($2::timestamptz is null or (m.due_at, m.run_id, m.message_key) < ($2, $3::uuid, $4::text collate "C"))
  order by m.due_at desc, m.run_id desc, m.message_key desc`;

const listingValues = (storeId: string, before: MessagePlace | undefined): unknown[] => [
  storeId,
  before?.due ?? null,
  before?.runId ?? null,
  before?.message ?? null,
];

/** The messages of a store after `before`, latest due first. */
export async function messageListingList(
  db: Queryable,
  storeId: string,
  { before, limit }: { before?: MessagePlace | undefined; limit: number },
): Promise<MessageListing[]> {
  return listed(db, `select * from messages m where ${after} limit $5`, [...listingValues(storeId, before), limit]);
}

/**
 * The messages among the next `window` that pass a filter, at most `limit`. `end`: the cursor at the end of the window; undefined if the
 * window contains the last message.
 */
export async function messageListingSearch(
  db: Queryable,
  storeId: string,
  { channel, state, automationId, since, events, text }: MessageFilter,
  { before, window, limit }: { before?: MessagePlace | undefined; window: number; limit: number },
): Promise<{ messages: MessageListing[]; end: MessagePlace | undefined }> {
  const rows = await queryRows<MessagePlace & { isEnd: boolean }>(db, {
    text: `with chosen as materialized (select run_id from runs where store_id = $1 and event_id = any($11::uuid[])),
     looked as materialized (
       select m.run_id, m.message_key, m.due_at, m.channel, m.state, m.recipient from messages m
       where ($10::timestamptz is null or m.due_at >= $10)
         ${events ? 'and m.run_id = any(array(select run_id from chosen))' : ''} and ${after} limit $5),
     fitting as (
       select l.* from looked l
       where ($6::text is null or channel = $6) and ($7::text is null or state = $7)
         and ($8::uuid is null or exists (select from runs r where r.run_id = l.run_id and r.automation_id = $8))
         and ($12::text is null or position(lower($12) in lower(l.recipient)) > 0
           or position($13 in regexp_replace(l.recipient, '[^0-9]', '', 'g')) > 0
           or exists (select from runs r ${runAbout} where r.run_id = l.run_id
             and position(${foldedSql('$12')} in ${foldedSql('f.name')}) > 0 offset 0))
       order by due_at desc, run_id desc, message_key desc limit $9),
     ending as (
       select * from looked where (select count(*) from looked) = $5 order by due_at, run_id, message_key limit 1)
     select run_id as "runId", message_key as message, due_at::text as due, false as "isEnd" from fitting
     union all select run_id, message_key, due_at::text, true from ending`,
    values: [
      ...listingValues(storeId, before),
      window,
      channel ?? null,
      state ?? null,
      automationId ?? null,
      limit,
      since ?? null,
      events ?? [],
      text ?? null,
      phoneDigitsIn(text),
    ],
  });
  const keys = rows.filter(({ isEnd }) => !isEnd);
  const messages = await listed(
    db,
    `select m.* from unnest($1::uuid[], $2::text[]) as k (run_id, message_key)
     join messages m on m.run_id = k.run_id and m.message_key = k.message_key collate "C"`,
    [keys.map(({ runId }) => runId), keys.map(({ message }) => message)],
  );
  return { messages, end: rows.find(({ isEnd }) => isEnd) };
}

/** The latest due messages of the runs that events started, and the message that its provider names so. */
export const messageListingOf = (
  db: Queryable,
  storeId: string,
  { events, reference }: { readonly events: readonly string[]; readonly reference: string | null },
  limit: number,
): Promise<MessageListing[]> =>
  listed(
    db,
    `select m.* from (
       select o.run_id, o.message_key from runs r join messages o on o.run_id = r.run_id
       where r.store_id = $1 and r.event_id = any($2::uuid[])
       union select o.run_id, o.message_key from connections c
       join messages o on o.connection_id = c.connection_id and o.provider_message_id = $3 where c.store_id = $1) k
     join messages m on m.run_id = k.run_id and m.message_key = k.message_key
     order by m.due_at desc limit $4`,
    [storeId, events, reference, limit],
  );

const listed = (db: Queryable, chosen: string, values: unknown[]): Promise<MessageListing[]> =>
  queryRows(db, {
    text: `select m.message_key as "messageKey", m.channel, m.state, m.reason, m.recipient, m.content::json, m.attempts, m.due_at as "dueAt",
       m.due_at::text as "dueText", m.settled_at as "settledAt",
       m.requested_by as "requestedBy", m.run_id as "runId", r.automation_id as "automationId",
       a.name as automation, f.name
     from (${chosen}) m
     join runs r on r.run_id = m.run_id join automations a on a.automation_id = r.automation_id ${runAbout}
     order by m.due_at desc, m.run_id desc, m.message_key desc`,
    values,
  });
