import { hash } from 'node:crypto';
import { attentionOf, paymentRefusals, type EventType, type OrderAttention, type StoreEvent } from '@retoma/commerce';
import type { Queryable } from '../../base/postgres/pool.ts';
import { eventInsertMany, type NewEvent } from './queries/events.ts';
import type { Details, OrderRow } from '../orders/queries/orders.ts';
import type { PaymentRow } from '../orders/queries/payments.ts';
import { newId } from '../../base/ids.ts';

/** The names of payment methods in events and conditions. */
export const methodLabels = { pix: 'pix', boleto: 'boleto', card: 'credit_card', manual: 'manual' } as const;

const iso = (at: number): string => new Date(at).toISOString();

/** A payment in the format of an event's `payment`: its code or card, and its result. */
export function toEventPayment(payment: PaymentRow): Details {
  const { paymentId, provider, providerId, details, state, reason, stateAt, paid } = payment;
  return {
    ...details,
    id: paymentId,
    provider,
    ...(providerId !== null && { transaction_id: details?.['transaction_id'] ?? providerId }),
    ...(paid !== null && { paid_amount: paid }),
    ...(state === 'failed' && {
      refusal_reason: paymentRefusals[reason ?? 'declined']['pt-BR'],
      refused_at: iso(stateAt),
    }),
  };
}

/** An event of one of our orders that is to be recorded. */
export type OrderEvent = {
  type: EventType;
  /** Milliseconds since 1970. */
  at: number;
  /** Whether the event starts automations. */
  startsRuns: boolean;
  /** The payment that changed, in the format of events. */
  payment?: Details;
  /** COM7a: why the owner must look at the order; with `payment.confirmed`. */
  attention?: readonly OrderAttention[];
};

/** COM2, COM7a: the confirmation that an order is paid, with the reasons why the owner must look at it. */
export const confirmation = (
  order: OrderRow,
  payments: readonly PaymentRow[],
  { at, payment }: Pick<OrderEvent, 'at' | 'payment'>,
): OrderEvent => ({
  type: 'payment.confirmed',
  at,
  startsRuns: true,
  attention: attentionOf(order, payments),
  ...(payment && { payment }),
});

/** COM2, COM6: the row of an event, in the format of a store's own system, with the order after the change. */
export function buildEvent(order: OrderRow, { type, at, startsRuns, payment, attention = [] }: OrderEvent): NewEvent {
  const data = {
    ...(order.checkoutId !== null && { checkout_id: order.checkoutId }),
    order: {
      id: order.externalId ?? order.orderId,
      number: order.number,
      status: order.status,
      payment_method: order.paymentMethod,
      currency: 'BRL' as const,
      subtotal: order.subtotal,
      discount: order.discount,
      total: order.total,
      ...(attention.length > 0 && { attention }),
      created_at: iso(order.createdAt),
      items: order.items,
    },
    payment: payment ?? order.payment,
    customer: order.customer,
    shipping: order.shipping,
    ...(type === 'tracking_code_updated' && { tracking: order.tracking }),
  };
  const event = { id: '', type, occurred_at: iso(at), data } as StoreEvent;
  return {
    eventId: newId(order.storeId),
    storeId: order.storeId,
    type,
    externalId: null,
    subject: subjectOf(event, order.orderId),
    orderId: order.orderId,
    checkoutId: order.checkoutId,
    occurredAt: at,
    data: JSON.stringify(data),
    startsRuns,
  };
}

/** COM6: stores the events of a change, in its transaction; repeated events are left out. */
export async function recordEvents(client: Queryable, order: OrderRow, events: readonly OrderEvent[]): Promise<void> {
  await eventInsertMany(
    client,
    events.map((one) => buildEvent(order, one)),
  );
}

/**
 * COM6: the subject that identifies an event in all its reports and envelopes: two events with the same store, type and subject are one.
 * Null: every envelope is a separate event. `orderId` is ours.
 */
export function subjectOf({ type, data, occurred_at }: StoreEvent, orderId: string | null): string | null {
  const order = `order ${orderId}`;
  const { payment, tracking } = data;
  switch (type) {
    case 'pix.generated':
      return payment?.pix?.payload || !payment?.pix?.url
        ? `${order} pix ${digest(payment?.pix?.payload)}`
        : pixPageSubject(orderId, payment.pix.url);
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

/** The subject of a PIX that is known only by its page, which may show another code later. */
export const pixPageSubject = (orderId: string | null, url: string): string =>
  `order ${orderId} pix page ${digest(url)}`;

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
