import { hash } from 'node:crypto';
import type { StoreEvent } from '@retoma/commerce';

/**
 * COM6: the subject that identifies an event in all its reports and envelopes: two events with the same store, type and subject are one.
 * Null: every envelope is a separate event. `orderId` is ours.
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

/** The start of the subject of an order's shipment, whatever its status: the same code and URL are one shipment. */
export const shipmentSubject = (orderId: string | null, tracking: StoreEvent['data']['tracking']): string =>
  `order ${orderId} tracking ${digest(tracking?.code, tracking?.url)}`;

/** COM1, COM3: the subject is a checkout of ours, else a cart of the store's own system. */
function cartIdentity({ checkout_id, cart }: StoreEvent['data']): string | null {
  if (checkout_id) return `checkout ${checkout_id.toLowerCase()}`;
  return cart?.token ? `cart ${cart.token}` : null;
}

/** A hash, since codes and URLs may be longer than a subject. */
const digest = (...parts: readonly (string | null | undefined)[]): string =>
  hash('sha256', JSON.stringify(parts.map((part) => part ?? null)), 'base64url');
