import type { MessageReason } from '@retoma/flow';
import type { Providers } from '../../providers/channels/provider.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/postgres/pool.ts';
import { connectionSetAlarm } from '../../providers/queries/connections.ts';
import { deliveryCount } from './queries/message-statuses.ts';

const minute = 60_000;
/** The age of the checked messages. The newest are left out, because a phone may be off for a while. */
const looked = { sinceMs: 6 * 60 * minute, beforeMs: 30 * minute };
/** The smallest number of accepted messages that is a sample. */
const enough = 20;
/** The smallest share of delivered messages that counts as normal. */
const minRate = 0.1;

const deliveryAlert: MessageReason = 'NOTHING_DELIVERED';

/**
 * Compares the accepted messages of each connection with those reported as delivered, and sets the delivery alert if almost none arrives:
 * the number may be silently banned, or the webhook was never set up. Returns how many alerts changed.
 */
export async function watchDeliveries(db: Database, clock: Clock, providers: Providers): Promise<number> {
  const reportingProviders = Object.entries(providers).flatMap(([channel, named]) =>
    Object.entries(named).flatMap(([name, { webhooks }]) =>
      webhooks?.reports.delivered ? [`${channel} ${name}`] : [],
    ),
  );
  const now = clock();
  const counts = await deliveryCount(db, reportingProviders, {
    since: now - looked.sinceMs,
    before: now - looked.beforeMs,
  });
  let changed = 0;
  for (const { connectionId, accepted, delivered, deliveryAlert: before } of counts) {
    const isWrong = accepted >= enough && delivered < accepted * minRate;
    // A small sample without a delivery does not change the alert.
    const after = isWrong ? deliveryAlert : delivered > 0 ? null : before;
    if (after === before) continue;
    await connectionSetAlarm(db, connectionId, after);
    changed++;
  }
  return changed;
}
