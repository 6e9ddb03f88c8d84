import { needsShipping, type Cents, type PaymentMethod } from '@retoma/commerce';
import type { DeliveryView, PaidView } from '@retoma/pay';
import type { Purchase } from '../../checkouts/purchase.ts';
import { addressLine, displayedOrder } from './displayed-shopper.ts';

type PaidOrder = NonNullable<Purchase['order']>;

const methodLabels: Record<string, PaymentMethod | 'free'> = {
  pix: 'pix',
  boleto: 'boleto',
  card: 'card',
  credit_card: 'card',
  free: 'free',
};

/** COM26: a paid order. */
export function presentPaid(order: PaidOrder, purchase: Purchase): PaidView {
  const { customer, address } = displayedOrder(purchase);
  const refunded = refundedAmount(purchase.payments);
  const isShipped = needsShipping(purchase.checkout.request.cart) || order.tracking !== null;
  return {
    kind: 'paid',
    // `accepted` is 0 if only the store's own system received money; then the total is shown.
    amount: refunded > 0 ? paidAmount(purchase.payments) : order.accepted || (order.total ?? 0),
    refunded,
    method: methodLabels[order.paymentMethod ?? ''] ?? null,
    at: order.paidAt,
    orderNumber: order.number,
    late: order.paidLate,
    email: customer.email || null,
    delivery: isShipped ? { ...deliveryOf(order), address: addressLine(address) } : null,
  };
}

/** What was given back, or taken back by the shopper's bank. */
export const refundedAmount = (payments: Purchase['payments']): Cents =>
  payments.reduce(
    (sum, { state, paid, refunded }) =>
      sum + (state === 'refunded' || state === 'charged_back' ? (paid ?? 0) : refunded),
    0,
  );

/** The amounts received and refunded. */
const paidAmount = (payments: Purchase['payments']): Cents => payments.reduce((sum, { paid }) => sum + (paid ?? 0), 0);

/** The stages of the statuses that flows know; a store's own system may report others, which count as sent. */
const stages: Readonly<Record<string, DeliveryView['stage']>> = {
  pending: 'preparing',
  out_for_delivery: 'out-for-delivery',
  delivered: 'delivered',
  returned: 'returned',
};

function deliveryOf({ shipping, tracking }: PaidOrder): Omit<DeliveryView, 'address'> {
  const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
  const days = (name: string): number | null => (typeof shipping?.[name] === 'number' ? shipping[name] : null);
  const name = text(shipping?.['name']);
  const [code, status] = [text(tracking?.['code']), text(tracking?.['status'])];
  return {
    option:
      name === null ? null : { name, days: { min: days('turnaround_min_days'), max: days('turnaround_max_days') } },
    stage: status === null ? (code === null ? 'preparing' : 'sent') : (stages[status] ?? 'sent'),
    tracking: code === null ? null : { code, carrier: text(tracking?.['carrier']), url: text(tracking?.['url']) },
  };
}
