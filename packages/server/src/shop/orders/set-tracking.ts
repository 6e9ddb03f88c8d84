import { isHttpUrl } from '@retoma/commerce';
import type { Audit } from '../../http/audit-actions.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database, Queryable } from '../../base/postgres/pool.ts';
import { eventInsertMany } from '../events/queries/events.ts';
import type { OrderRow } from './queries/orders.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import { mergeTracking } from './order-rules.ts';
import { lockOrder, writeOrder } from './write-order.ts';
import { buildEvent } from '../events/build-event.ts';

/** A shipment: tracking code (1 to 200 characters), tracking URL (http or https), carrier and status. */
export type Tracking = {
  code: string;
  url?: string | undefined;
  carrier?: string | undefined;
  status?: string | undefined;
};

/** The result. `changed`: whether the order's tracking changed. */
export type TrackingSet = { ok: true; changed: boolean } | { ok: false; code: 'ORDER_NOT_FOUND' | 'INVALID_TRACKING' };

const longest = { code: 200, url: 2_000, text: 200 };

/** COM2: writes the tracking of an order. Records an event if its code or URL changed. */
export async function setTracking(
  { db, clock }: { db: Database; clock: Clock },
  storeId: string,
  orderId: string,
  tracking: Tracking,
  audit: Audit<'order_tracked'>,
): Promise<TrackingSet> {
  if (!isTracking(tracking)) return { ok: false, code: 'INVALID_TRACKING' };
  return inTransaction(db, async (client) => {
    const before = await lockOrder(client, storeId, orderId);
    if (!before) return { ok: false, code: 'ORDER_NOT_FOUND' };
    const reported = Object.fromEntries(Object.entries(tracking).filter(([, value]) => value !== undefined));
    const order = {
      ...before,
      tracking: mergeTracking(before.tracking, reported),
      updatedAt: Math.max(before.updatedAt, clock()),
    };
    if (JSON.stringify(order.tracking) === JSON.stringify(before.tracking)) return { ok: true, changed: false };
    await writeOrder(client, order, []);
    const differs = (member: string): boolean => order.tracking?.[member] !== before.tracking?.[member];
    if (differs('code') || differs('url')) await recordTrackingEvent(client, order, clock());
    await audit(client, { storeId, action: 'order_tracked', orderId, detail: order.number });
    return { ok: true, changed: true };
  });
}

/** Whether the members of a shipment are valid. */
export function isTracking({ code, url, carrier = '', status = '' }: Tracking): boolean {
  const isUrl = url === undefined || (url.length <= longest.url && isHttpUrl(url));
  return (
    /^\S.*$/su.test(code) &&
    code.length <= longest.code &&
    isUrl &&
    [carrier, status].every((text) => text.length <= longest.text)
  );
}

/** An event of an earlier code has the same subject. If the code is set again, its new event has no subject. */
async function recordTrackingEvent(client: Queryable, order: OrderRow, at: number): Promise<void> {
  const event = buildEvent(order, { type: 'tracking_code_updated', at, startsRuns: true });
  const stored = await eventInsertMany(client, [event]);
  if (stored.size === 0) await eventInsertMany(client, [{ ...event, subject: null }]);
}
