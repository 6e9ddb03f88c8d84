// COM46: gives money of an order back.
//
// INV1. A refund is stored, as `requested`, in the transaction that finds the money left, before its provider is called. Its id is the
//     provider's idempotency key.
// INV2. A payment has at most one requested refund, and its amount is reserved in the payment: no more is ever requested than is left. The
//     payment is claimed in the same transaction, so that no other request takes a refund that is being made for its own.
// INV3. A requested refund ends only by its outcome: made (recordPayment books it, also where a lookup finds it), refused, or not possible
//     at the provider. One without an outcome is continued by the next request of the same amount, under the same id.
import { cancelledOrder, refundableAmount } from '@retoma/commerce';
import { orderFind, type OrderRow } from '../queries/orders.ts';
import {
  paymentBeginRefund,
  paymentEndRefund,
  paymentExpedite,
  paymentFind,
  paymentList,
  type PaymentRow,
} from '../queries/payments.ts';
import {
  refundDelete,
  refundInsert,
  refundList,
  refundSettle,
  setRefunding,
  type RefundRow,
} from '../queries/refunds.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { inTransaction } from '../../../base/postgres/transaction.ts';
import { loadProviderAccount } from '../../../providers/connections/payments/load-account.ts';
import { callProvider, toKnownPayment, timeoutMs } from './call-provider.ts';
import type { OrderDeps } from '../order-deps.ts';
import { applyToOrder, type ReportedPayment } from '../order-rules.ts';
import { planRefund, plannedRefunds, type RefundPlanRefusal, type RefundRequest } from './plan-refund.ts';
import { lockPayment, recordLockedPayment, recordPayment } from './record-payment.ts';
import { auditRefund, lockOrder, writeOrder } from '../write-order.ts';

export type { RefundRequest };

/** Why money was not refunded. `reason`: the provider's reason. */
export type RefundRefusal = {
  ok: false;
  code:
    | 'ORDER_NOT_FOUND'
    | RefundPlanRefusal
    /** No provider can refund it: the merchant returns it through the bank and then confirms that here. */
    | 'MANUAL_REFUND_REQUIRED'
    | 'REFUND_REFUSED'
    /** Another refund of the payment was requested, and its outcome is not known yet. */
    | 'REFUND_IN_PROGRESS'
    /** The provider did not respond, or the account is broken; the refund may be tried again. */
    | 'PROVIDER_UNAVAILABLE';
  reason?: string;
};

/** The result. */
export type OrderRefunded = { ok: true } | RefundRefusal;

/** The delay until the next lookup of a payment whose refund result is unknown, in milliseconds. */
const pollAfterMs = 60_000;

/** After this time a process that requested a refund has ended or died, in milliseconds. */
const refundTimeoutMs = 2 * timeoutMs.refund;

/**
 * COM46: refunds an order, a part of it, or one payment. The order is cancelled once nothing is left of its money. Each refund is stored with
 * its user first; the transaction that records its outcome, possibly of another process, also notifies the owners (AUT8).
 */
export async function refundOrder(
  deps: OrderDeps,
  storeId: string,
  orderId: string,
  request: RefundRequest,
): Promise<OrderRefunded> {
  if (!(await orderFind(deps.db, storeId, orderId))) return { ok: false, code: 'ORDER_NOT_FOUND' };
  const reserved = await inTransaction(deps.db, (client) => reserveRefund(client, deps, { storeId, orderId }, request));
  if (!reserved.ok) return reserved;
  try {
    for (const refund of reserved.refunds) {
      const refused = await carryOut(deps, refund, request.isReturned);
      if (refused) return refused;
    }
    return { ok: true };
  } finally {
    for (const { paymentId } of reserved.refunds) await paymentEndRefund(deps.db, paymentId!);
  }
}

type Reserved = { ok: true; refunds: RefundRow[] } | RefundRefusal;

/** INV1, INV2. Stores the refunds of a request, or finds those of its first try. Empty: all of them were made. */
async function reserveRefund(
  client: Queryable,
  { clock }: OrderDeps,
  { storeId, orderId }: Pick<OrderRow, 'storeId' | 'orderId'>,
  request: RefundRequest,
): Promise<Reserved> {
  const order = (await lockOrder(client, storeId, orderId))!;
  const payments = await paymentList(client, orderId);
  const known = await refundList(client, orderId);
  const repeated = known.filter(({ requestId, state }) => requestId === request.requestId && state !== 'failed');
  if (repeated.length > 0)
    return claimPayments(
      client,
      repeated.filter(({ state }) => state === 'requested'),
      clock(),
    );
  const open = known.filter(({ state }) => state === 'requested');
  const plan = planRefund(order, payments, known, request);
  if (!plan.ok) return plan;
  if (plan.shares.some(({ payment }) => payment?.accountId === null) && !request.isReturned) {
    return { ok: false, code: 'MANUAL_REFUND_REQUIRED' };
  }
  if (plan.shares.some(({ payment }) => payment === null)) {
    return request.isReturned
      ? refundWithoutPayment(client, order, request, Math.max(clock(), order.statusAt))
      : { ok: false, code: 'MANUAL_REFUND_REQUIRED' };
  }
  const refunds: RefundRow[] = [];
  for (const refund of plannedRefunds(order, plan.shares, request, clock())) {
    const earlier = open.find(({ paymentId }) => paymentId === refund.paymentId);
    if (earlier && earlier.amount !== refund.amount) return { ok: false, code: 'REFUND_IN_PROGRESS' };
    refunds.push(earlier ?? refund);
  }
  const claimed = await claimPayments(client, refunds, clock());
  if (claimed.ok) for (const refund of refunds) if (!open.includes(refund)) await refundInsert(client, refund);
  return claimed;
}

/** INV2. Claims the payments of refunds, all or none. */
async function claimPayments(client: Queryable, refunds: RefundRow[], at: number): Promise<Reserved> {
  const claimed: string[] = [];
  for (const { paymentId } of refunds) {
    if (!(await paymentBeginRefund(client, paymentId!, { at, since: at - refundTimeoutMs }))) {
      for (const one of claimed) await paymentEndRefund(client, one);
      return { ok: false, code: 'REFUND_IN_PROGRESS' };
    }
    claimed.push(paymentId!);
  }
  return { ok: true, refunds };
}

/** Carries out a requested refund (INV3); undefined: it was made. */
async function carryOut(deps: OrderDeps, refund: RefundRow, isReturned: boolean): Promise<RefundRefusal | undefined> {
  const payment = (await paymentFind(deps.db, refund.paymentId!))!;
  return isReturned || payment.accountId === null
    ? bookReturned(deps, refund)
    : refundAtProvider(deps, payment, refund);
}

/** Books a refund that the merchant made, beside all that is known to be given back; undefined: it is booked. */
function bookReturned({ db, clock }: OrderDeps, refund: RefundRow): Promise<RefundRefusal | undefined> {
  return inTransaction(db, async (client) => {
    const locked = (await lockPayment(client, refund.paymentId!))!;
    const stored = (await refundList(client, refund.orderId)).find(({ refundId }) => refundId === refund.refundId);
    // A lookup may have recorded its outcome meanwhile.
    if (stored?.state === 'failed') return { ok: false, code: 'REFUND_REFUSED', reason: stored.failure ?? '' };
    if (stored?.state !== 'requested') return undefined;
    const at = clock();
    const { refunded: before } = locked.payment;
    await recordLockedPayment(client, locked, reportedRefund(locked.payment, { ...refund, before }, at), at);
    return undefined;
  });
}

/** What a refund that was made reports of its payment. */
function reportedRefund(
  payment: PaymentRow,
  { before, amount }: Pick<RefundRow, 'before' | 'amount'>,
  at: number,
): ReportedPayment {
  const refunded = before + amount;
  return refundableAmount({ ...payment, refunded }) === 0
    ? { state: 'refunded', at }
    : { state: 'partially_refunded', at, paid: payment.paid ?? payment.amount, refunded };
}

async function refundAtProvider(
  deps: OrderDeps,
  payment: PaymentRow,
  refund: RefundRow,
): Promise<RefundRefusal | undefined> {
  const providerAccount = await loadProviderAccount(deps, payment.accountId!);
  if (!providerAccount) return { ok: false, code: 'PROVIDER_UNAVAILABLE', reason: 'ACCOUNT_GONE' };
  await paymentExpedite(deps.db, [payment.paymentId], deps.clock() + pollAfterMs);
  const { refundId, amount, before } = refund;
  const asked = { ...toKnownPayment(payment), refundId, amount, before };
  const refunded = await callProvider(deps, providerAccount, 'refund', asked);
  switch (refunded.outcome) {
    case 'refunded':
      await recordPayment(deps, payment.paymentId, reportedRefund(payment, refund, refunded.at));
      return undefined;
    case 'unsupported':
      await release(deps, refund, null);
      return { ok: false, code: 'MANUAL_REFUND_REQUIRED' };
    case 'refused':
      await release(deps, refund, refunded.reason);
      return { ok: false, code: 'REFUND_REFUSED', reason: refunded.reason };
    case 'later':
    case 'broken':
      return { ok: false, code: 'PROVIDER_UNAVAILABLE', reason: refunded.reason };
  }
}

/** Ends a refund that no provider makes, unless its outcome was recorded meanwhile. `reason` null: nothing was tried. */
function release({ db, clock }: OrderDeps, refund: RefundRow, reason: string | null): Promise<void> {
  const { storeId, orderId, refundId, paymentId } = refund;
  return inTransaction(db, async (client) => {
    await lockOrder(client, storeId, orderId);
    const isOpen = (await refundList(client, orderId)).some(
      (one) => one.refundId === refundId && one.state === 'requested',
    );
    if (!isOpen) return;
    if (reason === null) await refundDelete(client, refundId);
    else await refundSettle(client, refundId, reason.slice(0, 100), clock());
    await setRefunding(client, paymentId!, 0);
  });
}

/** Records that the merchant returned money of an order without a stored payment. */
async function refundWithoutPayment(
  client: Queryable,
  order: OrderRow,
  request: RefundRequest,
  at: number,
): Promise<Reserved> {
  const [refund] = plannedRefunds(order, [{ payment: null, amount: order.total ?? 0 }], request, at);
  if (refund && refund.amount > 0) await refundInsert(client, { ...refund, state: 'done', settledAt: at });
  await writeOrder(client, { ...applyToOrder(order, (one) => cancelledOrder(one, at)), updatedAt: at }, []);
  const { by: userId = null, keyId = null } = request;
  if (userId !== null || keyId !== null) await auditRefund(client, order, { userId, keyId }, at);
  return { ok: true, refunds: [] };
}
