// A shopper has chosen how to pay.
//
// INV1. A checkout has at most one order, and of that order at most one payment at a time that may be unknown to its
//     provider has it: two presses of one button, or two windows, make one attempt.
// INV2. Order and payment are stored before the provider is asked, in the first transaction. The payment's id is the provider's idempotency key, and what
//     the provider answered is recorded by recordPayment, in the second transaction. A process that dies in between leaves a payment that
//     checkPayments brings to its truth.
// INV3. No connection is held while the provider is asked.
// INV4. What is charged is what the shopper was shown: the purchase is read once, before the first transaction, and frozen into the order. Of an order
//     that was paid in part it is the rest, and open payments of another amount are cancelled (COM7a).
import {
  applyOrderUpdate,
  codeExpiry,
  isFreeUnsigned,
  missingAmount,
  repricedOrder,
  type PaymentMethod,
} from '@retoma/commerce';
import { missingOf, readPurchase, type Purchase } from '../checkouts/purchase.ts';
import type { Queryable } from '../db/pool.ts';
import { checkoutLock } from '../db/queries/checkouts/checkouts.ts';
import { orderNumberTake } from '../db/queries/orders/order-numbers.ts';
import { orderInsert, orderLockOfCheckout, type OrderRow } from '../db/queries/orders/orders.ts';
import { paymentInsert, paymentList, type PaymentRow } from '../db/queries/orders/payments.ts';
import type { StoreRow } from '../db/queries/stores/stores.ts';
import { inTransaction } from '../db/transaction.ts';
import { newId } from '../platform/ids.ts';
import type { PaymentRequest, CreateResult, Payer } from '../payments/provider.ts';
import { askProvider, contractOf, timeoutMs, type Contract } from './payments/call-provider.ts';
import { cancelUnwanted } from './payments/cancel-payments.ts';
import { toPaymentRequest, payerOf, updateFromCreateResult } from './payments/payment-request.ts';
import { checkNow } from './payments/poll-payments.ts';
import { freezePurchase, type Frozen } from './snapshot-purchase.ts';
import type { OrderParts } from './order-deps.ts';
import { recordAnswer } from './payments/record-provider-result.ts';
import { movedOrder, movesBy, paymentMembers, writeOrder } from './payments/record-payment.ts';
import { confirmation } from '../events/build-event.ts';

/** What a shopper chose. `card`: what the provider's own script made of the card; with the method `card` only. */
export type Choice = {
  store: StoreRow;
  checkoutId: string;
  method: PaymentMethod;
  card: PaymentRequest['card'];
};

/** Why nothing can be paid so, or not now. */
export type PlacingRefusal =
  | 'CHECKOUT_NOT_FOUND'
  | 'STORE_INACTIVE'
  | 'CHECKOUT_EXPIRED'
  | 'ORDER_PAID'
  | 'ORDER_CANCELLED'
  /** Details are missing. */
  | 'DATA_MISSING'
  | 'METHOD_NOT_OFFERED'
  | 'CARD_MISSING'
  /** Another attempt is under way; what happens to it is known soon. */
  | 'PAYMENT_IN_PROGRESS'
  | 'TOO_MANY_PAYMENTS';

/** The result. `paymentId` is null where there was nothing to pay. What happened to the payment is in its row. */
export type Placed =
  | { ok: true; orderId: string; paymentId: string | null }
  | { ok: false; code: PlacingRefusal; missing?: readonly string[] };

/** More cards than this on one order are an attack. */
const maxPayments = 20;

/** A code is shown again only while there is time left to pay it. */
const minLifeMs = 60_000;

/** COM2: makes or takes up the one order of a checkout, and asks the provider of the chosen method for a payment, unless one is there. */
export async function placeOrder(parts: OrderParts, choice: Choice): Promise<Placed> {
  const purchase = await readPurchase(parts.db, choice.checkoutId);
  if (purchase?.checkout.storeId !== choice.store.storeId) return { ok: false, code: 'CHECKOUT_NOT_FOUND' };
  if (!choice.store.active) return { ok: false, code: 'STORE_INACTIVE' };
  if (purchase.checkout.state === 'expired') return { ok: false, code: 'CHECKOUT_EXPIRED' };
  const missing: string[] = missingOf(purchase);
  if (missing.length > 0) return { ok: false, code: 'DATA_MISSING', missing };
  const frozen = freezePurchase(purchase);
  if (frozen.total === 0) return placeFree(parts, choice, frozen);
  const contract = await contractFor(parts, purchase, choice.method);
  if (!contract) return { ok: false, code: 'METHOD_NOT_OFFERED' };
  if (choice.method === 'card' && !choice.card) return { ok: false, code: 'CARD_MISSING' };
  const unknown = unknownTo(contract, choice.method, payerOf(frozen));
  if (unknown.length > 0) return { ok: false, code: 'DATA_MISSING', missing: unknown };
  return payOrder(parts, choice, contract, frozen);
}

/** The first transaction, the request to the provider and the second transaction. `frozen`: the purchase; null: the order stays as it is, and its rest is asked for. */
export async function payOrder(
  parts: OrderParts,
  choice: Choice,
  contract: Contract,
  frozen: Frozen | null,
): Promise<Placed> {
  const started = await beginPayment(parts, choice, frozen, contract);
  if (!started.ok) return started;
  const { order, payment, isNew, unwanted } = started;
  await Promise.all([
    isNew && payment && makePayment(parts, choice, contract, { order, payment }),
    unwanted.length > 0 && checkNow(parts, unwanted),
  ]);
  return { ok: true, orderId: order.orderId, paymentId: payment?.paymentId ?? null };
}

/** The contract that a purchase is paid under by a method; undefined where the store does not offer it. */
export async function contractFor(
  parts: OrderParts,
  { methods }: Purchase,
  method: PaymentMethod,
): Promise<Contract | undefined> {
  const offered = methods.find((one) => one.method === method);
  return offered && contractOf(parts, offered.accountId);
}

/** What a provider needs of the payer and is not known. */
export const unknownTo = ({ provider }: Contract, method: PaymentMethod, payer: Payer): readonly string[] =>
  (provider.needs[method] ?? []).filter((member) => payer[member] === null);

/** `payment` is null where what was received before is enough. `unwanted`: payments that are to be cancelled now. */
type PaymentStart =
  | { ok: true; order: OrderRow; payment: PaymentRow | null; isNew: boolean; unwanted: readonly string[] }
  | { ok: false; code: PlacingRefusal };

/** The first transaction. */
function beginPayment(
  parts: OrderParts,
  { store, checkoutId, method }: Choice,
  frozen: Frozen | null,
  { account }: Contract,
): Promise<PaymentStart> {
  return inTransaction(parts.db, async (client) => {
    const known = await lockOrderOf(client, store, checkoutId);
    if (!known && !frozen) return { ok: false, code: 'CHECKOUT_NOT_FOUND' };
    const now = parts.clock();
    const payments = known ? await paymentList(client, known.orderId) : [];
    const over = known && closedBy(known);
    if (over) return over;
    const order = known ? repriced(known, frozen, payments, now) : newOrder(store, checkoutId, frozen!, now);
    if (order.status === 'paid') return completed(client, order, payments, now);
    const amount = missingAmount(order, payments);
    const busy = busyWith(order, payments, { method, amount });
    if (busy) return busy;
    const { accountId } = account;
    const live = payments.find((payment) => isLive(payment, { method, amount, accountId }, now));
    if (!live && payments.length >= maxPayments) return { ok: false, code: 'TOO_MANY_PAYMENTS' };
    if (!known) await insertOrder(client, order);
    const requested = { method, amount, expiresAt: codeExpiry(method, now, store) };
    const payment = live ?? newPayment(order, account, requested, now);
    const open = order.status === 'processing' ? order : pendingAgain(order, now);
    await writeOrder(client, { ...open, ...paymentMembers(open, [payment]) }, []);
    if (!live) await paymentInsert(client, payment);
    const others = payments.filter((one) => one !== live);
    const unwanted = await cancelUnwanted(client, open, [payment, ...others], now);
    return { ok: true, order: open, payment, isNew: !live, unwanted };
  });
}

/** COM7a: the order as its purchase is now; paid where its total fell to what was received. */
function repriced(known: OrderRow, frozen: Frozen | null, payments: readonly PaymentRow[], now: number): OrderRow {
  const order = { ...known, ...frozen, updatedAt: Math.max(known.updatedAt, now) };
  const total = order.total ?? 0;
  return movedOrder(order, (one) => repricedOrder(one, { total, at: now }, payments.map(movesBy)));
}

/** A new attempt: what failed is pending again. */
const pendingAgain = (order: OrderRow, now: number): OrderRow =>
  movedOrder(order, (one) => ({ ...one, ...applyOrderUpdate(one, { status: 'pending', at: now }) }));

/** COM7a: writes an order that what was received before is enough for now. */
async function completed(
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

/** The order of a checkout, locked with it; null where it has none yet. */
async function lockOrderOf(client: Queryable, { storeId }: StoreRow, checkoutId: string): Promise<OrderRow | null> {
  await checkoutLock(client, storeId, checkoutId);
  return (await orderLockOfCheckout(client, storeId, checkoutId)) ?? null;
}

/** What another attempt must wait for, or what takes its place (INV1); undefined where there is nothing. */
function busyWith(
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

function closedBy({ status }: OrderRow): (PaymentStart & { ok: false }) | undefined {
  if (status === 'paid') return { ok: false, code: 'ORDER_PAID' };
  return status === 'cancelled' ? { ok: false, code: 'ORDER_CANCELLED' } : undefined;
}

/** Whether a code that was made before will do: it is the same purchase, and there is time to pay it. */
const isLive = (
  { state, method, amount, accountId, expiresAt, cancelRequestedAt }: PaymentRow,
  wanted: Pick<PaymentRow, 'method' | 'amount' | 'accountId'>,
  now: number,
): boolean =>
  state === 'pending' &&
  cancelRequestedAt === null &&
  method === wanted.method &&
  amount === wanted.amount &&
  accountId === wanted.accountId &&
  expiresAt !== null &&
  expiresAt > now + minLifeMs;

/** An order that is not stored yet and has no number. */
const newOrder = ({ storeId }: StoreRow, checkoutId: string, frozen: Frozen, now: number): OrderRow => ({
  orderId: newId(),
  storeId,
  externalId: null,
  checkoutId,
  number: null,
  status: 'pending',
  rawStatus: null,
  statusAt: now,
  paymentMethod: null,
  ...frozen,
  accepted: null,
  reportedTotal: null,
  payment: null,
  tracking: null,
  paidLate: false,
  paidAt: null,
  createdAt: now,
  updatedAt: now,
});

/** Stores a new order under the next number of its store. */
async function insertOrder(client: Queryable, order: OrderRow): Promise<void> {
  order.number = await orderNumberTake(client, order.storeId);
  await orderInsert(client, order);
}

const newPayment = (
  { orderId, storeId }: OrderRow,
  { accountId, provider }: Contract['account'],
  requested: Pick<PaymentRow, 'method' | 'amount' | 'expiresAt'>,
  now: number,
): PaymentRow => ({
  ...requested,
  paymentId: newId(),
  storeId,
  orderId,
  accountId,
  provider,
  state: 'creating',
  reason: null,
  paid: null,
  refunded: 0,
  providerId: null,
  details: null,
  stateAt: now,
  createdAt: now,
  // By then a request that is under way has its result, or has ended (INV2).
  pollAt: now + 2 * timeoutMs.create,
  pollCount: 0,
  cancelRequestedAt: null,
});

/** The request to the provider, and the second transaction. */
async function makePayment(
  parts: OrderParts,
  { store, card }: Choice,
  { account, provider }: Contract,
  { order, payment }: { order: OrderRow; payment: PaymentRow },
): Promise<void> {
  const { baseUrl, clock } = parts;
  const request = toPaymentRequest(payment, order, { storeName: store.name, baseUrl, card, now: clock() });
  const charged = await askProvider<CreateResult>(
    parts,
    account,
    timeoutMs.create,
    (signal) => provider.create(account, request, signal),
    { outcome: 'uncertain' },
  );
  await recordAnswer(parts, payment, updateFromCreateResult(charged, clock()), provider.hasWebhooks);
}

/** COM2: what costs nothing is paid by choosing it, unless its prices are unsigned: then a person decides (COM7a). */
function placeFree(parts: OrderParts, { store, checkoutId }: Choice, frozen: Frozen): Promise<Placed> {
  return inTransaction(parts.db, async (client) => {
    const known = await lockOrderOf(client, store, checkoutId);
    const over = known && closedBy(known);
    if (over) return over;
    const now = parts.clock();
    const payments = known ? await paymentList(client, known.orderId) : [];
    const placed = known ? repriced(known, frozen, payments, now) : newOrder(store, checkoutId, frozen, now);
    if (!known) await insertOrder(client, placed);
    const status = isFreeUnsigned(placed) ? 'processing' : 'paid';
    const moved = movedOrder(placed, (one) => ({ ...one, ...applyOrderUpdate(one, { status, at: now }) }));
    const order = { ...moved, paymentMethod: 'free' };
    await writeOrder(client, order, status === 'paid' ? [confirmation(order, payments, { at: now })] : []);
    await cancelUnwanted(client, order, payments, now);
    return { ok: true, orderId: order.orderId, paymentId: null };
  });
}
