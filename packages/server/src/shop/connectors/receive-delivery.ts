// CON1: what a platform delivers.
//
// INV1. A delivery is stored, sealed, before it is answered; a worker reads it later.
// INV2. What is not signed by the platform with this connection's own secret, or is about another shop, has no effect but faster polling.
import { hash, timingSafeEqual } from 'node:crypto';
import { seal } from '../../base/crypto/seal.ts';
import { newId } from '../../base/ids.ts';
import { openSecrets, openShop } from './connection-secrets.ts';
import type { ConnectorDeps } from './connector-deps.ts';
import type { Delivery, PrivacyRequest, VerifiedDelivery } from './connector.ts';
import { findConnector } from './find-connector.ts';
import {
  platformConnectionEnd,
  platformConnectionFind,
  platformConnectionHasten,
  platformConnectionMove,
  platformConnectionQuicken,
  type PlatformConnection,
} from './queries/connections.ts';
import { platformDeliveryInsert } from './queries/deliveries.ts';

/** CON5: for how long orders are polled every minute after trouble, in milliseconds. */
export const quickMs = 30 * 60_000;

/** For how long a platform repeats what was not received, in milliseconds. */
const lateMs = 48 * 60 * 60_000;

/** The topic of stored requests about personal data (CON10). */
export const privacyTopic = 'privacy';

type ReceivingDeps = Pick<ConnectorDeps, 'db' | 'clock' | 'credentialsKey' | 'appOf'>;

/** Where a delivery was sent to. */
export type DeliveryAddress = { readonly platform: string; readonly connectionId: string; readonly key: string };

/** The result of a delivery. */
export type DeliveryOutcome = 'accepted' | 'refused' | 'unknown' | 'rate_limited';

/** CON1: takes a delivery to a connection's address. `isWithinRate`: counts a genuine one. */
export async function receiveDelivery(
  deps: ReceivingDeps,
  { platform, connectionId, key }: DeliveryAddress,
  delivery: Delivery,
  isWithinRate: () => boolean = () => true,
): Promise<DeliveryOutcome> {
  const connector = findConnector(platform);
  const connection = connector && (await platformConnectionFind(deps.db, connectionId));
  if (!connector || connection?.platform !== platform || connection.state === 'disconnected') return 'unknown';
  const secrets = openSecrets(deps, connection);
  if (!isSameKey(key, secrets.key)) return 'unknown';
  const { shop } = connection;
  const { credentials } = openShop(deps, connection) ?? { credentials: {} };
  const app = deps.appOf(platform);
  const verified = connector.verify(delivery, { webhookSecret: secrets.webhook, app, shop, credentials });
  if (verified.outcome === 'refused') {
    await quicken(deps, connection);
    return 'refused';
  }
  if (!isWithinRate()) return 'rate_limited';
  await apply(deps, connection, verified, delivery.body);
  return 'accepted';
}

/** CON10: takes a delivery to the address of the installation's app. `connectionsOf`: those with a shop, each with its database. */
export async function receiveAppDelivery(
  deps: Omit<ReceivingDeps, 'db'>,
  platform: string,
  delivery: Delivery,
  connectionsOf: (shop: string) => Promise<readonly { db: ConnectorDeps['db']; connection: PlatformConnection }[]>,
): Promise<DeliveryOutcome> {
  const connector = findConnector(platform);
  const app = deps.appOf(platform);
  if (!connector?.shopNamed || !app) return 'unknown';
  const shop = connector.shopNamed(delivery);
  if (shop === null) return 'refused';
  const verified = connector.verify(delivery, { webhookSecret: '', app, shop, credentials: {} });
  if (verified.outcome === 'refused') return 'refused';
  for (const { db, connection } of await connectionsOf(shop))
    await apply({ ...deps, db }, connection, verified, delivery.body);
  return 'accepted';
}

async function apply(
  deps: ReceivingDeps,
  connection: PlatformConnection,
  verified: VerifiedDelivery,
  body: Buffer,
): Promise<void> {
  const { db, clock } = deps;
  const { connectionId } = connection;
  switch (verified.outcome) {
    case 'event':
      if (connection.credentials) await store(deps, connection, { ...verified, body });
      return;
    case 'privacy':
      return storePrivacyRequest(deps, connection, verified.request);
    case 'uninstalled':
      return uninstall(deps, connection);
    case 'suspended':
      return void (await platformConnectionMove(db, connectionId, 'suspended', clock()));
    case 'resumed':
      return void (await platformConnectionMove(db, connectionId, 'connected', clock()));
    case 'ping':
    case 'ignored':
    case 'refused':
  }
}

type StoredEvent = Extract<VerifiedDelivery, { outcome: 'event' }>;

const store = (
  { db, clock, credentialsKey }: ReceivingDeps,
  { connectionId, storeId }: PlatformConnection,
  { topic, deliveryId, subject, body }: Pick<StoredEvent, 'topic' | 'deliveryId' | 'subject'> & { body: Buffer },
): Promise<void> => {
  const id = newId(storeId);
  const unnamed = subject === undefined ? digestOf(topic, deliveryId ?? '', body) : `of ${subject}`;
  return platformDeliveryInsert(db, {
    deliveryId: id,
    connectionId,
    storeId,
    key: deliveryId === null || deliveryId.length > 200 ? unnamed : `id ${deliveryId}`,
    named: deliveryId !== null,
    topic: topic.slice(0, 200),
    body: seal(credentialsKey, id, body.toString('base64')),
    receivedAt: clock(),
  });
};

/**
 * Ends a connection. An uninstallation before a later consent may be reported after it, so one that arrives soon after that is left to the
 * next call, which the platform refuses if the app is gone.
 */
async function uninstall(
  { db, clock }: ReceivingDeps,
  { connectionId, connectedAt, stateAt }: PlatformConnection,
): Promise<void> {
  const now = clock();
  if (stateAt > connectedAt && now - stateAt < lateMs) await platformConnectionHasten(db, connectionId, now);
  else await platformConnectionEnd(db, connectionId, 'uninstalled', now);
}

/** A repeated request is answered once. */
const storePrivacyRequest = (
  deps: ReceivingDeps,
  connection: PlatformConnection,
  request: PrivacyRequest,
): Promise<void> =>
  store(deps, connection, { topic: privacyTopic, deliveryId: null, body: Buffer.from(JSON.stringify(request)) });

const digestOf = (topic: string, id: string, body: Buffer): string =>
  hash('sha256', Buffer.concat([Buffer.from(JSON.stringify([topic, id])), body]), 'base64url');

/** A refused signature may mean that webhooks do not get through. Forged deliveries must not keep polling fast, so a time that is set counts. */
async function quicken({ db, clock }: ReceivingDeps, { connectionId, fastUntil }: PlatformConnection): Promise<void> {
  const now = clock();
  if (fastUntil === null || fastUntil <= now)
    await platformConnectionQuicken(db, connectionId, { now, until: now + quickMs });
}

function isSameKey(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => hash('sha256', text, 'buffer'));
  return timingSafeEqual(a!, b!);
}
