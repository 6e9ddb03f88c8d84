// What a purchase costs, paid one way, in the order, in what its provider is asked for, and in a message.
import { codeExpiry, missingAmount, type PaymentMethod } from '@retoma/commerce';
import { compileTemplate, render } from '@retoma/flow';
import { payingAccount } from '../../../checkouts/paying-account.ts';
import type { Purchase } from '../../../checkouts/purchase.ts';
import type { RunRecords } from '../../../../automations/engine/queries/run-records.ts';
import type { OrderRow } from '../../../orders/queries/orders.ts';
import type { PaymentRow } from '../../../orders/queries/payments.ts';
import { buildEvent, toEventPayment } from '../../../events/build-event.ts';
import { toPaymentRequest } from '../../../orders/payments/payment-request.ts';
import { paymentMembers } from '../../../orders/order-rules.ts';
import {
  isFree,
  newOrder,
  newPayment,
  refusalOfPrice,
  repriced,
  wayOf,
  type ChosenWay,
} from '../../../orders/placed-order.ts';
import { snapshotPurchase } from '../../../orders/snapshot-purchase.ts';
import { centsOfText } from '../../../../providers/payments/mercadopago/amount.ts';
import { paymentRequest as toMercadopago } from '../../../../providers/payments/mercadopago/payment-request.ts';
import type { PaymentRequest } from '../../../../providers/payments/provider.ts';
import { pairsOf } from '../../../../providers/payments/stripe/api.ts';
import { paymentRequest as toStripe } from '../../../../providers/payments/stripe/payment-request.ts';
import { buildRunData } from '../../../../automations/run-data/run-data.ts';
import { now, store } from './offered-purchase.ts';
import { amountsIn } from './page-prices.ts';

/** A shopper's way to pay, as the form of the page sends it. */
export const chosenWay = (method: PaymentMethod, installments: number, expectedPrices?: string): ChosenWay => ({
  method,
  card: method === 'card' ? { token: 'token', installments, brand: 'visa' } : null,
  expectedPrices,
});

/** The result of a purchase that was paid with one method. `payment`: null if it costs nothing. Amounts in cents. */
export type WayTotal = {
  readonly order: OrderRow;
  readonly payment: PaymentRow | null;
  /** Where the total was found, in the order of the chain. `null`: the provider does not offer this way, or no such amount. */
  readonly found: Readonly<Record<'order' | 'request' | 'mercadopago' | 'stripe' | 'message', number | null>>;
  /** Subtotal and discount in a message. */
  readonly message: { readonly subtotal: number; readonly discount: number };
};

/** Places a purchase as `placeOrder` does, without the database. Throws if it is refused. */
export function placedWay(purchase: Purchase, choice: ChosenWay): WayTotal {
  const refusal = refusalOfPrice(purchase, choice);
  if (refusal) throw new Error(`refused: ${refusal.code}`);
  const snapshot = snapshotPurchase(purchase, wayOf(choice));
  const { order: known, payments, checkout } = purchase;
  const placed = known ? repriced(known, snapshot, payments, now) : newOrder(store, checkout.checkoutId, snapshot, now);
  const order = { ...placed, number: '1042' };
  if (isFree(purchase, wayOf(choice))) {
    const free = { ...order, paymentMethod: 'free' };
    const { total, ...message } = amountsInMessage(free, null);
    const none = { request: null, mercadopago: null, stripe: null };
    return { order: free, payment: null, found: { order: snapshot.total, ...none, message: total }, message };
  }
  const { method } = choice;
  const amount = missingAmount(order, payments);
  const account = payingAccount(purchase, method, now)!.account;
  const payment = newPayment(order, account, { method, amount, expiresAt: expiry[method] }, now);
  const request = requestOf(payment, order, choice);
  const paying = { ...order, ...paymentMembers(order, [payment]) };
  const { total, ...message } = amountsInMessage(paying, payment);
  return {
    order: paying,
    payment,
    found: {
      order: order.total,
      request: request.amount,
      mercadopago: ofMercadopago(request),
      stripe: ofStripe(request),
      message: total,
    },
    message,
  };
}

const expiry: Readonly<Record<PaymentMethod, number | null>> = {
  pix: codeExpiry('pix', now, store),
  boleto: codeExpiry('boleto', now, store),
  card: codeExpiry('card', now, store),
};

const baseUrl = 'https://retoma.example';

const requestOf = (payment: PaymentRow, order: OrderRow, { card }: ChosenWay): PaymentRequest =>
  toPaymentRequest(payment, order, { storeName: store.name, baseUrl, card, customerSince: null, now });

/** The amount in the body for Mercado Pago, where it stands twice; null: it is above 15 digits. */
function ofMercadopago(request: PaymentRequest): number | null {
  const body = toMercadopago(request, {});
  if (!body) return null;
  const sent = JSON.parse(JSON.stringify(body)) as {
    total_amount: unknown;
    transactions: { payments: { amount: unknown; payment_method: { installments?: unknown } }[] };
  };
  const [payment] = sent.transactions.payments;
  if (payment!.amount !== sent.total_amount) throw new Error('Mercado Pago is asked for two amounts');
  if (payment!.payment_method.installments !== request.card?.installments) throw new Error('other instalments');
  return centsOfText(sent.total_amount) ?? -1;
}

/** The amount in the body for Stripe; null: it is above 8 digits, or in instalments, which Stripe does not have. */
function ofStripe(request: PaymentRequest): number | null {
  if ((request.card?.installments ?? 1) > 1) return null;
  const parameters = toStripe(request, { publishableKey: 'pk_test_1234567890' });
  if (!parameters) return null;
  const sent = new URLSearchParams(new URLSearchParams(pairsOf(parameters)).toString());
  return Number(sent.get('amount'));
}

const template = compileTemplate('{{order.total}}|{{order.subtotal}}|{{order.discount}}', 'plain');
const context = { store, baseUrl, now };

/** The amounts of a message about an order, read from its text. */
function amountsInMessage(
  order: OrderRow,
  payment: PaymentRow | null,
): Record<'total' | 'subtotal' | 'discount', number> {
  const reported = payment && { payment: toEventPayment(payment) };
  const happened = { type: payment ? 'pix.generated' : 'payment.confirmed', at: now, startsRuns: true } as const;
  const event = buildEvent(order, { ...happened, ...reported });
  const records: RunRecords = { event, order: recordOf(order), checkout: null, shopper: null };
  const amounts = amountsIn(render(template, buildRunData(records, context, template.categories), { baseUrl }));
  const [total, subtotal, discount] = amounts;
  if (amounts.length !== 3) throw new Error('a message without its amounts');
  return { total: total!, subtotal: subtotal!, discount: discount! };
}

const jsonOf = (value: object | null): string | null => value && JSON.stringify(value);

/** An order as the record of a run has it. */
const recordOf = (order: OrderRow): NonNullable<RunRecords['order']> => ({
  ...order,
  currency: 'BRL',
  customer: jsonOf(order.customer),
  items: jsonOf(order.items),
  shipping: jsonOf(order.shipping),
  payment: jsonOf(order.payment),
  tracking: jsonOf(order.tracking),
  ordersOfBuyer: 1,
  paidAt: null,
  createdAt: new Date(order.createdAt),
  updatedAt: new Date(order.updatedAt),
});
