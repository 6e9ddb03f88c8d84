// Orders in responses of the public API. A secret key may see the shopper.
import { receivedAmount, returnedAmount } from '@retoma/commerce';
import type { z } from 'zod';
import type {
  Contact,
  DeliveryAddress,
  OrderChanged,
  OrderFound,
  PurchaseItem,
  Tracking,
} from '../../../http/orders/responses.ts';
import type { OrderReading } from '../read-orders.ts';
import type { Details } from '../queries/orders.ts';
import type { RefundRow } from '../queries/refunds.ts';
import { cardOf, nonEmptyText, presentItem } from './panel-orders.ts';

type Order = z.input<typeof OrderFound>['order'];

const utcText = (at: number): string => new Date(at).toISOString();
const utcTextOrNull = (at: number | null): string | null => (at === null ? null : utcText(at));

/** API3: an order with its refunds. `livemode`: of a live store. */
export function publicOrder(reading: OrderReading, refunds: readonly RefundRow[], livemode: boolean): Order {
  const { order, payments } = reading;
  return {
    ...publicOrderState(reading, livemode),
    createdAt: utcText(order.createdAt),
    currency: 'BRL',
    paymentMethod: order.paymentMethod,
    subtotal: order.subtotal,
    discount: order.discount,
    shipping: order.shippingPrice,
    paidLate: order.paidLate,
    customer: publicContact(order.customer ?? {}),
    address: publicAddress(order.shipping?.['address']),
    items: (order.items ?? []).map((item) => publicItem(item)),
    payments: payments.map(publicPayment),
    refunds: refunds.map(publicRefund),
  };
}

/** API4: an order without data of its shopper. */
export function publicOrderState(
  { order, payments, attention }: OrderReading,
  livemode: boolean,
): z.input<typeof OrderChanged>['order'] {
  return {
    orderId: order.orderId,
    externalId: order.externalId,
    number: order.number,
    checkoutId: order.checkoutId,
    status: order.status,
    total: order.total,
    received: receivedAmount(payments),
    refunded: payments.reduce((sum, payment) => sum + returnedAmount(payment), 0),
    attention: [...attention],
    paidAt: utcTextOrNull(order.paidAt),
    tracking: order.tracking && publicTracking(order.tracking),
    livemode,
  };
}

/** The contact data of a shopper. */
export const publicContact = (person: Details): z.input<typeof Contact> => ({
  name: nonEmptyText(person['name']),
  email: nonEmptyText(person['email']),
  phone: nonEmptyText(person['phone']),
  document: nonEmptyText(person['document']),
});

/** A delivery address; null: none is known. */
export function publicAddress(address: unknown): z.input<typeof DeliveryAddress> | null {
  if (typeof address !== 'object' || address === null) return null;
  const member = (name: string): string | null => nonEmptyText((address as Details)[name]);
  return {
    zipcode: member('zipcode'),
    street: member('street'),
    number: member('number'),
    complement: member('complement'),
    neighborhood: member('neighborhood'),
    city: member('city'),
    state: member('state'),
  };
}

const publicTracking = (tracking: Details): z.input<typeof Tracking> => ({
  code: nonEmptyText(tracking['code']),
  url: nonEmptyText(tracking['url']),
  carrier: nonEmptyText(tracking['carrier']),
  status: nonEmptyText(tracking['status']),
});

/** A line of a cart, of our order or of an order of the store's own system. `total`: of the line, if it is computed. */
export function publicItem(item: object, total?: number): z.input<typeof PurchaseItem> {
  const { title, quantity, unitPrice, total: lineTotal, sku, picture } = presentItem(item, { total });
  const { product_id: productId, externalProductId } = item as Details;
  return {
    title,
    quantity,
    unitPrice,
    total: lineTotal,
    sku,
    productId: nonEmptyText(externalProductId) ?? nonEmptyText(productId),
    image: picture,
  };
}

/** A payment of an order. */
export const publicPayment = (payment: OrderReading['payments'][number]): Order['payments'][number] => ({
  paymentId: payment.paymentId,
  method: payment.method,
  provider: payment.provider,
  state: payment.state,
  amount: payment.amount,
  paid: payment.paid,
  refunded: returnedAmount(payment),
  reason: payment.reason,
  ...cardOf(payment.details),
  createdAt: utcText(payment.createdAt),
  expiresAt: utcTextOrNull(payment.expiresAt),
});

const publicRefund = (refund: RefundRow): Order['refunds'][number] => ({
  refundId: refund.refundId,
  paymentId: refund.paymentId,
  amount: refund.amount,
  state: refund.state,
  source: refund.source,
  cause: refund.cause,
  items: refund.lines && refund.lines.lines.map(({ line, quantity }) => ({ index: line, quantity })),
  shipping: refund.lines?.shipping ?? false,
  requestedAt: utcText(refund.requestedAt),
  settledAt: utcTextOrNull(refund.settledAt),
});
