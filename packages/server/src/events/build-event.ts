import { attentionOf, paymentRefusals, type EventType, type OrderAttention, type StoreEvent } from '@retoma/commerce';
import type { Queryable } from '../db/pool.ts';
import { eventInsertMany, type NewEvent } from '../db/queries/events/events.ts';
import type { Details, OrderRow } from '../db/queries/orders/orders.ts';
import type { PaymentRow } from '../db/queries/orders/payments.ts';
import { subjectOf } from './deduplication-key.ts';
import { newId } from '../platform/ids.ts';

/** The ways of paying as events and conditions call them. */
export const methodLabels = { pix: 'pix', boleto: 'boleto', card: 'credit_card', manual: 'manual' } as const;

const iso = (at: number): string => new Date(at).toISOString();

/** A payment in the words of an event's `payment`: what to pay with, and what happened to it. */
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

/** What happened to an order of ours. */
export type Happened = {
  type: EventType;
  /** Milliseconds since 1970. */
  at: number;
  /** Whether automations start with it. */
  startsRuns: boolean;
  /** The payment it happened to, in the words of an event. */
  payment?: Details;
  /** COM7a: why the owner must look at the order; with `payment.confirmed`. */
  attention?: readonly OrderAttention[];
};

/** COM2, COM7a: that an order is paid, with why its owner must look at it. */
export const confirmation = (
  order: OrderRow,
  payments: readonly PaymentRow[],
  { at, payment }: Pick<Happened, 'at' | 'payment'>,
): Happened => ({
  type: 'payment.confirmed',
  at,
  startsRuns: true,
  attention: attentionOf(order, payments),
  ...(payment && { payment }),
});

/** COM2, COM6: the event, in the same words as one of a store's own system, with the order as it is after it. */
export function orderEvent(order: OrderRow, { type, at, startsRuns, payment, attention = [] }: Happened): NewEvent {
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
    eventId: newId(),
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

/** COM6: stores an event in the transaction of its change; a repeated event is left out. */
export async function recordEvents(client: Queryable, order: OrderRow, happened: readonly Happened[]): Promise<void> {
  await eventInsertMany(
    client,
    happened.map((one) => orderEvent(order, one)),
  );
}
