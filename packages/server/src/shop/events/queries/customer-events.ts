import type { Trigger } from '@retoma/flow';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { queryRows } from '../../../base/postgres/query.ts';

/** An event of a customer. `queued`: no automation has handled it yet. */
export type CustomerEvent = {
  eventId: string;
  type: Trigger;
  at: Date;
  orderId: string | null;
  checkoutId: string | null;
  queued: boolean;
};

/** Events of a store by their ids, the newest first, at most `limit`. */
export const customerEventList = (
  db: Queryable,
  storeId: string,
  eventIds: readonly string[],
  limit: number,
): Promise<CustomerEvent[]> =>
  queryRows(db, {
    text: `select e.event_id as "eventId", e.type, e.occurred_at as at, e.order_id as "orderId", e.checkout_id as "checkoutId",
       exists (select from event_queue q
         where q.store_id = e.store_id and (q.event_id = e.event_id or e.event_id = any(q.more))) as queued
     from store_events e where e.store_id = $1 and e.event_id = any($2::uuid[])
     order by e.occurred_at desc, e.event_id desc limit $3`,
    values: [storeId, eventIds, limit],
  });

/** An automation that events may start. `publishedAt`: its first version. `reentry`, `withinDays`: RUN18, of the published version. */
export type StartableAutomation = {
  automationId: string;
  name: string;
  trigger: Trigger;
  publishedAt: Date;
  reentry: 'every' | 'once_per_order' | 'once_per_customer';
  withinDays: number | null;
};

/** The most automations of a store that are read. */
const maxAutomations = 200;

/** The published automations of a store with one of these triggers, by name. */
export const startableAutomationList = (
  db: Queryable,
  storeId: string,
  triggers: readonly Trigger[],
): Promise<StartableAutomation[]> =>
  queryRows(db, {
    text: `select a.automation_id as "automationId", a.name, a.trigger_event as trigger,
       (select min(f.published_at) from automation_versions f where f.automation_id = a.automation_id) as "publishedAt",
       coalesce(v.definition::json->'settings'->>'reentry', 'every') as reentry,
       (v.definition::json->'settings'->>'withinDays')::int as "withinDays"
     from automations a join automation_versions v on v.automation_id = a.automation_id and v.version = a.published_version
     where a.store_id = $1 and a.deleted_at is null and a.trigger_event = any($2::text[])
     order by a.name, a.automation_id limit $3`,
    values: [storeId, triggers, maxAutomations],
  });
