import type { ConnectedShop, DeliveryContent } from '../connector.ts';
import { listAt, readJson } from '../read-json.ts';
import { requestTo } from './call.ts';
import { resourceId } from './fields.ts';

/**
 * CON13: what a delivery is about. The body is the resource; that of a deleted order is only its id. It is in the trash; one that is not there
 * any more was restored, which is an update, or is gone.
 */
export function readDelivery(topic: string, body: Buffer, shop: ConnectedShop): DeliveryContent {
  const json = readJson(body);
  const id = resourceId(json);
  if (id === undefined) return null;
  if (topic === 'customer.created') return { resource: { kind: 'customer', json } };
  if (topic !== 'order.deleted') return topic.startsWith('order.') ? { resource: { kind: 'order', json } } : null;
  return {
    request: requestTo(shop, 'GET', '/orders', { query: { include: id, status: 'trash' } }),
    read: (response) => {
      const [order] = listAt([readJson(response.body)], 0);
      return order === undefined ? null : { kind: 'order', json: order };
    },
  };
}
