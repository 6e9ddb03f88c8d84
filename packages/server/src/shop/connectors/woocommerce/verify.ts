import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Delivery, DeliverySecrets, VerifiedDelivery } from '../connector.ts';
import { isOfShop } from './shop-address.ts';

/**
 * CON1: what a request to a delivery address is. The signature is the HMAC-SHA256 of the body's bytes in Base64. A new webhook is announced by
 * a form that is not signed. There is no id of a delivery: the header of that name is equal for all orders of one second.
 */
export function verifyDelivery(
  { headers, body }: Delivery,
  { webhookSecret, shop }: DeliverySecrets,
): VerifiedDelivery {
  const signature = headers['x-wc-webhook-signature'];
  if (signature === undefined && isPing(body)) return { outcome: 'ping' };
  if (webhookSecret === '' || !isEqual(signature ?? '', sign(body, webhookSecret))) return { outcome: 'refused' };
  if (!isOfShop(headers['x-wc-webhook-source'] ?? '', shop)) return { outcome: 'refused' };
  const topic = headers['x-wc-webhook-topic'] ?? '';
  return topics.has(topic) ? { outcome: 'event', topic, deliveryId: null } : { outcome: 'ignored' };
}

/** The topics of this connector's webhooks. */
export const topics: ReadonlySet<string> = new Set([
  'order.created',
  'order.updated',
  'order.deleted',
  'order.restored',
  'customer.created',
]);

const isPing = (body: Buffer): boolean => body.length < 40 && /^webhook_id=\d{1,20}$/.test(body.toString('latin1'));

const sign = (body: Buffer, secret: string): string => createHmac('sha256', secret).update(body).digest('base64');

function isEqual(claimed: string, right: string): boolean {
  const [one, other] = [Buffer.from(claimed), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
