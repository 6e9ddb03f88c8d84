import type { Trigger } from '@retoma/flow';
import { uuidArray } from '../../../base/postgres/driver/binary-array.ts';
import { columns, float8s, jsons, texts, uuids } from '../../../base/postgres/driver/columns.ts';
import { noteEvents } from '../../../base/telemetry/trace-events.ts';
import { searchKey } from '../../../base/crypto/contact-hash.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { queryOneValue, queryRows, queryValue } from '../../../base/postgres/query.ts';

/** An event to be stored. */
export type NewEvent = {
  eventId: string;
  storeId: string;
  type: Trigger;
  /** The id of the envelope from a store's own system, 1 to 200 characters; null for events of Retoma. */
  externalId: string | null;
  /** The deduplication key, 1 to 400 characters; null if every report is a separate event. */
  subject: string | null;
  orderId: string | null;
  checkoutId: string | null;
  /** Milliseconds since 1970. */
  occurredAt: number;
  /** JSON text. */
  data: string;
  /** Whether automations start with it; false if the current state is already past the event. */
  startsRuns: boolean;
};

const newEventColumns = columns<NewEvent>(
  uuids(({ eventId }) => eventId),
  uuids(({ storeId }) => storeId),
  texts(({ type }) => type),
  texts(({ externalId }) => externalId),
  texts(({ subject }) => subject),
  uuids(({ orderId }) => orderId),
  uuids(({ checkoutId }) => checkoutId),
  float8s(({ occurredAt }) => occurredAt),
  jsons(({ data }) => data),
);

const personColumns = columns<PersonKeys>(
  texts(({ email }) => email),
  texts(({ phone }) => phone),
);

/**
 * COM6: stores the events that do not exist yet and queues those that start runs. If there are any, notifies the workers once on commit:
 * channel `retoma_queue`. Returns the ids that were stored. Waits for other transactions that insert the same id, external id or subject.
 */
export async function eventInsertMany(db: Queryable, newEvents: readonly NewEvent[]): Promise<ReadonlySet<string>> {
  if (newEvents.length === 0) return new Set();
  const events = newEvents.toSorted(byKey);
  const people = events.map(personIn);
  const rows = await queryRows<{ stored: number; ids: string[] | null }>(db, {
    name: 'event-insert-many',
    text: `
      with stored as (
        insert into events (event_id, store_id, type, external_id, subject, order_id, checkout_id, occurred_at, data,
          email_key, phone_key)
        select event_id, store_id, type, external_id, subject, order_id, checkout_id,
          to_timestamp(occurred_at / 1000), data, email_key, phone_key
        from (select unnest($1::uuid[]) as event_id, unnest($2::uuid[]) as store_id, unnest($3::text[]) as type,
          unnest($4::text[]) as external_id, unnest($5::text[]) as subject, unnest($6::uuid[]) as order_id,
          unnest($7::uuid[]) as checkout_id, unnest($8::float8[]) as occurred_at, unnest($9::json[]) as data,
          unnest($10::text[]) as email_key, unnest($11::text[]) as phone_key) given
        on conflict do nothing
        returning event_id, store_id),
      queued as (
        insert into event_queue (store_id, event_id, more)
        select store_id, ids[first], ids[first + 1:first + 99]
        from (select store_id, array_agg(event_id order by event_id) as ids
              from stored where event_id <> all($12::uuid[]) group by store_id) by_store
        cross join lateral generate_series(1, cardinality(ids), 100) as first
        returning store_id)
      select count(*) as stored, case when count(*) < cardinality($1::uuid[]) then array_agg(event_id)::text[] end as ids,
        (select count(pg_notify('retoma_queue', current_schema())) from (select store_id from queued limit 1) one) as notified
      from stored`,
    values: [
      ...newEventColumns(events),
      ...personColumns(people),
      uuidArray(events.filter(isSilent).map(({ eventId }) => eventId)),
    ],
  });
  const { stored, ids } = rows[0]!;
  const inserted = new Set(stored === events.length ? events.map(({ eventId }) => eventId) : ids);
  noteEvents(events, inserted);
  return inserted;
}

type PersonKeys = Record<'email' | 'phone', string | null>;

/** The contact keys of an event. An event with an order or a checkout has none: it is found through them. */
function personIn({ orderId, checkoutId, data }: NewEvent): PersonKeys {
  if (orderId !== null || checkoutId !== null) return { email: null, phone: null };
  const { customer, lead } = JSON.parse(data) as Partial<Record<'customer' | 'lead', Record<string, unknown> | null>>;
  const keyOf = (kind: 'email' | 'phone'): string | null =>
    [customer, lead].map((contact) => searchKey(kind, contact?.[kind])).find((key) => key !== null) ?? null;
  return { email: keyOf('email'), phone: keyOf('phone') };
}

const isSilent = ({ startsRuns }: NewEvent): boolean => !startsRuns;

/**
 * The insert order of events. It prevents deadlocks between statements with the same ids or subjects, and keeps a store's index entries
 * together.
 */
const byKey = (one: NewEvent, other: NewEvent): number =>
  compare(one.storeId, other.storeId) ||
  compare(one.type, other.type) ||
  compare(one.subject ?? '', other.subject ?? '') ||
  compare(one.externalId ?? '', other.externalId ?? '');

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** The deduplication key of an event's envelopes. */
export type EventKey = Pick<NewEvent, 'storeId' | 'type' | 'externalId' | 'subject'>;

/** Whether an order has a tracking event whose subject begins with `start`. */
export const eventSubjectExists = (db: Queryable, orderId: string, start: string): Promise<boolean> =>
  queryOneValue(db, {
    name: 'event-subject-exists',
    text: `select exists (
      select from events where order_id = $1 and type = 'tracking_code_updated' and starts_with(subject, $2))`,
    values: [orderId, start],
  });

/** COM6: the subjects of an order's first two PIX. */
export const eventPixSubjects = async (db: Queryable, orderId: string): Promise<readonly (string | null)[]> => {
  const rows = await queryRows<{ subject: string | null }>(db, {
    name: 'event-pix-subjects',
    text: `select subject from events where order_id = $1 and type = 'pix.generated' limit 2`,
    values: [orderId],
  });
  return rows.map(({ subject }) => subject);
};

/** The id of the lead.created of a checkout, which may have no row in events (COM6). */
export const leadEventFind = (db: Queryable, checkoutId: string): Promise<string | undefined> =>
  queryValue(db, {
    name: 'lead-event-find',
    text: `select event_id as "eventId" from store_events where checkout_id = $1 and type = 'lead.created'`,
    values: [checkoutId],
  });

/** The id of the event with the same external id, else of the one with the same subject. */
export const eventFindSame = (db: Queryable, key: EventKey): Promise<string | undefined> =>
  queryValue(db, {
    name: 'event-find-same',
    text: `select event_id as "eventId" from events
           where (store_id = $1 and external_id = $3) or (store_id = $1 and type = $2 and subject = $4)
           order by external_id is not distinct from $3 desc limit 1`,
    values: [key.storeId, key.type, key.externalId, key.subject],
  });
