import type { Channel } from '@retoma/flow';
import { highestId } from '../../../base/ids.ts';
import { unhurried, type Queryable } from '../../../base/postgres/pool.ts';
import { queryOneValue, queryRows } from '../../../base/postgres/query.ts';
import type { MessageState } from '../../delivery/queries/messages.ts';
import { messagesBefore } from './recovered-orders.ts';
import { isSale, joinSale } from '../../../shop/orders/queries/sales.ts';
import { runStatusSql, type RunState } from '../../engine/queries/run-listings.ts';

/** Selects the runs of an automation that began at `since` or later. `floor`: the lowest run id; runs are indexed by id. */
export type ResultSpan = { automationId: string; since: Date; floor: string };

const within = 'r.automation_id = $1 and r.started_at >= $2 and r.run_id >= $3';
const spanValues = ({ automationId, since, floor }: ResultSpan): unknown[] => [automationId, since, floor];

/** The number of runs in each state. */
export const resultStates = (db: Queryable, span: ResultSpan): Promise<{ state: RunState; count: number }[]> =>
  queryRows(db, {
    ...unhurried,
    text: `select ${runStatusSql} as state, count(*)::int as count from runs r where ${within} group by 1`,
    values: spanValues(span),
  });

/** For one step of one version: the number of runs whose message reached each stage. */
export type StepResult = {
  version: number;
  path: string;
  channel: Channel;
  entered: number;
  sent: number;
  delivered: number;
  read: number;
  reacted: number;
  /** The number of sent messages, of all runs and passes, and how many of them members sent again (RUN21). */
  messages: number;
  resent: number;
};

/** The results of each step, by version. */
export const resultSteps = (db: Queryable, span: ResultSpan): Promise<StepResult[]> =>
  queryRows(db, {
    ...unhurried,
    text: `
      with reactions as (
        select i.run_id, i.message_key, bool_or(i.kind <> 'open') as reacted
        from runs r join inbound_messages i on i.run_id = r.run_id
        where ${within} and i.kind in ('open', 'click', 'reply') group by 1, 2),
      per_step as (
        select r.version, left(m.message_key, -position('#' in reverse(m.message_key))) as path, m.channel,
          count(*) filter (where m.state in ('sent', 'delivered', 'read')) as messages,
          count(*) filter (where m.state in ('sent', 'delivered', 'read') and m.requested_by is not null) as resent,
          bool_or(m.state in ('delivered', 'read') or h.run_id is not null) as came,
          bool_or(m.state = 'read' or h.run_id is not null) as read, bool_or(h.reacted) as reacted
        from runs r join messages m on m.run_id = r.run_id
        left join reactions h on h.run_id = m.run_id and h.message_key = m.message_key
        where ${within} group by 1, 2, 3, r.run_id)
      select version, path, channel, count(*)::int as entered, (count(*) filter (where messages > 0))::int as sent,
        (count(*) filter (where came))::int as delivered, (count(*) filter (where read))::int as read,
        (count(*) filter (where reacted))::int as reacted, sum(messages)::int as messages, sum(resent)::int as resent
      from per_step group by version, path, channel`,
    values: spanValues(span),
  });

/** The reasons of messages that were not sent, the most frequent first, at most ten. */
export async function resultReasons(db: Queryable, span: ResultSpan): Promise<{ reason: string; count: number }[]> {
  const states: MessageState[] = ['failed', 'skipped', 'unknown'];
  return queryRows(db, {
    ...unhurried,
    text: `select coalesce(m.reason, 'UNKNOWN') as reason, count(*)::int as count from runs r join messages m on m.run_id = r.run_id
     where ${within} and m.state = any($4) group by 1 order by 2 desc, 1 limit 10`,
    values: [...spanValues(span), states],
  });
}

/** When versions of an automation were published. */
export const resultVersions = (
  db: Queryable,
  automationId: string,
  versions: readonly number[],
): Promise<{ version: number; publishedAt: Date }[]> =>
  queryRows(db, {
    text: `select version, published_at as "publishedAt" from automation_versions
     where automation_id = $1 and version = any($2::int[]) order by version`,
    values: [automationId, versions],
  });

/** A run with its timeline and position. */
export type ResultRun = {
  runId: string;
  version: number;
  /** Whether it began at `since` or later. */
  isRecent: boolean;
  /** The entries of its timeline (RUN15), each with a trailing comma; null: the run began before `since`. */
  timeline: string | null;
  isLive: boolean;
  /** The interpreter's state as text; null: the run has finished or has not begun. */
  state: string | null;
};

/** The newest runs of an automation, older than `before`, in any state. */
export const resultRuns = (
  db: Queryable,
  automationId: string,
  { since, before, limit }: { since: Date; before: string | undefined; limit: number },
): Promise<ResultRun[]> =>
  queryRows(db, {
    name: 'result-runs',
    text: `
      select r.run_id as "runId", r.version, r.started_at >= $2 as "isRecent", r.finished_at is null as "isLive",
        case when r.started_at >= $2 then coalesce((
          select string_agg(c.entries, '' order by c.segment) from run_timeline_segments c where c.run_id = r.run_id), '')
          || r.timeline end as timeline,
        case when r.finished_at is null then r.state end as state
      from runs r where r.automation_id = $1 and r.run_id < coalesce($3::uuid, '${highestId}')
      order by r.run_id desc limit $4`,
    values: [automationId, since, before ?? null, limit],
  });

/** The number of live runs of an automation, from its counters. */
export const resultLive = (db: Queryable, automationId: string): Promise<number> =>
  queryOneValue(db, {
    text: `select coalesce(sum(case outcome when 'entered' then count else -count end), 0)::int as live
     from run_counters where automation_id = $1`,
    values: [automationId],
  });

/** The number of received sales (COM41) that the messages of one step of one version recovered. */
export type StepPaid = { version: number; path: string; paid: number };

/** The recovered orders of these runs, counted by the step of the last message before the payment. `hours`: as in `recoveredOrderList`. */
export const resultPaid = (
  db: Queryable,
  storeId: string,
  { automationId, since, floor }: ResultSpan,
  hours: number,
  simulated: readonly string[],
): Promise<StepPaid[]> =>
  queryRows(db, {
    ...unhurried,
    text: `
      with begun as (
        select e.order_id, e.checkout_id from runs r join events e on e.event_id = r.event_id
        where r.automation_id = $2 and r.started_at >= $3 and r.run_id >= $4),
      paid as (
        select o.order_id, o.checkout_id, sale.kind, sale.cents, o.paid_at
        from begun b join orders o on o.order_id = b.order_id ${joinSale('$6')}
        where o.store_id = $1 and ${isSale} and o.paid_at >= $3
        union
        select o.order_id, o.checkout_id, sale.kind, sale.cents, o.paid_at
        from begun b join orders o on o.checkout_id = b.checkout_id ${joinSale('$6')}
        where o.store_id = $1 and ${isSale} and o.paid_at >= $3),
      ${messagesBefore},
      last as (
        select distinct on (order_id) run_id, automation_id, version, regexp_replace(message_key, '#[^#]*$', '') as path
        from reminded where paid_at <= first_at + make_interval(hours => $5) and kind = 'received'
        order by order_id, settled_at desc, run_id desc)
      select version, path, count(*)::int as paid from last
      where automation_id = $2 and run_id >= $4 group by version, path`,
    values: [storeId, automationId, since, floor, hours, simulated],
  });
