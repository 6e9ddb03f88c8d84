import { hash } from 'node:crypto';
import type { StoreEvent } from '@retoma/commerce';

/**
 * COM6: the identity of an event, whatever the number of its reports and envelopes: of one store and type the same
 * subject twice is one event. Null where every envelope is an event of its own. `orderId` is ours.
 */
export function subjectOf({ type, data, occurred_at }: StoreEvent, orderId: string | null): string | null {
  const order = `order ${orderId}`;
  const { payment, tracking } = data;
  switch (type) {
    case 'pix.generated':
      return `${order} pix ${digest(payment?.pix?.payload)}`;
    case 'boleto.generated':
      return `${order} boleto ${digest(payment?.boleto?.line ?? payment?.boleto?.url)}`;
    case 'payment.confirmed':
      return order;
    case 'payment.failed':
      return payment?.id ? `${order} payment ${payment.id}` : `${order} at ${Date.parse(occurred_at)}`;
    case 'tracking_code_updated':
      return `${shipmentSubject(orderId, tracking)}${tracking?.status ? ` ${digest(tracking.status)}` : ''}`;
    case 'cart.abandoned':
    case 'lead.created':
      return cartIdentity(data);
  }
}

/** How the subject of an order's shipment begins, wherever the shipment is: the same code and address are one shipment. */
export const shipmentSubject = (orderId: string | null, tracking: StoreEvent['data']['tracking']): string =>
  `order ${orderId} tracking ${digest(tracking?.code, tracking?.url)}`;

/** COM1, COM3: once for each checkout of ours, else for each cart of the store's own. */
function cartIdentity({ checkout_id, cart }: StoreEvent['data']): string | null {
  if (checkout_id) return `checkout ${checkout_id.toLowerCase()}`;
  return cart?.token ? `cart ${cart.token}` : null;
}

/** Codes and addresses may be longer than a subject. */
const digest = (...parts: readonly (string | null | undefined)[]): string =>
  hash('sha256', JSON.stringify(parts.map((part) => part ?? null)), 'base64url');
