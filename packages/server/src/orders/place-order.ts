// A shopper has chosen how to pay.
//
// P1. A checkout has at most one order, and of that order at most one payment at a time of which nobody knows whether its
//     provider has it: two presses of one button, or two windows, make one attempt.
// P2. Order and payment are stored before the provider is asked (T1). The payment's id is the provider's idempotency key, and what
//     the provider answered is written down by recordPayment (T2). A process that dies in between leaves a payment that
//     checkPayments brings to its truth.
// P3. No connection is held while the provider is asked.
// P4. What is charged is what the shopper was shown: the purchase is read once, before T1, and frozen into the order.
import { codeExpiry, type PaymentMethod } from '@retoma/commerce';
import { missingOf, readPurchase, type Purchase } from '../checkouts/purchase.ts';
import type { Queryable } from '../db/pool.ts';
import { checkoutLock } from '../db/queries/checkouts.ts';
import { orderNumberTake } from '../db/queries/order-numbers.ts';
import { orderInsert, orderLockOfCheckout, type OrderRow } from '../db/queries/orders.ts';
import { paymentInsert, paymentList, type PaymentRow } from '../db/queries/payments.ts';
import type { StoreRow } from '../db/queries/stores.ts';
import { inTransaction } from '../db/transaction.ts';
import { newId } from '../ids.ts';
import type { Charge, Charged, Payer } from '../payments/provider.ts';
import { askProvider, contractOf, patience, type Contract } from './ask-provider.ts';
import { chargeOf, payerOf, toldByCharged } from './charge.ts';
import { freezePurchase, type Frozen } from './freeze-purchase.ts';
import type { OrderParts } from './order-parts.ts';
import { recordAnswer } from './record-answer.ts';
import { orderToldOf, paymentMembers, writeOrder } from './record-payment.ts';

/** What a shopper chose. `card`: what the provider's own script made of the card; with the method `card` only. */
export type Choice = {
  store: StoreRow;
  checkoutId: string;
  method: PaymentMethod;
  card: Charge['card'];
};

/** Why nothing can be paid so, or not now. */
export type PlacingRefusal =
  | 'CHECKOUT_NOT_FOUND'
  | 'STORE_INACTIVE'
  | 'CHECKOUT_EXPIRED'
  | 'ORDER_PAID'
  | 'ORDER_CANCELLED'
  /** Something must be told first. */
  | 'DATA_MISSING'
  | 'METHOD_NOT_OFFERED'
  | 'CARD_MISSING'
  /** Another attempt is under way; what becomes of it is known soon. */
  | 'PAYMENT_IN_PROGRESS'
  | 'TOO_MANY_PAYMENTS';

/** What came of it. `paymentId` is null where there was nothing to pay. What became of the payment is in its row. */
export type Placed =
  | { ok: true; orderId: string; paymentId: string | null }
  | { ok: false; code: PlacingRefusal; missing?: readonly string[] };

/** Whoever tries more cards than this on one order is no shopper. */
const mostPayments = 20;

/** A code is shown again only while there is time left to pay it. */
const leastLife = 60_000;

/** E2: makes or takes up the one order of a checkout, and asks the provider of the chosen method for a payment, unless one is there. */
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
  const begun = await beginPayment(parts, choice, frozen, contract);
  if (!begun.ok) return begun;
  if (begun.isNew) await makePayment(parts, choice, contract, begun);
  return { ok: true, orderId: begun.order.orderId, paymentId: begun.payment.paymentId };
}

async function contractFor(
  parts: OrderParts,
  { methods }: Purchase,
  method: PaymentMethod,
): Promise<Contract | undefined> {
  const offered = methods.find((one) => one.method === method);
  return offered && contractOf(parts, offered.accountId);
}

/** What a provider needs of the payer and nobody has told. */
const unknownTo = ({ provider }: Contract, method: PaymentMethod, payer: Payer): readonly string[] =>
  (provider.needs[method] ?? []).filter((member) => payer[member] === null);

type Begun = { ok: true; order: OrderRow; payment: PaymentRow; isNew: boolean } | { ok: false; code: PlacingRefusal };

/** T1. */
function beginPayment(
  parts: OrderParts,
  { store, checkoutId, method }: Choice,
  frozen: Frozen,
  { account }: Contract,
): Promise<Begun> {
  return inTransaction(parts.db, async (client) => {
    const known = await lockOrderOf(client, store, checkoutId);
    const now = parts.clock();
    const payments = known ? await paymentList(client, known.orderId) : [];
    const standing = known && standingOf(known, payments, method);
    if (standing) return standing;
    const { total: amount } = frozen;
    const live = payments.find((payment) => isLive(payment, { method, amount, accountId: account.accountId }, now));
    if (!live && payments.length >= mostPayments) return { ok: false, code: 'TOO_MANY_PAYMENTS' };
    const order = await orderFor(client, known, { store, checkoutId, frozen, now });
    const payment =
      live ?? newPayment(order, account, { method, amount, expiresAt: codeExpiry(method, now, store) }, now);
    await writeOrder(client, { ...order, ...paymentMembers([payment]) }, []);
    if (!live) await paymentInsert(client, payment);
    return { ok: true, order, payment, isNew: !live };
  });
}

/** The order of a checkout, locked with it; null where it has none yet. */
async function lockOrderOf(client: Queryable, { storeId }: StoreRow, checkoutId: string): Promise<OrderRow | null> {
  await checkoutLock(client, storeId, checkoutId);
  return (await orderLockOfCheckout(client, storeId, checkoutId)) ?? null;
}

/** What stands in the way of another attempt, or takes its place (P1); undefined where nothing does. */
function standingOf(order: OrderRow, payments: readonly PaymentRow[], method: PaymentMethod): Begun | undefined {
  const over = closedBy(order);
  if (over) return over;
  const creating = payments.find(({ state }) => state === 'creating');
  if (creating?.method === method) return { ok: true, order, payment: creating, isNew: false };
  const isUnderWay = creating ?? payments.find(({ state }) => state === 'processing');
  return isUnderWay && { ok: false, code: 'PAYMENT_IN_PROGRESS' };
}

function closedBy({ status }: OrderRow): (Begun & { ok: false }) | undefined {
  if (status === 'paid') return { ok: false, code: 'ORDER_PAID' };
  return status === 'cancelled' ? { ok: false, code: 'ORDER_CANCELLED' } : undefined;
}

/** Whether a code that was made before will do: it is the same purchase, and there is time to pay it. */
const isLive = (
  { state, method, amount, accountId, expiresAt }: PaymentRow,
  wanted: Pick<PaymentRow, 'method' | 'amount' | 'accountId'>,
  now: number,
): boolean =>
  state === 'pending' &&
  method === wanted.method &&
  amount === wanted.amount &&
  accountId === wanted.accountId &&
  expiresAt !== null &&
  expiresAt > now + leastLife;

type Placing = { store: StoreRow; checkoutId: string; frozen: Frozen; now: number };

/** The order of the checkout as of now: a new one is stored, one that is known is pending again. */
async function orderFor(
  client: Queryable,
  known: OrderRow | null,
  { store, checkoutId, frozen, now }: Placing,
): Promise<OrderRow> {
  const number = known?.number ?? (await orderNumberTake(client, store.storeId));
  if (known) {
    const order = orderToldOf(known, { status: 'pending', at: now });
    return { ...order, ...frozen, number, updatedAt: Math.max(known.updatedAt, now) };
  }
  const order: OrderRow = {
    orderId: newId(),
    storeId: store.storeId,
    externalId: null,
    checkoutId,
    number,
    status: 'pending',
    rawStatus: null,
    statusAt: now,
    paymentMethod: null,
    ...frozen,
    payment: null,
    tracking: null,
    paidLate: false,
    paidAt: null,
    createdAt: now,
    updatedAt: now,
  };
  await orderInsert(client, order);
  return order;
}

const newPayment = (
  { orderId, storeId }: OrderRow,
  { accountId, provider }: Contract['account'],
  asked: Pick<PaymentRow, 'method' | 'amount' | 'expiresAt'>,
  now: number,
): PaymentRow => ({
  ...asked,
  paymentId: newId(),
  storeId,
  orderId,
  accountId,
  provider,
  state: 'creating',
  reason: null,
  paid: null,
  providerId: null,
  details: null,
  stateAt: now,
  createdAt: now,
  // By then whoever asks for it now has its answer, or is gone (P2).
  checkAt: now + 2 * patience.create,
  checks: 0,
});

/** The asking, and T2. */
async function makePayment(
  parts: OrderParts,
  { store, card }: Choice,
  { account, provider }: Contract,
  { order, payment }: { order: OrderRow; payment: PaymentRow },
): Promise<void> {
  const { baseUrl, clock } = parts;
  const charge = chargeOf(payment, order, { storeName: store.name, baseUrl, card, now: clock() });
  const charged = await askProvider<Charged>(
    parts,
    account,
    patience.create,
    (signal) => provider.create(account, charge, signal),
    { outcome: 'uncertain' },
  );
  await recordAnswer(parts, payment, toldByCharged(charged, clock()), provider.tells);
}

/** E2: what costs nothing is paid by choosing it. */
function placeFree(parts: OrderParts, { store, checkoutId }: Choice, frozen: Frozen): Promise<Placed> {
  return inTransaction(parts.db, async (client) => {
    const known = await lockOrderOf(client, store, checkoutId);
    const over = known && closedBy(known);
    if (over) return over;
    const now = parts.clock();
    const placed = await orderFor(client, known, { store, checkoutId, frozen, now });
    const order = { ...orderToldOf(placed, { status: 'paid', at: now }), paymentMethod: 'free' };
    await writeOrder(client, order, [{ type: 'payment.confirmed', at: now, startsRuns: true }]);
    return { ok: true, orderId: order.orderId, paymentId: null };
  });
}
