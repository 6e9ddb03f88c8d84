// Completes a message for its provider: the connection's credentials, tracking links, the webhook URL, and whether the contact's messaging
// window is open.
import type { Channel } from '@retoma/flow';
import type { Delivery, TrackingUrls } from '../../providers/channels/provider.ts';
import { isWindowOpen } from '../../providers/channels/window.ts';
import type { Queryable } from '../../base/postgres/pool.ts';
import type { ConnectionRow } from '../../providers/queries/connections.ts';
import { conversationFindMany } from './queries/conversations.ts';
import { messageMarks } from '../../base/links/tracking-links.ts';
import { webhookPath } from '../../base/links/webhook-path.ts';
import { payOrigin } from '../../base/links/store-url.ts';
import { hashContact } from '../../base/crypto/contact-hash.ts';
import { unsubscribeLink } from '../../base/links/unsubscribe-link.ts';
import { providerOf } from '../../providers/channels/provider-of.ts';
import type { DeliveryDeps, MessageStore } from './delivery-deps.ts';

/** A message that is about to be sent, with its recipient. */
type DeliveryTarget = {
  readonly runId: string;
  readonly message: string;
  readonly channel: Channel;
  readonly connection: ConnectionRow;
  readonly store: MessageStore;
  readonly recipient: string;
};

/** The members of `Delivery` besides the text. */
export type DeliveryDetails = Pick<Delivery, 'credentials' | 'marks' | 'webhookUrl' | 'windowOpen'>;

/** Builds the delivery of a message that is sent at `now`. `windowOpen`: undefined if its provider has no window. */
export function buildDelivery(
  deps: DeliveryDeps,
  target: DeliveryTarget,
  now: number,
  windowOpen: boolean | undefined,
): DeliveryDetails {
  const { channel, connection } = target;
  const provider = providerOf(deps, connection);
  const credentials = deps.credentials.of(connection);
  const marks = channel === 'email' ? marksOf(deps, target, now) : undefined;
  const secret = credentials?.['noticeSecret'];
  const { delivered, replies } = provider?.webhooks?.reports ?? {};
  return {
    ...(credentials && { credentials }),
    ...(marks && { marks }),
    ...((delivered || replies) && {
      webhookUrl:
        deps.baseUrl() + webhookPath(connection.connectionId, typeof secret === 'string' ? secret : undefined),
    }),
    ...(windowOpen !== undefined && { windowOpen }),
  };
}

/** Tracking links; only an e-mail has them. */
function marksOf(deps: DeliveryDeps, target: DeliveryTarget, now: number): TrackingUrls | undefined {
  const { runId, message, connection, store, recipient } = target;
  const { connectionId, storeId } = connection;
  const unsubscribe = unsubscribeLink({ ...deps, baseUrl: deps.baseUrl() }, { ...store, storeId }, 'email', recipient);
  if (unsubscribe === null) return undefined;
  const marked = { connectionId, runId, message, sentAt: now, trusting: store.countMachines };
  const marks = messageMarks(deps.marksKey, payOrigin(store, deps.baseUrl()), marked);
  return { ...marks, unsubscribe };
}

/**
 * Whether each message's contact has an open messaging window; undefined if the provider has no window. Read before the commit: a reply
 * received meanwhile opens the window for the next message.
 */
export async function findWindows<
  T extends Pick<DeliveryTarget, 'connection' | 'channel'> & { readonly send: Pick<DeliveryTarget, 'recipient'> },
>(deps: DeliveryDeps, db: Queryable, candidates: readonly T[], now: number): Promise<(one: T) => boolean | undefined> {
  const conversations = new Map<T, { connectionId: string; contactHash: Buffer | null }>();
  for (const one of candidates) {
    const { connection, channel, send } = one;
    if ((providerOf(deps, connection)?.windowHours ?? null) === null) continue;
    const contactHash = hashContact(deps, connection.storeId, channel, send.recipient);
    conversations.set(one, { connectionId: connection.connectionId, contactHash });
  }
  if (conversations.size === 0) return () => undefined;
  const keys = [...conversations.values()].flatMap(({ connectionId, contactHash }) =>
    contactHash ? [{ connectionId, contactHash }] : [],
  );
  const conversationKey = (connectionId: string, contactHash: Buffer): string =>
    `${connectionId} ${contactHash.toString('hex')}`;
  const lastInbound = new Map(
    (await conversationFindMany(db, keys)).map((row) => [
      conversationKey(row.connectionId, row.contactHash),
      row.lastInboundAt,
    ]),
  );
  return (one) => {
    const key = conversations.get(one);
    if (!key) return undefined;
    const lastInboundAt = key.contactHash
      ? (lastInbound.get(conversationKey(key.connectionId, key.contactHash)) ?? null)
      : null;
    return isWindowOpen(providerOf(deps, one.connection)!, lastInboundAt, now);
  };
}
