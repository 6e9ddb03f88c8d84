import { warnAfter } from '@retoma/commerce';
import type { Channel } from '@retoma/flow';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { execute, queryRows, queryValue } from '../../../base/postgres/query.ts';
import {
  cardAttemptBlocked,
  cardAttemptStores,
  type CardLimits,
} from '../../../stores/limits/queries/card-attempts.ts';
import { dayBegins } from '../../../providers/queries/connections.ts';

/**
 * The kinds of incidents: a channel does not work, or has sent four fifths of its daily limit (COM22); work is late; contacts are held
 * (COM21); a store has received four fifths of its bytes of a day (CHK9); cards are not offered (COM23); templates stopped (COM44); an
 * endpoint of webhooks fails, or was disabled (WHK6); webhooks of a shop had stopped (CON6), or it must be connected again (CON7).
 */
type IncidentKind =
  | Channel
  | `daily_${Channel}`
  | 'late'
  | 'contacts'
  | 'store_bytes'
  | 'cards'
  | 'templates'
  | 'webhooks'
  | 'webhooks_disabled'
  | 'shop_webhooks'
  | 'shop_reconnect';

/** An incident of a store that owners are notified of. */
export type Incident = { readonly storeId: string; readonly kind: IncidentKind };

/** The share of a limit from which it counts as almost reached. */
const almost = 0.8;

/**
 * The current incidents of all stores: connections with an error, work that was due before `dueBefore`, and limits that are reached or
 * almost reached at `now`.
 */
export async function incidentFindAll(
  db: Queryable,
  { dueBefore, now, cards }: { dueBefore: Date; now: Date; cards: CardLimits },
): Promise<Incident[]> {
  const rows = await queryRows<Incident>(db, {
    text: `select store_id as "storeId", channel as kind from connections
     where active and (last_error is not null or delivery_alert is not null)
     union
     select store_id, 'late' from run_timers where due_at < $1 and cardinality(run_ids) > 0
     union
     select q.store_id, 'late' from event_queue q join events e on e.event_id = q.event_id where e.recorded_at < $1
     union
     select store_id, 'late' from run_inputs where received_at < $1 and not held
     union
     select store_id, 'daily_' || channel from connections
     where active and daily_limit is not null and sent_today >= $3::float8 * daily_limit
       and day = ($2::timestamptz at time zone 'UTC' - ${dayBegins})::date
     union
     select c.store_id, 'templates' from template_statuses t join connections c using (connection_id) where t.stopped and c.active
     union
     select store_id, case state when 'enabled' then 'webhooks' else 'webhooks_disabled' end from webhook_endpoints
     where (failing_since is not null or reason in ('failing', 'gone'))
       and (reason in ('failing', 'gone') or (state = 'enabled' and failing_since <= $2::timestamptz - $4::float8 * interval '1 millisecond'))
     union
     select store_id, 'shop_webhooks' from platform_connections
     where repaired_at > $2::timestamptz - interval '1 day' and state in ('connected', 'suspended')
     union
     select store_id, 'shop_reconnect' from platform_connections where state = 'reconnect'
     union
     select store_id, 'contacts' from held_contacts where release_at > $2 and expires_at > $2
     union
     select store_id, 'store_bytes' from rate_buckets where store_id is not null and full_at > $2::timestamptz + $3::float8 * interval '1 day'`,
    values: [dueBefore, now, almost, warnAfter],
  });
  return [...rows, ...(await cardIncidents(db, now, cards))];
}

/** COM23: the stores that refuse cards, from some networks or from all. */
async function cardIncidents(db: Queryable, now: Date, limits: CardLimits): Promise<Incident[]> {
  const { networks, stores } = await cardAttemptBlocked(db, limits, now.getTime());
  const storeIds = new Set([...stores, ...(await cardAttemptStores(db, [...networks], now))]);
  return [...storeIds].map((storeId) => ({ storeId, kind: 'cards' }));
}

/** Records new incidents, at `now`; a recorded one keeps its start. */
export const incidentBegin = (db: Queryable, incidents: readonly Incident[], now: Date): Promise<void> =>
  execute(db, {
    text: `insert into incidents (store_id, kind, started_at) select n.store_id, n.kind, $3
     from unnest($1::uuid[], $2::text[]) as n (store_id, kind) join stores using (store_id) where deleted_at is null
     on conflict do nothing`,
    values: [...columnsOf(incidents), now],
  });

/** Deletes the incidents that are not in `still`. Returns those that owners were notified of. */
export async function incidentEnd(db: Queryable, still: readonly Incident[]): Promise<Incident[]> {
  const rows = await queryRows<Incident & { notified: boolean }>(db, {
    text: `delete from incidents i where not exists (
       select from unnest($1::uuid[], $2::text[]) as s (store_id, kind) where s.store_id = i.store_id and s.kind = i.kind)
     returning store_id as "storeId", kind, notified_at is not null as notified`,
    values: columnsOf(still),
  });
  return rows.filter(({ notified }) => notified).map(({ storeId, kind }) => ({ storeId, kind }));
}

/**
 * Marks lasting incidents as notified, at `now`: those that began before `channels`, or before `late` for late work. Returns each incident
 * once.
 */
export const incidentSetNotified = (
  db: Queryable,
  now: Date,
  { channels, late }: { channels: Date; late: Date },
): Promise<Incident[]> =>
  queryRows(db, {
    text: `update incidents set notified_at = $1
     where notified_at is null and started_at <= case when kind = 'late' then $3::timestamptz else $2::timestamptz end
     returning store_id as "storeId", kind`,
    values: [now, channels, late],
  });

/** Clears the mark, so that the next pass notifies again: the e-mail was not sent, or there is more to say (COM44). */
export const incidentClearNotified = (db: Queryable, { storeId, kind }: Incident): Promise<void> =>
  execute(db, {
    text: 'update incidents set notified_at = null where store_id = $1 and kind = $2',
    values: [storeId, kind],
  });

/** The error of a channel's connection; undefined if it works. */
export async function incidentReason(db: Queryable, { storeId, kind }: Incident): Promise<string | undefined> {
  const reason = await queryValue<string | null>(db, {
    text: `select coalesce(last_error, delivery_alert) as reason from connections where store_id = $1 and channel = $2 and active`,
    values: [storeId, kind],
  });
  return reason ?? undefined;
}

const columnsOf = (incidents: readonly Incident[]): [string[], string[]] => [
  incidents.map(({ storeId }) => storeId),
  incidents.map(({ kind }) => kind),
];
