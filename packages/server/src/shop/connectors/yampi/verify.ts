import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ConnectedShop, Delivery, DeliveryContent, DeliverySecrets, VerifiedDelivery } from '../connector.ts';
import { readJson, textAt, valueAt } from '../read-json.ts';

/** The events of this connector's webhook. Those of invoices also begin with `order.`, and are no orders. */
export const topics: ReadonlySet<string> = new Set(['order.created', 'order.paid', 'order.status.updated']);

/** CON1: what a delivery is. The signature is the HMAC-SHA256 of the body's bytes in Base64. The platform gives deliveries no ids. */
export function verifyDelivery({ headers, body }: Delivery, secrets: DeliverySecrets): VerifiedDelivery {
  const right = createHmac('sha256', secrets.webhookSecret).update(body).digest();
  const claimed = headers['x-yampi-hmac-sha256'] ?? '';
  const bytes = Buffer.from(claimed, 'base64');
  const isSigned = bytes.length === right.length && timingSafeEqual(bytes, right);
  // The decoder of Base64 skips what is none.
  if (secrets.webhookSecret === '' || !isSigned || claimed !== right.toString('base64')) return { outcome: 'refused' };
  const json = readJson(body);
  if (textAt(json, 'merchant', 'alias') !== secrets.shop) return { outcome: 'refused' };
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
