import type { Database } from '../../base/postgres/pool.ts';
import { attributionForget, conversionForget } from '../../providers/ads/queries/conversions.ts';
import { contactAliasForget } from '../../base/contacts/contact-aliases.ts';
import { observationForget } from '../../providers/queries/connection-observations.ts';
import { copilotMessageForget } from '../../automations/copilot/queries/copilot-messages.ts';
import {
  bounceForget,
  conversationForget,
  eventDataForget,
  inboundMessageForget,
  leadForget,
  messageBodyForget,
  runForget,
  runOperationForget,
  sandboxMessageForget,
  shortLinkForget,
} from '../../base/retention/retention.ts';
import { platformConsentForget } from '../../shop/connectors/queries/consents.ts';
import { platformDeliveryForget } from '../../shop/connectors/queries/deliveries.ts';
import { orderedCartForget } from '../../shop/connectors/queries/known-orders.ts';
import { webhookEndpointForget, webhookMessageForget } from '../../shop/webhooks/queries/retention.ts';
import { purgeExpired, type Expiry } from './purge-expired.ts';
import { runSweep, type Sweep } from './sweep.ts';

/** COM8: retention periods, in days (config.ts). */
export type RetentionDays = {
  /** The data of an event; the event itself is kept. The data of an event with a live run is kept longer. */
  readonly events: number;
  /** The content, recipient and reactions of a message, from its settlement; its status is kept with its run. */
  readonly messages: number;
  /** The shopper of a checkout without an order, from its creation; its total is kept. */
  readonly leads: number;
  /** A finished run, with its timeline, messages and operations. */
  readonly runs: number;
};

/** Messages of the sandbox, which is for demos and tests. */
const sandboxDays = 30;
/** After this, bounces no longer count (a week), and no messaging window is open (delivery/inbound). */
const inboundDays = 8;
/** Conversations with the copilot: they are useful only while the automation is being written. */
const copilotDays = 180;

/** Attributions: a boleto is paid within days, and no destination takes an older event. */
const attributionDays = 30;

/** WHK11: messages of webhooks, and deleted endpoints, whose messages are gone by then. */
const webhookDays = 30;

/** CON1, CON11: deliveries of platforms, also those that still fail, and consents. */
const deliveryDays = 7;
/** CON8: carts that became orders; no platform reports a cart for longer. */
const orderedCartDays = 35;

const sweepsOf = ({ events, messages, leads, runs }: RetentionDays): readonly Sweep[] => [
  { name: 'event data', days: events, batchSize: 5_000, visit: eventDataForget },
  { name: 'message bodies', days: messages, batchSize: 1_000, visit: messageBodyForget },
  { name: 'leads', days: leads, batchSize: 1_000, visit: leadForget },
  { name: 'runs', days: runs, batchSize: 1_000, visit: runForget },
];

const smallOf = ({ messages, runs }: RetentionDays): readonly Expiry[] => [
  { days: messages, forget: inboundMessageForget },
  { days: messages, forget: shortLinkForget },
  { days: inboundDays, forget: bounceForget },
  { days: inboundDays, forget: conversationForget },
  { days: messages, forget: observationForget },
  { days: runs, forget: contactAliasForget },
  { days: sandboxDays, forget: sandboxMessageForget },
  { days: copilotDays, forget: copilotMessageForget },
  { days: runs, forget: runOperationForget },
  { days: attributionDays, forget: attributionForget },
  { days: webhookDays, forget: webhookMessageForget },
  { days: webhookDays, forget: webhookEndpointForget },
  { days: deliveryDays, forget: platformDeliveryForget },
  { days: deliveryDays, forget: platformConsentForget },
  { days: orderedCartDays, forget: orderedCartForget },
  { days: runs, forget: conversionForget },
];

/**
 * Deletes data that is older than its retention period, in short transactions. Data with an index on its time is deleted at every call; big
 * tables are swept once a day. Any number of workers may run this concurrently. `now` in milliseconds; returns the number of changed rows.
 */
export async function forgetOld(
  db: Database,
  retention: RetentionDays,
  now: number,
  signal: AbortSignal,
): Promise<number> {
  let forgotten = await purgeExpired(db, smallOf(retention), now, signal);
  for (const sweep of sweepsOf(retention)) forgotten += await runSweep(db, sweep, now, signal);
  return forgotten;
}
