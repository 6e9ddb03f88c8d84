// Places an order: stores it and its payment, and creates the payment at the provider.
//
// INV1. A checkout has at most one order. An order has at most one payment at a time of which it is unknown whether the provider
//     created it. Two clicks on one button, or two windows, make one attempt.
// INV2. The first transaction stores order and payment before the request to the provider. The payment's id is the provider's
//     idempotency key. In the second transaction, recordPayment records the provider's response. If the process dies in between,
//     pollPayments looks up the payment's state at the provider. It does so at once if a webhook came before the response.
// INV3. No connection is held during the request to the provider.
// INV4. The shopper is charged the amount that was shown: the purchase is read once, before the first transaction, and copied into
//     the order. If the order was paid in part, the rest is charged, and open payments of another amount are cancelled (COM7a).
// INV5. The order has the data of the shopper who placed it: if the stored ones changed since the page was shown, nothing is placed, and
//     the order of another shopper is placed again only as COM24 says.
import type { KeyObject } from 'node:crypto';
import type { Audit } from '../../http/audit-actions.ts';
import {
  applyOrderUpdate,
  codeExpiry,
  isFreeUnsigned,
  missingAmount,
  type CouponRefusal,
  type PaymentMethod,
} from '@retoma/commerce';
import { payingAccount } from '../checkouts/paying-account.ts';
import { missingOf, readPurchase, type Purchase } from '../checkouts/purchase.ts';
import type { Queryable } from '../../base/postgres/pool.ts';
import { checkoutLockFind } from '../checkouts/queries/checkouts.ts';
import { checkoutIsSame } from '../checkouts/update-checkout.ts';
import { orderNumberTake } from './queries/order-numbers.ts';
import { orderBuyerSince, orderInsert, orderLockOfCheckout, type OrderRow } from './queries/orders.ts';
import {
  paymentExpedite,
  paymentRequestAgain,
  paymentInsert,
  paymentList,
  type PaymentRow,
} from './queries/payments.ts';
import type { StoreRow } from '../../stores/queries/stores.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import { holdCoupon, type CouponOfOrder } from '../prices/hold-coupon.ts';
import type { CreateResult, PaymentRequest, Payer } from '../../providers/payments/provider.ts';
import { loadProviderAccount, type ProviderAccount } from '../../providers/connections/payments/load-account.ts';
import { callProvider, updateFromCreateResult } from './payments/call-provider.ts';
import { applyToOrder, paymentMembers } from './order-rules.ts';
import { cancelOpen, cancelUnwanted, writeOrder } from './write-order.ts';
import { fallBack } from './payments/fall-back.ts';
import { toPaymentRequest, payerOf } from './payments/payment-request.ts';
import { pollInBackground, pollNow, recordProviderResult } from './payments/poll-payments.ts';
import { sameShopper, shopperOfOrder, type PlacingBrowser } from './shopper-of-order.ts';
import { isFree, newOrder, newPayment, refusalOfPrice, repriced, wayOf } from './placed-order.ts';
import { snapshotPurchase, type PurchaseSnapshot } from './snapshot-purchase.ts';
import type { OrderDeps } from './order-deps.ts';
import { confirmation } from '../events/build-event.ts';

/**
 * A shopper's choice. `card`: the output of the provider's card script; null unless the method is `card`. `expectedPrices`: the key of the
 * prices that the page showed (`pricesKey`); absent: it showed none.
 */
export type Choice = {
  store: StoreRow;
  checkoutId: string;
  method: PaymentMethod;
  card: PaymentRequest['card'];
  expectedPrices?: string | undefined;
  /** The provider whose card form was filled in; absent: the one that takes the method now. */
  provider?: string | undefined;
  /** COM28: the shopper's network, from `networkIn`; absent: unknown. */
  network?: string | undefined;
  /** COM24: the browser that places the order; absent: the store itself. */
  by?: PlacingBrowser;
};

/** The dependencies of placing an order. */
export type PlaceOrderDeps = OrderDeps & { contactSecret: KeyObject };

/** Why an order cannot be placed, or not now. */
export type PlacingRefusal =
  | 'CHECKOUT_NOT_FOUND'
  | 'STORE_INACTIVE'
  | 'CHECKOUT_EXPIRED'
  | 'ORDER_PAID'
  | 'ORDER_CANCELLED'
  /** Shopper details are missing. */
  | 'DATA_MISSING'
  | 'METHOD_NOT_OFFERED'
  | 'CARD_MISSING'
  /** Another attempt is in progress; its result is known soon. */
  | 'PAYMENT_IN_PROGRESS'
  | 'TOO_MANY_PAYMENTS'
  /** COM27: the goods cost less than the store's minimum order. */
  | 'BELOW_MINIMUM'
  /** COM24: the order has a payment under way with the data of another shopper. */
  | 'ANOTHER_SHOPPER'
  /** COM24: the stored data changed after the page was shown. */
  | 'DATA_CHANGED'
  /** COM27: a price is not the one that the page showed. */
  | 'PRICE_CHANGED'
  /** COM28: with `coupon`, the reason. */
  | 'COUPON_REFUSED'
  /** COM29: the store's rule has no such number of instalments. */
  | 'INSTALLMENTS_NOT_OFFERED';

/** The result. `paymentId` is null if there was nothing to pay. The state of the payment is in its row. */
export type Placed =
  | { ok: true; orderId: string; paymentId: string | null }
  | { ok: false; code: PlacingRefusal; missing?: readonly string[]; coupon?: CouponRefusal };

/** The most payments of one order; more are an attack with stolen cards. */
const maxPayments = 20;

/** A code is reused only if it is valid for at least this long. */
const minLifeMs = 60_000;

/** COM2: creates or reuses the only order of a checkout, and creates a payment with the chosen method, unless a live one exists. */
export async function placeOrder(deps: PlaceOrderDeps, choice: Choice): Promise<Placed> {
  const purchase = await readPurchase(deps, choice.checkoutId, choice.by?.entered);
  if (purchase?.checkout.storeId !== choice.store.storeId) return { ok: false, code: 'CHECKOUT_NOT_FOUND' };
  if (!choice.store.active) return { ok: false, code: 'STORE_INACTIVE' };
  if (purchase.checkout.state === 'expired') return { ok: false, code: 'CHECKOUT_EXPIRED' };
  const missing: string[] = missingOf(purchase);
  if (missing.length > 0) return { ok: false, code: 'DATA_MISSING', missing };
  const refusal = refusalOfPrice(purchase, choice);
  if (refusal) return { ok: false, ...refusal };
  const snapshot = snapshotPurchase(purchase, wayOf(choice));
  const { coupon } = purchase.pricing;
  const terms = { snapshot, coupon, purchase };
  if (isFree(purchase, wayOf(choice))) return placeFree(deps, choice, terms);
  const providerAccount = await loadPayingAccount(deps, purchase, choice.method, choice.provider);
  if (!providerAccount) return { ok: false, code: 'METHOD_NOT_OFFERED' };
  if (choice.method === 'card' && !choice.card) return { ok: false, code: 'CARD_MISSING' };
  const unknown = missingForProvider(providerAccount, choice.method, payerOf(snapshot));
  if (unknown.length > 0) return { ok: false, code: 'DATA_MISSING', missing: unknown };
  return payOrder(deps, choice, providerAccount, terms);
}

/** The terms of an order that is placed: what is copied into it, the coupon of which it takes a use, and the purchase they are from. */
type Terms = { readonly snapshot: PurchaseSnapshot; readonly coupon: CouponOfOrder; readonly purchase: Purchase };

/**
 * Runs the first transaction, the request to the provider and the second transaction. `terms`: the price; null: the order stays
 * unchanged, and its rest is charged, which `audit` writes down in the first transaction.
 */
export async function payOrder(
  deps: PlaceOrderDeps,
  choice: Choice,
  providerAccount: ProviderAccount,
  terms: Terms | null,
  audit?: Audit<'order_rest_requested'>,
): Promise<Placed> {
  const started = await inTransaction(deps.db, async (client) => {
    const result = await beginPayment(client, choice, terms, { ...providerAccount, ...deps });
    if (!result.ok) return result;
    const { storeId, orderId, number } = result.order;
    await audit?.(client, { storeId, action: 'order_rest_requested', orderId, detail: number });
    return result;
  });
  if (!started.ok) return started;
  const { order, payment, isNew, unwanted } = started;
  await Promise.all([
    isNew && payment && makePayment(deps, choice, providerAccount, { order, payment }),
    unwanted.length > 0 && pollNow(deps, unwanted),
  ]);
  return { ok: true, orderId: order.orderId, paymentId: payment?.paymentId ?? null };
}

/** The account that takes a method now (COM40); undefined: the store does not offer it. `provider`: of the card form. */
export async function loadPayingAccount(
  deps: OrderDeps,
  purchase: Purchase,
  method: PaymentMethod,
  provider?: string,
): Promise<ProviderAccount | undefined> {
  const paying = payingAccount(purchase, method, deps.clock(), provider);
  const providerAccount = paying && (await loadProviderAccount(deps, paying.account.accountId));
  return providerAccount && { ...providerAccount, otherId: paying.other?.accountId ?? null };
}

/** The payer's members that a provider requires and that are missing. */
export const missingForProvider = (
  { provider }: ProviderAccount,
  method: PaymentMethod,
  payer: Payer,
): readonly string[] => (provider.needs[method] ?? []).filter((member) => payer[member] === null);

/**
 * The result of the first transaction. `payment` is null if the money received before covers the order. `unwanted`: payments to cancel
 * now.
 */
type PaymentStart =
  | { ok: true; order: OrderRow; payment: PaymentRow | null; isNew: boolean; unwanted: readonly string[] }
  | { ok: false; code: PlacingRefusal; coupon?: CouponRefusal };

/** The first transaction. */
async function beginPayment(
  client: Queryable,
  { store, checkoutId, method, network, by }: Choice,
  terms: Terms | null,
  { account, otherId, clock, contactSecret }: ProviderAccount & Pick<PlaceOrderDeps, 'clock' | 'contactSecret'>,
): Promise<PaymentStart> {
  const known = await lockOrderOfCheckout(client, store, checkoutId, terms?.purchase);
  if (typeof known === 'string') return { ok: false, code: known };
  const snapshot = terms?.snapshot ?? null;
  if (!known && !snapshot) return { ok: false, code: 'CHECKOUT_NOT_FOUND' };
  const now = clock();
  const payments = known ? await paymentList(client, known.orderId) : [];
  const over = known && refusalIfClosed(known);
  if (over) return over;
  const shopper = terms ? await shopperOfOrder(client, terms.purchase, { by, known, payments, now }) : sameShopper;
  if (!shopper.ok) return shopper;
  const placed = known ? repriced(known, snapshot, payments, now) : newOrder(store, checkoutId, snapshot!, now);
  const order = shopper.isAddressChanged ? { ...placed, addressChangedAt: now } : placed;
  const hold = (): Promise<CouponRefusal | null> | null =>
    terms && holdCoupon(client, { contactSecret, at: now, network }, order, terms.coupon);
  if (order.status === 'paid') {
    const coupon = await hold();
    return coupon ? { ok: false, code: 'COUPON_REFUSED', coupon } : completeOrder(client, order, payments, now);
  }
  const amount = missingAmount(order, payments);
  const busy = inProgressResult(order, payments, { method, amount });
  if (busy) return busy.ok && shopper.isAnother ? { ok: false, code: 'PAYMENT_IN_PROGRESS' } : busy;
  const { accountId } = account;
  const live = shopper.isAnother
    ? undefined
    : payments.find((payment) => isLive(payment, { method, amount, accountId, otherId }, now));
  if (!live && payments.length >= maxPayments) return { ok: false, code: 'TOO_MANY_PAYMENTS' };
  const coupon = await hold();
  if (coupon) return { ok: false, code: 'COUPON_REFUSED', coupon };
  if (!known) await insertOrder(client, order);
  const requestedAt = requestAfter(payments, now);
  const payment =
    live ?? newPayment(order, account, { method, amount, requestedAt, expiresAt: codeExpiry(method, now, store) }, now);
  const open = order.status === 'processing' ? order : pendingAgain(order, now);
  await writeOrder(client, { ...open, ...paymentMembers(open, [payment]) }, []);
  await (live ? paymentRequestAgain(client, live.paymentId, requestedAt) : paymentInsert(client, payment));
  const others = payments.filter((one) => one !== live);
  const ofAnother = shopper.isAnother ? await cancelOpen(client, others, now) : [];
  const unwanted = [...ofAnother, ...(await cancelUnwanted(client, open, [payment, ...others], now))];
  return { ok: true, order: open, payment, isNew: !live, unwanted };
}

/** COM2: an instant after all earlier requests of an order's payments, so that the last one is known. */
const requestAfter = (payments: readonly PaymentRow[], now: number): number =>
  Math.max(now, ...payments.map(({ requestedAt, createdAt }) => (requestedAt ?? createdAt) + 1));

/** For a new attempt a failed order becomes pending again. */
const pendingAgain = (order: OrderRow, now: number): OrderRow =>
  applyToOrder(order, (one) => ({ ...one, ...applyOrderUpdate(one, { status: 'pending', at: now }) }));

/** COM7a: writes an order that the money received before now covers. */
async function completeOrder(
  client: Queryable,
  order: OrderRow,
  payments: readonly PaymentRow[],
  at: number,
): Promise<PaymentStart> {
  const paid = { ...order, ...paymentMembers(order, payments) };
  await writeOrder(client, paid, [confirmation(paid, payments, { at })]);
  const unwanted = await cancelUnwanted(client, paid, payments, at);
  return { ok: true, order: paid, payment: null, isNew: false, unwanted };
}

/**
 * Locks a checkout and its order; null: it has no order yet. Nor can it get one, if the store ended it meanwhile (API6), or replaced the
 * cart of the `purchase` (API8).
 */
async function lockOrderOfCheckout(
  client: Queryable,
  { storeId }: StoreRow,
  checkoutId: string,
  purchase: Purchase | undefined,
): Promise<OrderRow | 'CHECKOUT_EXPIRED' | 'PRICE_CHANGED' | null> {
  const checkout = await checkoutLockFind(client, storeId, checkoutId);
  const order = await orderLockOfCheckout(client, storeId, checkoutId);
  if (order) return order;
  if (checkout?.state === 'expired') return 'CHECKOUT_EXPIRED';
  const isSame = !purchase || (await checkoutIsSame(client, checkoutId, purchase.checkout));
  return isSame ? null : 'PRICE_CHANGED';
}

/** The refusal if another attempt is in progress, or that attempt if it has the same method and amount (INV1); undefined: there is none. */
function inProgressResult(
  order: OrderRow,
  payments: readonly PaymentRow[],
  { method, amount }: { method: PaymentMethod; amount: number },
): PaymentStart | undefined {
  const creating = payments.find(({ state }) => state === 'creating');
  if (creating?.method === method && creating.amount === amount && creating.cancelRequestedAt === null) {
    return { ok: true, order, payment: creating, isNew: false, unwanted: [] };
  }
  const isUnderWay = creating ?? payments.find(({ state }) => state === 'processing');
  return isUnderWay && { ok: false, code: 'PAYMENT_IN_PROGRESS' };
}

function refusalIfClosed({ status }: OrderRow): (PaymentStart & { ok: false }) | undefined {
  if (status === 'paid') return { ok: false, code: 'ORDER_PAID' };
  return status === 'cancelled' ? { ok: false, code: 'ORDER_CANCELLED' } : undefined;
}

/** Whether an existing code can be reused: same method, amount and an account of the method, and enough time left to pay it. */
const isLive = (
  { state, method, amount, accountId, expiresAt, cancelRequestedAt }: PaymentRow,
  wanted: Pick<PaymentRow, 'method' | 'amount' | 'accountId'> & Pick<ProviderAccount, 'otherId'>,
  now: number,
): boolean =>
  state === 'pending' &&
  cancelRequestedAt === null &&
  method === wanted.method &&
  amount === wanted.amount &&
  (accountId === wanted.accountId || accountId === wanted.otherId) &&
  expiresAt !== null &&
  expiresAt > now + minLifeMs;

/** Stores a new order under the next number of its store. */
async function insertOrder(client: Queryable, order: OrderRow): Promise<void> {
  order.number = await orderNumberTake(client, order.storeId);
  await orderInsert(client, order);
}

/** The request to the provider, and the second transaction. COM40: both once more with the other account, if the first one made nothing. */
async function makePayment(
  deps: OrderDeps,
  { store, card }: Choice,
  providerAccount: ProviderAccount,
  { order, payment }: { order: OrderRow; payment: PaymentRow },
): Promise<void> {
  const { db, baseUrl, clock } = deps;
  const customerSince = await orderBuyerSince(db, store.storeId, order.orderId);
  const known = { storeName: store.name, baseUrl, card, customerSince };
  const request = toPaymentRequest(payment, order, { ...known, now: clock() });
  const charged = await callProvider(deps, providerAccount, 'create', request);
  const second = await fallBack(deps, { payment, order, providerAccount }, charged);
  if (!second) return recordCreation(deps, { payment, providerAccount }, charged);
  const secondRequest = toPaymentRequest(second.payment, second.order, { ...known, card: null, now: clock() });
  await recordCreation(deps, second, await callProvider(deps, second.providerAccount, 'create', secondRequest));
}

async function recordCreation(
  deps: OrderDeps,
  { payment, providerAccount: { provider } }: { payment: PaymentRow; providerAccount: ProviderAccount },
  charged: CreateResult,
): Promise<void> {
  const { paymentId } = payment;
  const update = updateFromCreateResult(charged, provider, deps.clock());
  if (!(await recordProviderResult(deps, payment, update, provider.hasWebhooks))) return;
  await paymentExpedite(deps.db, [paymentId], deps.clock());
  void pollInBackground(deps, [paymentId]);
}

/** COM2: an order with a total of 0 is paid at once. If its prices are unsigned, the merchant must accept it first (COM7a). */
function placeFree(deps: PlaceOrderDeps, { store, checkoutId, network, by }: Choice, terms: Terms): Promise<Placed> {
  const { snapshot, coupon, purchase } = terms;
  return inTransaction(deps.db, async (client) => {
    const known = await lockOrderOfCheckout(client, store, checkoutId, purchase);
    if (typeof known === 'string') return { ok: false, code: known };
    const over = known && refusalIfClosed(known);
    if (over) return over;
    const now = deps.clock();
    const payments = known ? await paymentList(client, known.orderId) : [];
    const shopper = await shopperOfOrder(client, purchase, { by, known, payments, now });
    if (!shopper.ok) return shopper;
    const free = known ? repriced(known, snapshot, payments, now) : newOrder(store, checkoutId, snapshot, now);
    const placed = shopper.isAddressChanged ? { ...free, addressChangedAt: now } : free;
    const refusal = await holdCoupon(client, { ...deps, at: now, network }, placed, coupon);
    if (refusal) return { ok: false, code: 'COUPON_REFUSED', coupon: refusal };
    if (!known) await insertOrder(client, placed);
    const status = isFreeUnsigned(placed) ? 'processing' : 'paid';
    const moved = applyToOrder(placed, (one) => ({ ...one, ...applyOrderUpdate(one, { status, at: now }) }));
    const order = { ...moved, paymentMethod: 'free' };
    await writeOrder(client, order, status === 'paid' ? [confirmation(order, payments, { at: now })] : []);
    await cancelUnwanted(client, order, payments, now);
    return { ok: true, orderId: order.orderId, paymentId: null };
  });
}
