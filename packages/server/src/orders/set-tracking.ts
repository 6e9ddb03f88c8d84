import { isHttpUrl } from '@retoma/commerce';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../db/pool.ts';
import { eventInsertMany } from '../db/queries/events/events.ts';
import type { OrderRow } from '../db/queries/orders/orders.ts';
import { inTransaction } from '../db/transaction.ts';
import { mergeTracking } from './merge-details.ts';
import { lockOrder, writeOrder } from './payments/record-payment.ts';
import { orderEvent } from '../events/build-event.ts';

/** A shipment: its code (1 to 200 characters), where to follow it (http or https), who ships and where it is. */
export type Tracking = {
  code: string;
  url?: string | undefined;
  carrier?: string | undefined;
  status?: string | undefined;
};

/** The result. `changed`: whether anything is not as it was. */
export type TrackingSet = { ok: true; changed: boolean } | { ok: false; code: 'ORDER_NOT_FOUND' | 'INVALID_TRACKING' };

const longest = { code: 200, url: 2_000, text: 200 };

/** COM2: writes the state of an order's shipment. An event follows if its code or address was assigned or changed. */
export async function setTracking(
  { db, clock }: { db: Database; clock: Clock },
  storeId: string,
  orderId: string,
  tracking: Tracking,
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
    return { ok: true, changed: true };
  });
}

/** Whether a shipment is within its bounds. */
export function isTracking({ code, url, carrier = '', status = '' }: Tracking): boolean {
  const isUrl = url === undefined || (url.length <= longest.url && isHttpUrl(url));
  return (
    /^\S.*$/su.test(code) &&
    code.length <= longest.code &&
    isUrl &&
    [carrier, status].every((text) => text.length <= longest.text)
  );
}

/** A code that returns after another one was reported before under the same subject, and is still a new event. */
async function recordTrackingEvent(client: Queryable, order: OrderRow, at: number): Promise<void> {
  const event = orderEvent(order, { type: 'tracking_code_updated', at, startsRuns: true });
  const stored = await eventInsertMany(client, [event]);
  if (stored.size === 0) await eventInsertMany(client, [{ ...event, subject: null }]);
}
