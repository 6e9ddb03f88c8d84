import type { Details, OrderRow } from '../queries/orders.ts';
import type { PaymentRow } from '../queries/payments.ts';
import type { Payer, PaymentItem, PaymentRequest } from '../../../providers/payments/provider.ts';
import { toKnownPayment } from './call-provider.ts';

/** The input of a payment request, besides payment and order. */
export type PaymentRequestContext = {
  storeName: string;
  /** Public address without a trailing slash. */
  baseUrl: string;
  card: PaymentRequest['card'];
  customerSince: PaymentRequest['customerSince'];
  /** Milliseconds since 1970. */
  now: number;
};

/** The request to create a payment. For one payment it is always the same, except for `now` and `card`. */
export function toPaymentRequest(
  payment: PaymentRow,
  order: OrderRow,
  { storeName, baseUrl, card, customerSince, now }: PaymentRequestContext,
): PaymentRequest {
  const { amount, expiresAt, accountId } = payment;
  const { paymentId, method } = toKnownPayment(payment);
  return {
    paymentId,
    method,
    amount,
    orderNumber: order.number ?? order.orderId,
    storeName,
    expiresAt,
    payer: payerOf(order),
    customerSince,
    items: itemsOf(order),
    shipping: addressIn(order.shipping),
    card,
    returnUrl: `${baseUrl}/pay/${order.checkoutId ?? order.orderId}/returned`,
    notifyUrl: `${baseUrl}/webhooks/payments/${accountId}`,
    now,
  };
}

/** The payer of an order. */
export function payerOf({ customer, shipping }: Pick<OrderRow, 'customer' | 'shipping'>): Payer {
  const text = (member: string): string | null => {
    const value = customer?.[member];
    return typeof value === 'string' && value.trim() !== '' ? value : null;
  };
  return {
    name: text('name'),
    email: text('email'),
    phone: text('phone'),
    document: text('document'),
    address: addressIn(shipping) ?? addressIn(customer),
  };
}

function addressIn(details: Details | null): Payer['address'] {
  const address = details?.['address'];
  return typeof address === 'object' && address !== null ? (address as Record<string, string>) : null;
}

/** The most items that a provider is sent; the longest cart has as many. */
const maxItems = 100;

/** The items of an order as providers take them: those with a title, a quantity and a price. */
function itemsOf({ items }: Pick<OrderRow, 'items'>): PaymentItem[] {
  return (items ?? []).slice(0, maxItems).flatMap((item): PaymentItem[] => {
    const { title, quantity, unit_price: unitPrice, product_id: productId, sku } = item;
    if (typeof title !== 'string' || typeof quantity !== 'number' || typeof unitPrice !== 'number') return [];
    const id = [productId, sku].find((one) => typeof one === 'string' && one !== '');
    return [{ id: (id as string | undefined) ?? null, title, quantity, unitPrice }];
  });
}
