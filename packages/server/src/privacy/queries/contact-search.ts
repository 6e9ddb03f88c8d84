import type { Channel } from '@retoma/flow';
import type { Queryable } from '../../base/postgres/pool.ts';
import { queryOne, queryRows } from '../../base/postgres/query.ts';
import type { PurchaseIds } from '../../shop/orders/queries/purchase-contacts.ts';
import type { MessageKey } from '../../automations/delivery/queries/messages.ts';

// COM8: searches a store's data for a person. There is no index by person, because every insert of a checkout or an event would pay for a
// rare search. A search reads the tables from end to end, one batch in each statement. Ids begin with their creation instant, so rows that
// are inserted meanwhile are read last.

/** The personal data of a row, as stored. */
export type NamedRow = { id: string; email: string | null; phone: string | null; document: string | null };

/** The rows of a store among the next ids of a table. `cursor`: the last id read, of any store; null: no id was left. */
export type SearchBatch = { cursor: string | null; rows: readonly NamedRow[] };

const places = {
  checkouts: { id: 'checkout_id', people: `sanitize_json(t.request::json)->'customer'` },
  shoppers: { id: 'checkout_id', people: 'sanitize_json(t.customer)' },
  orders: { id: 'order_id', people: 'sanitize_json(t.customer)' },
  events: { id: 'event_id', people: `sanitize_json(t.data)->'customer', sanitize_json(t.data)->'lead'` },
} as const;

/** A table with personal data. */
export type NamingTable = keyof typeof places;

/** The tables with personal data whose ids are those of checkouts, orders and events. */
export const namingTables = Object.keys(places) as NamingTable[];

/** Reads the next `limit` ids of a table after `after`. */
export async function personSearch(
  db: Queryable,
  table: NamingTable,
  { storeId, after, limit }: { storeId: string; after: string; limit: number },
): Promise<SearchBatch> {
  const { id, people } = places[table];
  return queryOne(db, {
    name: `person-search-${table}`,
    text: `
      with visited as materialized (
        select ${id} as id, store_id from ${table} where ${id} > $2 order by ${id} limit $3),
      named as (
        select v.id, p->>'email' as email, p->>'phone' as phone, p->>'document' as document
        from visited v join ${table} t on t.${id} = v.id cross join lateral unnest(array[${people}]) as p
        where v.store_id = $1)
      select (select id from visited order by id desc limit 1) as cursor,
        (select coalesce(json_agg(named), '[]') from named
         where email is not null or phone is not null or document is not null) as rows`,
    values: [storeId, after, limit],
  });
}

/** A message of the ledger and its recipient. */
export type SentRow = MessageKey & { channel: Channel; recipient: string };

/** The messages of a store among the next `limit` of the ledger after a key; `cursor` is null if none is left. */
export const personSearchMessages = (
  db: Queryable,
  storeId: string,
  after: MessageKey,
  limit: number,
): Promise<{ cursor: MessageKey | null; rows: readonly SentRow[] }> =>
  queryOne(db, {
    name: 'person-search-messages',
    text: `
      with visited as materialized (
        select run_id, message_key, store_id, channel, recipient from messages
        where (run_id, message_key) > ($2::uuid, $3::text collate "C") order by run_id, message_key limit $4)
      select (select json_build_object('runId', run_id, 'messageKey', message_key) from visited
              order by run_id desc, message_key desc limit 1) as cursor,
        (select coalesce(json_agg(json_build_object(
           'runId', run_id, 'messageKey', message_key, 'channel', channel, 'recipient', recipient)), '[]')
         from visited where store_id = $1 and recipient is not null) as rows`,
    values: [storeId, after.runId, after.messageKey, limit],
  });

/** The messages of a store that are being sent for the first time, and are not in the ledger yet. */
export const personSearchLeased = (db: Queryable, storeId: string): Promise<SentRow[]> =>
  queryRows(db, {
    text: `select run_id as "runId", message_key as "messageKey", channel, recipient from leased_messages where store_id = $1`,
    values: [storeId],
  });

/** A message of a store's sandbox. */
export type InboxRow = { key: string; channel: Channel; recipient: string };

/** The next messages of a store's sandbox after a key. */
export const personSearchInbox = (db: Queryable, storeId: string, after: string, limit: number): Promise<InboxRow[]> =>
  queryRows(db, {
    text: `select idempotency_key as key, channel, recipient from sandbox_messages
     where store_id = $1 and idempotency_key > $2 order by idempotency_key limit $3`,
    values: [storeId, after, limit],
  });

/** The given ids and all that are linked to them in the store: the order of a checkout, the events of both, and vice versa. */
export const purchaseLinked = (db: Queryable, storeId: string, known: PurchaseIds): Promise<PurchaseIds> =>
  queryOne(db, {
    name: 'purchase-linked',
    text: `
      with linked (checkout_id, order_id, event_id) as (
        select checkout_id, order_id, null::uuid from orders where store_id = $1 and checkout_id = any($2::uuid[])
        union all
        select checkout_id, order_id, null from orders where store_id = $1 and order_id = any($3::uuid[])
        union all
        select checkout_id, order_id, event_id from store_events where store_id = $1 and checkout_id = any($2::uuid[])
        union all
        select checkout_id, order_id, event_id from events where store_id = $1 and order_id = any($3::uuid[])
        union all
        select checkout_id, order_id, event_id from events where store_id = $1 and event_id = any($4::uuid[]))
      select
        array(select checkout_id from linked where checkout_id is not null union select unnest($2::uuid[])) as checkouts,
        array(select order_id from linked where order_id is not null union select unnest($3::uuid[])) as orders,
        array(select event_id from linked where event_id is not null union select unnest($4::uuid[])) as events`,
    values: [storeId, known.checkouts, known.orders, known.events],
  });

/** The events that started runs. */
export const runEvents = (db: Queryable, runIds: readonly string[]): Promise<{ runId: string; eventId: string }[]> =>
  queryRows(db, {
    name: 'run-events',
    text: `select run_id as "runId", event_id as "eventId" from runs
     where run_id = any($1::uuid[])`,
    values: [runIds],
  });
