import type { PaymentRefusal } from '@retoma/commerce';
import type { OrderRow } from '../../db/queries/orders/orders.ts';
import type { PaymentRow } from '../../db/queries/orders/payments.ts';
import type { PaymentRequest, CreateResult, Payer } from '../../payments/provider.ts';
import { knownTo } from './call-provider.ts';
import type { ReportedPayment } from './record-payment.ts';

/** The input of a payment request, besides payment and order. */
export type PaymentRequestContext = {
  storeName: string;
  /** Public address without a trailing slash. */
  baseUrl: string;
  card: PaymentRequest['card'];
  /** Milliseconds since 1970. */
  now: number;
};

/** The request to create a payment. For one payment it is always the same, except for `now` and `card`. */
export function toPaymentRequest(
  payment: PaymentRow,
  order: OrderRow,
  { storeName, baseUrl, card, now }: PaymentRequestContext,
): PaymentRequest {
  const { amount, expiresAt, accountId } = payment;
  const { paymentId, method } = knownTo(payment);
  return {
    paymentId,
    method,
    amount,
    orderNumber: order.number ?? order.orderId,
    storeName,
    expiresAt,
    payer: payerOf(order),
    card,
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
  const address = shipping?.['address'] ?? customer?.['address'];
  return {
    name: text('name'),
    email: text('email'),
    phone: text('phone'),
    document: text('document'),
    address: typeof address === 'object' && address !== null ? (address as Record<string, string>) : null,
  };
}

const failed = (reason: PaymentRefusal, at: number): ReportedPayment => ({ state: 'failed', at, reason });

/**
 * The payment update in a provider's result; undefined: the result is unknown. If the provider was unreachable or the account is broken,
 * the payment failed, and the shopper may try again.
 */
export function updateFromCreateResult(charged: CreateResult, now: number): ReportedPayment | undefined {
  switch (charged.outcome) {
    case 'made':
      return { ...charged.update, providerId: charged.providerId };
    case 'refused':
      return failed(charged.reason, now);
    case 'broken':
    case 'later':
      return failed('unavailable', now);
    case 'uncertain':
      return undefined;
  }
}
