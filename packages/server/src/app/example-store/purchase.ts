// One purchase as it changes over time, decided by the same rules as that of a real shopper. Pure.
import {
  applyOrderUpdate,
  codeExpiry,
  shippingOffers,
  totalsOf,
  type CheckoutRequest,
  type PaymentMethod,
} from '@retoma/commerce';
import type { CheckoutState } from '../../shop/checkouts/queries/checkouts.ts';
import type { ShopperRow } from '../../shop/checkouts/queries/shoppers.ts';
import type { NewEvent } from '../../shop/events/queries/events.ts';
import { blankOrder, type OrderRow } from '../../shop/orders/queries/orders.ts';
import { blankPayment, type PaymentRow } from '../../shop/orders/queries/payments.ts';
import { leadEvent } from '../../shop/checkouts/lead.ts';
import { buildEvent } from '../../shop/events/build-event.ts';
import { toPaymentRequest } from '../../shop/orders/payments/payment-request.ts';
import {
  type ReportedPayment,
  applyToOrder,
  eventsOfChange,
  mergeTracking,
  orderAfter,
  paymentAfter,
  paymentMembers,
} from '../../shop/orders/order-rules.ts';
import type { Tracking } from '../../shop/orders/set-tracking.ts';
import { noPricing } from '../../shop/checkouts/purchase-price.ts';
import { noFreight } from '../../shop/checkouts/freight/freight-of-checkout.ts';
import { snapshotPurchase } from '../../shop/orders/snapshot-purchase.ts';
import { simulatedCard, simulatedCode } from '../../providers/payments/registry.ts';
import type { Attempt, Shop } from './shop.ts';

/** A checkout with its request, at one instant. Instants in milliseconds since 1970. */
export type ExampleCheckout = {
  readonly checkoutId: string;
  readonly cartToken: string;
  readonly request: CheckoutRequest;
  readonly state: CheckoutState;
  readonly createdAt: number;
};

/** A purchase at one instant: its checkout, and what followed. `payments`: newest first. */
export type Purchase = {
  readonly checkout: ExampleCheckout;
  /** Null: the visitor left without contact data. */
  readonly shopper: ShopperRow | null;
  readonly order: OrderRow | null;
  readonly payments: readonly PaymentRow[];
};

/** A purchase after a change, and the events that the change made. */
export type ChangedPurchase = { readonly purchase: Purchase; readonly events: readonly NewEvent[] };

/** A change of a purchase at an instant, in milliseconds. */
export type PurchaseChange = (purchase: Purchase, at: number) => ChangedPurchase;

const silent = (purchase: Purchase): ChangedPurchase => ({ purchase, events: [] });

/** COM3: the checkout is abandoned. */
export const abandon =
  ({ store, newIdAt }: Shop): PurchaseChange =>
  ({ checkout, shopper, ...rest }, at) => {
    if (!shopper) throw new Error('a checkout without contact data is not abandoned');
    const { checkoutId, cartToken, request } = checkout;
    const { subtotal, discount, total } = totalsOf(request.cart);
    const customer = JSON.stringify(shopper.customer);
    const lead = { storeId: store.storeId, checkoutId, cartToken, subtotal, discount, total, customer };
    const abandoned = { ...shopper, abandonAt: null, abandonedAt: at };
    return {
      purchase: { ...rest, checkout: { ...checkout, state: 'abandoned' }, shopper: abandoned },
      events: [leadEvent('cart.abandoned', lead, { eventId: newIdAt(at), at })],
    };
  };

/** COM2: the shopper chooses a method, and the provider responds at once. */
export const attemptPayment =
  (shop: Shop, attempt: Attempt): PurchaseChange =>
  (purchase, at) => {
    const order = purchase.order ? retried(purchase.order, at) : placed(shop, purchase, at);
    const payment = requested(shop, order, attempt.method, at);
    const { method, amount, expiresAt, paymentId } = payment;
    const request = { storeName: shop.store.name, baseUrl: shop.baseUrl, card: null, customerSince: null, now: at };
    const started =
      method === 'card'
        ? simulatedCard(attempt.refused ? 'insufficient_funds' : 'accepted', amount > 15_000 ? 3 : 1)
        : simulatedCode(toPaymentRequest({ ...payment, expiresAt }, order, request));
    if (!started) throw new Error(`cannot create a payment code for ${amount} cents`);
    const { state, reason, details } = started;
    const result: ReportedPayment = { state, at, details, providerId: paymentId, ...(reason && { reason }) };
    const open = { ...order, ...paymentMembers(order, [payment, ...purchase.payments]) };
    const ordered = { ...purchase, checkout: { ...purchase.checkout, state: 'ordered' as const }, order: open };
    return reported(shop, { ...ordered, payments: [payment, ...purchase.payments] }, result, at);
  };

/** The newest payment is paid, expires or is refunded. */
export const settlePayment =
  (shop: Shop, state: 'paid' | 'expired' | 'refunded'): PurchaseChange =>
  (purchase, at) =>
    reported(shop, purchase, { state, at }, at);

/** The shipment has a code, or moves on. Only a new code makes an event. */
export const ship =
  ({ newIdAt }: Shop, tracking: Tracking): PurchaseChange =>
  (purchase, at) => {
    const before = purchase.order!;
    const order = { ...before, tracking: mergeTracking(before.tracking, tracking), updatedAt: at };
    const shipped = { ...purchase, order };
    if (before.tracking?.['code'] === tracking.code) return silent(shipped);
    const event = buildEvent(order, { type: 'tracking_code_updated', at, startsRuns: true });
    return { purchase: shipped, events: [{ ...event, eventId: newIdAt(at) }] };
  };

/** The shopper's new order. */
function placed(shop: Shop, { checkout, shopper }: Purchase, at: number): OrderRow {
  const { checkoutId, cartToken, request, state } = checkout;
  const { storeId } = shop.store;
  const totals = totalsOf(request.cart);
  const snapshot = snapshotPurchase({
    checkout: { checkoutId, storeId, cartToken, state, signed: true, createdAt: new Date(at), ...totals, request },
    shopper,
    stored: shopper,
    entered: null,
    customer: shopper!.customer!,
    order: null,
    payments: [],
    freight: noFreight,
    shippingOptions: shippingOffers({ cart: request.cart, total: totals.total }, shop.shippingOptions),
    methods: [],
    consents: [],
    pricing: noPricing,
    codeChannels: [],
    advertises: false,
  });
  return {
    ...blankOrder,
    ...snapshot,
    orderId: shop.newIdAt(at),
    storeId,
    checkoutId,
    number: shop.orderNumberAt(at),
    statusAt: at,
    createdAt: at,
    updatedAt: at,
  };
}

/** For a new attempt a failed order becomes pending again. */
const retried = (order: OrderRow, at: number): OrderRow => ({
  ...applyToOrder(order, (known) => ({ ...known, ...applyOrderUpdate(known, { status: 'pending', at }) })),
  updatedAt: at,
});

/** The payment that is requested of the provider. */
const requested = (shop: Shop, order: OrderRow, method: PaymentMethod, at: number): PaymentRow => ({
  ...blankPayment,
  ...shop.account,
  paymentId: shop.newIdAt(at),
  storeId: order.storeId,
  orderId: order.orderId,
  method,
  amount: order.total ?? 0,
  state: 'creating',
  expiresAt: codeExpiry(method, at, shop.store),
  stateAt: at,
  createdAt: at,
});

/** COM4: the purchase after a report of its newest payment. */
function reported({ newIdAt }: Shop, purchase: Purchase, report: ReportedPayment, at: number): ChangedPurchase {
  const [before, ...others] = purchase.payments;
  if (!before || !purchase.order) throw new Error('a purchase without a payment has none to report');
  const after = paymentAfter(before, report, at);
  const change = { before, after, others };
  const order = orderAfter(purchase.order, change, at);
  const state = order.status === 'paid' ? 'paid' : purchase.checkout.state;
  return {
    purchase: { ...purchase, checkout: { ...purchase.checkout, state }, order, payments: [after, ...others] },
    events: eventsOfChange(change, purchase.order, order, at).map((event) => ({
      ...buildEvent(order, event),
      eventId: newIdAt(at),
    })),
  };
}
