import type { MessageReason } from '@retoma/flow';
import type { Providers } from '../channels/provider.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../db/pool.ts';
import { connectionSetAlarm } from '../db/queries/contacts/connections.ts';
import { deliveryCount } from '../db/queries/messages/message-statuses.ts';

const minute = 60_000;
/** Messages of the last hours, but not the newest: a phone may be off for a while. */
const looked = { since: 6 * 60 * minute, before: 30 * minute };
/** Fewer are no sample. */
const enough = 20;
/** Below this share of what was taken something is wrong. */
const minRate = 0.1;

const deliveryAlert: MessageReason = 'NOTHING_DELIVERED';

/**
 * Compares what providers took with what they say arrived, and alarms the owner of a connection whose messages go nowhere: a number
 * that was silently banned looks like this, and so does a webhook that was never set up. Returns how many alarms changed.
 */
export async function watchDeliveries(db: Database, clock: Clock, providers: Providers): Promise<number> {
  const reportingProviders = Object.entries(providers).flatMap(([channel, named]) =>
    Object.entries(named).flatMap(([name, { capabilities }]) =>
      capabilities.reports.delivered ? [`${channel} ${name}`] : [],
    ),
  );
  const now = clock();
  const counts = await deliveryCount(db, reportingProviders, {
    since: now - looked.since,
    before: now - looked.before,
  });
  let changed = 0;
  for (const { connectionId, accepted, delivered, deliveryAlert: before } of counts) {
    const isWrong = accepted >= enough && delivered < accepted * minRate;
    // Too few to say so keep what was said.
    const after = isWrong ? deliveryAlert : delivered > 0 ? null : before;
    if (after === before) continue;
    await connectionSetAlarm(db, connectionId, after);
    changed++;
  }
  return changed;
}
