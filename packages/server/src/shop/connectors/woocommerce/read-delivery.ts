import type { ConnectedShop, DeliveryContent } from '../connector.ts';
import { readJson } from '../read-json.ts';
import { requestTo } from './call.ts';
import { resourceId } from './fields.ts';

/** CON13: what a delivery is about. The body is the resource; that of a deleted order is only its id, and the order is still in the trash. */
export function readDelivery(topic: string, body: Buffer, shop: ConnectedShop): DeliveryContent {
  const json = readJson(body);
  const id = resourceId(json);
  if (id === undefined) return null;
  if (topic === 'customer.created') return { resource: { kind: 'customer', json } };
  if (topic !== 'order.deleted') return topic.startsWith('order.') ? { resource: { kind: 'order', json } } : null;
  return {
    request: requestTo(shop, 'GET', `/orders/${id}`),
    read: (response) => ({ kind: 'order', json: readJson(response.body) }),
  };
}
