import type { Channel, Trigger } from '@retoma/flow';
import { firstIdOf, highestId } from '../../../base/ids.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { queryColumn, queryRow, queryRows, queryValue } from '../../../base/postgres/query.ts';

/** The states of a run for display. `queued`: a message waits to be sent; `running`: a message is being sent. */
export const runStates = ['queued', 'running', 'waiting', 'completed', 'failed', 'cancelled', 'ended'] as const;

/** The state of a run for display. */
export type RunState = (typeof runStates)[number];

/** A filter of a store's runs; a missing member filters nothing. */
export type RunFilter = {
  state?: RunState | undefined;
  automationId?: string | undefined;
  version?: number | undefined;
  /** The path of a step with a message, sent or not. */
  step?: string | undefined;
  channel?: Channel | undefined;
  since?: Date | undefined;
  /** The lowest and the highest total of the order, or else of the checkout, in cents. */
  min?: number | undefined;
  max?: number | undefined;
  /** Part of an order's number; with `people` also part of a name, an e-mail address or a phone number. */
  search?: string | undefined;
  people?: boolean;
};

/** The range of a search: runs older than `before`, not older than `floor`, started by one of `events`. */
export type RunPlace = {
  before?: string | undefined;
  floor?: string | undefined;
  events?: readonly string[] | undefined;
};

/** A run with its person and its purchase. */
export type RunListing = {
  runId: string;
  automationId: string;
  automation: string;
  version: number;
  eventId: string;
  state: RunState;
  reason: string | null;
  /** RUN16: it is held, because something became due while its automation was paused. */
  held: boolean;
  event: Trigger;
  wakeAt: Date | null;
  startedAt: Date;
  finishedAt: Date | null;
  /** The interpreter's state as text. */
  position: string | null;
  name: string | null;
  email: string | null;
  phone: string | null;
  orderId: string | null;
  checkoutId: string | null;
  orderNumber: string | null;
  orderStatus: string | null;
  paymentMethod: string | null;
  /** The total of the order, else of the checkout. */
  cents: number | null;
};

/** SQL of the display state of a run `r`. */
export const runStatusSql = `case when r.status <> 'running' then r.status
  when exists (select from messages q where q.run_id = r.run_id and q.state = 'queued') then 'queued'
  else 'running' end`;

/**
 * Joins a run `r` with its event `e`, order `o` and checkout `c`, and the current data of its person and purchase: `f.name`, `f.email`,
 * `f.phone`, `f.number`, `f.cents`.
 */
export const runAbout = `
  join events e on e.event_id = r.event_id
  left join orders o on o.order_id = coalesce(e.order_id, (select p.order_id from orders p where p.checkout_id = e.checkout_id))
  left join checkouts c on c.checkout_id = coalesce(e.checkout_id, o.checkout_id)
  left join shoppers s on s.checkout_id = c.checkout_id
  cross join lateral (select
    sanitize_json(o.customer) as a, sanitize_json(s.customer) as b, sanitize_json(e.data)->'customer' as c,
    sanitize_json(e.data)->'lead' as d, sanitize_json(c.request::json)->'customer' as e) who
  cross join lateral (select
    coalesce(a->>'name', b->>'name', who.c->>'name', d->>'name', who.e->>'name') as name,
    coalesce(a->>'email', b->>'email', who.c->>'email', d->>'email', who.e->>'email') as email,
    coalesce(a->>'phone', b->>'phone', who.c->>'phone', d->>'phone', who.e->>'phone') as phone,
    coalesce(o.number, o.external_id) as number, coalesce(o.total_cents, c.total_cents) as cents) f`;

const columns = `r.run_id as "runId", r.automation_id as "automationId", a.name as automation, r.version, r.event_id as "eventId",
  ${runStatusSql} as state,
  r.reason, r.held, e.type as event, r.wake_at as "wakeAt", r.started_at as "startedAt", r.finished_at as "finishedAt",
  r.state as position, f.name, f.email, f.phone, o.order_id as "orderId", c.checkout_id as "checkoutId",
  f.number as "orderNumber", o.status as "orderStatus", o.payment_method as "paymentMethod", f.cents::float8 as cents`;

type Condition = { text: string; values: unknown[] };

/** The conditions of a filter; a `?` stands for each value. */
function conditionsOf(filter: RunFilter): Condition[] {
  const { state, version, step, channel, since, min, max, search, people = false } = filter;
  const conditions: Condition[] = [];
  const ask = (text: string, ...values: unknown[]): number => conditions.push({ text, values });
  if (state === 'queued' || state === 'running') ask(`r.status = 'running' and ${runStatusSql} = ?`, state);
  else if (state) ask('r.status = ?', state);
  if (version !== undefined) ask('r.version = ?::int', version);
  // Ids begin with the instant; one day of tolerance for clock differences.
  if (since) ask('r.started_at >= ? and r.run_id >= ?::uuid', since, firstIdOf(since.getTime() - day));
  if (step !== undefined) ask(messageOf(`regexp_replace(m.message_key, '#[^#]*$', '') = ?`), step);
  if (channel) ask(messageOf('m.channel = ?'), channel);
  if (min !== undefined) ask('f.cents >= ?::bigint', min);
  if (max !== undefined) ask('f.cents <= ?::bigint', max);
  if (search) conditions.push(searched(search, people));
  return conditions;
}

/**
 * A condition on the run's messages. `offset 0` makes PostgreSQL evaluate it for each run; a join could start with the whole table of
 * messages.
 */
const messageOf = (conditions: string): string =>
  `exists (select from messages m where m.run_id = r.run_id and ${conditions} offset 0)`;

const day = 24 * 60 * 60_000;

const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

function searched(search: string, people: boolean): Condition {
  const like = `%${literally(search.replace(/^#/, ''))}%`;
  const digits = search.replace(/\D/g, '').replace(/^0+/, '');
  if (!people) return { text: 'f.number ilike ?', values: [like] };
  const texts = 'f.number ilike ? or f.name ilike ? or f.email ilike ?';
  if (digits.length < 4) return { text: `(${texts})`, values: [like, like, like] };
  const phone = `regexp_replace(f.phone, '\\D', '', 'g') like ?`;
  return { text: `(${texts} or ${phone})`, values: [like, like, like, `%${digits}%`] };
}

/** The conditions as SQL; appends their values to `values`. */
function whereOf(filter: RunFilter, values: unknown[]): string {
  return conditionsOf(filter)
    .map(({ text, values: own }) => {
      let next = 0;
      return ` and ${text.replaceAll('?', () => `$${values.push(own[next++])}`)}`;
    })
    .join('');
}

/** The range of a search as SQL over runs `r`; appends its values to `values`. */
function cursorClause({ before, floor, events }: RunPlace, values: unknown[]): string {
  const conditions = [
    before !== undefined && `r.run_id < $${values.push(before)}::uuid`,
    floor !== undefined && `r.run_id >= $${values.push(floor)}::uuid`,
    events !== undefined && `r.event_id = any($${values.push(events)}::uuid[])`,
  ];
  return conditions.map((one) => (one === false ? '' : ` and ${one}`)).join('');
}

/** The newest runs of a store that pass a filter, newest first. */
export async function runListingList(
  db: Queryable,
  storeId: string,
  filter: RunFilter,
  { limit, ...place }: RunPlace & { limit: number },
): Promise<RunListing[]> {
  const values: unknown[] = [storeId, filter.automationId ?? null, limit];
  const where = cursorClause(place, values) + whereOf(filter, values);
  return queryRows(db, {
    // The newest of each automation: runs are indexed by automation. People and purchases are read only for the chosen runs.
    text: `with chosen as materialized (
       select l.run_id from automations a cross join lateral (
         select r.run_id from runs r ${looksAtPurchases(filter) ? runAbout : ''}
         where r.automation_id = a.automation_id${where}
         order by r.run_id desc limit $3) l
       where a.store_id = $1 and ($2::uuid is null or a.automation_id = $2)
       order by l.run_id desc limit $3)
     select ${columns} from chosen k join runs r on r.run_id = k.run_id
     join automations a on a.automation_id = r.automation_id ${runAbout}
     order by r.run_id desc`,
    values,
  });
}

/** The ids of runs that pass a filter, at most `limit`, in no particular order. */
export async function runListingIds(
  db: Queryable,
  storeId: string,
  filter: RunFilter,
  { limit, ...place }: RunPlace & { limit: number },
): Promise<string[]> {
  const values: unknown[] = [storeId, filter.automationId ?? null, limit];
  const where = cursorClause(place, values) + whereOf(filter, values);
  return queryColumn(db, {
    text: `select r.run_id as "runId" from automations a join runs r on r.automation_id = a.automation_id
     ${looksAtPurchases(filter) ? runAbout : ''}
     where a.store_id = $1 and ($2::uuid is null or a.automation_id = $2)${where} limit $3`,
    values,
  });
}

/** Whether a filter needs more than the run's own row. */
export const looksAtPurchases = ({ search, min, max }: RunFilter): boolean =>
  Boolean(search) || min !== undefined || max !== undefined;

/** The id of the oldest of the newest `window` runs of a store, or of one automation; undefined if there are fewer. */
export const runListingFloor = (
  db: Queryable,
  storeId: string,
  { automationId, before, window }: { automationId?: string | undefined; before?: string | undefined; window: number },
): Promise<string | undefined> =>
  queryValue(db, {
    name: 'run-listing-floor',
    text: `
      select l.run_id as "runId" from automations a cross join lateral (
        select run_id from runs r
        where r.automation_id = a.automation_id and r.run_id < coalesce($3::uuid, '${highestId}')
        order by run_id desc limit $4) l
      where a.store_id = $1 and ($2::uuid is null or a.automation_id = $2)
      order by l.run_id desc offset $4 - 1 limit 1`,
    values: [storeId, automationId ?? null, before ?? null, window],
  });

/** One run of a store. */
export const runListingFind = (db: Queryable, storeId: string, runId: string): Promise<RunListing | undefined> =>
  queryRow(db, {
    text: `select ${columns} from runs r join automations a on a.automation_id = r.automation_id ${runAbout}
     where r.store_id = $1 and r.run_id = $2`,
    values: [storeId, runId],
  });

/** Runs of a store by their ids or by those of their events, the newest first. */
export const runListingOf = (
  db: Queryable,
  storeId: string,
  { runIds, eventIds }: { runIds: readonly string[]; eventIds: readonly string[] },
): Promise<RunListing[]> =>
  queryRows(db, {
    text: `select ${columns} from runs r join automations a on a.automation_id = r.automation_id ${runAbout}
     where r.store_id = $1 and (r.run_id = any($2::uuid[]) or r.event_id = any($3::uuid[]))
     order by r.run_id desc limit 200`,
    values: [storeId, runIds, eventIds],
  });
