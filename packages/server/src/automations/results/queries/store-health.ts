import type { Channel } from '@retoma/flow';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { queryColumn, queryOne, queryRows } from '../../../base/postgres/query.ts';

/** What delays a store's messages, except for its channels. */
export type StoreWaiting = {
  /** When the oldest work that is not held was due; null: there is none. R5, of one store. */
  oldestWork: Date | null;
  /** COM21: the number of contacts whose messages are held, and the latest automatic release. */
  heldContacts: number;
  heldUntil: Date | null;
  /** COM23: whether a card incident is recorded, as of the last run of the periodic job. */
  cardsBlocked: boolean;
};

/** Reads the waiting work of a store at an instant. */
export const storeWaiting = (db: Queryable, storeId: string, now: Date): Promise<StoreWaiting> =>
  queryOne(db, {
    name: 'store-waiting',
    text: `
      select least(
        (select min(due_at) from run_timers where store_id = $1 and due_at <> 'infinity' and cardinality(run_ids) > 0),
        (select e.recorded_at from (
           select event_id from event_queue where store_id = $1 order by event_id limit 1) q
         join events e on e.event_id = q.event_id),
        (select min(received_at) from run_inputs where store_id = $1 and not held)) as "oldestWork",
        h.contacts as "heldContacts", h.until as "heldUntil",
        exists (select from incidents where store_id = $1 and kind = 'cards') as "cardsBlocked"
      from (select count(*)::int as contacts, max(release_at) filter (where release_at < 'infinity') as until
            from held_contacts where store_id = $1 and release_at > $2) h`,
    values: [storeId, now],
  });

/** A channel that does not work: the reason, when its circuit closes, the number of waiting messages and the time of the first one. */
export type DownChannel = {
  channel: Channel;
  reason: string | null;
  until: Date | null;
  waiting: number;
  since: Date | null;
};

/** The active connections of a store with an error or an open circuit, by channel. */
export const storeDownChannels = (db: Queryable, storeId: string, now: Date): Promise<DownChannel[]> =>
  queryRows(db, {
    name: 'store-down-channels',
    text: `
      select c.channel, coalesce(c.last_error, c.delivery_alert) as reason, case when c.circuit_open_until > $2 then c.circuit_open_until end as until,
        w.waiting, w.since
      from connections c cross join lateral (
        select count(*)::int as waiting, min(m.due_at) as since from messages m
        where m.connection_id = c.connection_id and m.next_attempt_at is not null) w
      where c.store_id = $1 and c.active and (c.last_error is not null or c.delivery_alert is not null or c.circuit_open_until > $2)
      order by c.channel`,
    values: [storeId, now],
  });

/** COM15: the channels of a live store that only simulate. `simulated`: each as `channel provider`. */
export const storeSimulatedChannels = (
  db: Queryable,
  storeId: string,
  simulated: readonly string[],
): Promise<Channel[]> =>
  queryColumn(db, {
    name: 'store-simulated-channels',
    text: `select c.channel from connections c join stores s using (store_id)
      where c.store_id = $1 and c.active and s.live and c.channel || ' ' || c.provider = any($2::text[]) order by c.channel`,
    values: [storeId, simulated],
  });

/** COM15: the channels of a store whose provider has not accepted the connection's credentials; without those with an error. */
export const storeUnverifiedChannels = (db: Queryable, storeId: string): Promise<Channel[]> =>
  queryColumn(db, {
    name: 'store-unverified-channels',
    text: `select channel from connections
      where store_id = $1 and active and verified_at is null and last_error is null and delivery_alert is null order by channel`,
    values: [storeId],
  });
