import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ConnectedShop, Delivery, DeliveryContent, DeliverySecrets, VerifiedDelivery } from '../connector.ts';
import { readJson, textAt, valueAt } from '../read-json.ts';

/** The events of this connector's webhook. Those of invoices also begin with `order.`, and are no orders. */
export const topics: ReadonlySet<string> = new Set(['order.created', 'order.paid', 'order.status.updated']);

/** CON1: what a delivery is. The signature is the HMAC-SHA256 of the body's bytes in Base64. The platform gives deliveries no ids. */
export function verifyDelivery(
  { headers, body }: Delivery,
  { webhookSecret, shop }: DeliverySecrets,
): VerifiedDelivery {
  const right = Buffer.from(createHmac('sha256', webhookSecret).update(body).digest('base64'));
  const claimed = Buffer.from(headers['x-yampi-hmac-sha256'] ?? '');
  const isSigned = claimed.length === right.length && timingSafeEqual(claimed, right);
  if (webhookSecret === '' || !isSigned) return { outcome: 'refused' };
  const json = readJson(body);
  if (textAt(json, 'merchant', 'alias') !== shop) return { outcome: 'refused' };
  const topic = textAt(json, 'event') ?? '';
  return topics.has(topic) ? { outcome: 'event', topic, deliveryId: null } : { outcome: 'ignored' };
}

/** CON1: the order of a delivery. */
export function readDelivery(topic: string, body: Buffer, { shop }: ConnectedShop): DeliveryContent {
  const json = readJson(body);
  if (!topics.has(topic) || textAt(json, 'merchant', 'alias') !== shop) return null;
  const resource = valueAt(json, 'resource');
  return resource === undefined ? null : { resource: { kind: 'order', json: resource } };
}
