import { cancelledOrder, hasMoney } from '@retoma/commerce';
import { orderFind } from '../queries/orders.ts';
import {
  paymentBeginRefund,
  paymentEndRefund,
  paymentExpedite,
  paymentList,
  type PaymentRow,
} from '../queries/payments.ts';
import { inTransaction } from '../../../base/postgres/transaction.ts';
import { loadProviderAccount } from '../../../providers/connections/payments/load-account.ts';
import { callProvider, toKnownPayment, timeoutMs } from './call-provider.ts';
import type { OrderDeps } from '../order-deps.ts';
import { applyToOrder } from '../order-rules.ts';
import { recordPayment } from './record-payment.ts';
import { auditRefund, lockOrder, writeOrder } from '../write-order.ts';

/**
 * What to refund. `isReturned`: the merchant has already returned the money, so no provider is called. `by`: the user who requests it;
 * absent: the command line.
 */
export type RefundRequest = { paymentId?: string | undefined; isReturned: boolean; by?: string };

/** Why money was not refunded. `reason`: the provider's reason. */
export type RefundRefusal = {
  ok: false;
  code:
    | 'ORDER_NOT_FOUND'
    | 'PAYMENT_NOT_FOUND'
    | 'NOT_PAID'
    /** No provider can refund it: the merchant returns it through the bank and then confirms that here. */
    | 'MANUAL_REFUND_REQUIRED'
    | 'REFUND_REFUSED'
    /** A refund was requested a moment ago, and the provider has not responded yet. */
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
 * COM4: refunds all payments of an order, or one; the order is cancelled unless other money remains. The request and its user are stored
 * first. If the process dies, the payment is looked up later, and the transaction that records the refund, possibly of another process,
 * also notifies the owners (AUT8).
 */
export async function refundOrder(
  deps: OrderDeps,
  storeId: string,
  orderId: string,
  { paymentId, isReturned, by }: RefundRequest,
): Promise<OrderRefunded> {
  const order = await orderFind(deps.db, storeId, orderId);
  if (!order) return { ok: false, code: 'ORDER_NOT_FOUND' };
  const payments = await paymentList(deps.db, orderId);
  const chosen = paymentId === undefined ? payments : payments.filter((one) => one.paymentId === paymentId);
  if (paymentId !== undefined && chosen.length === 0) return { ok: false, code: 'PAYMENT_NOT_FOUND' };
  const paid = chosen.filter(hasMoney);
  if (paid.length === 0) {
    if (order.status !== 'paid' || paymentId !== undefined) return { ok: false, code: 'NOT_PAID' };
    return isReturned
      ? refundWithoutPayment(deps, storeId, orderId, by)
      : { ok: false, code: 'MANUAL_REFUND_REQUIRED' };
  }
  for (const payment of paid) {
    const refused = await refundOne(deps, payment, isReturned, by ?? null);
    if (refused) return refused;
  }
  return { ok: true };
}

async function refundOne(
  deps: OrderDeps,
  payment: PaymentRow,
  isReturned: boolean,
  by: string | null,
): Promise<RefundRefusal | undefined> {
  const { db, clock } = deps;
  const { paymentId, accountId } = payment;
  if (accountId === null && !isReturned) return { ok: false, code: 'MANUAL_REFUND_REQUIRED' };
  const at = clock();
  if (!(await paymentBeginRefund(db, paymentId, { at, since: at - refundTimeoutMs, by }))) {
    return { ok: false, code: 'REFUND_IN_PROGRESS' };
  }
  let refused: RefundRefusal | undefined;
  try {
    if (isReturned || accountId === null) await recordPayment(deps, paymentId, { state: 'refunded', at });
    else refused = await refundAtProvider(deps, payment, accountId);
  } finally {
    await paymentEndRefund(db, paymentId, refused !== undefined && refused.code !== 'PROVIDER_UNAVAILABLE');
  }
  return refused;
}

async function refundAtProvider(
  deps: OrderDeps,
  payment: PaymentRow,
  accountId: string,
): Promise<RefundRefusal | undefined> {
  const providerAccount = await loadProviderAccount(deps, accountId);
  if (!providerAccount) return { ok: false, code: 'PROVIDER_UNAVAILABLE', reason: 'ACCOUNT_GONE' };
  await paymentExpedite(deps.db, [payment.paymentId], deps.clock() + pollAfterMs);
  const refunded = await callProvider(deps, providerAccount, 'refund', toKnownPayment(payment));
  switch (refunded.outcome) {
    case 'refunded':
      await recordPayment(deps, payment.paymentId, { state: 'refunded', at: refunded.at });
      return undefined;
    case 'unsupported':
      return { ok: false, code: 'MANUAL_REFUND_REQUIRED' };
    case 'refused':
      return { ok: false, code: 'REFUND_REFUSED', reason: refunded.reason };
    case 'later':
    case 'broken':
      return { ok: false, code: 'PROVIDER_UNAVAILABLE', reason: refunded.reason };
  }
}

/** Records that the merchant returned money of an order without a stored payment. */
function refundWithoutPayment(
  { db, clock }: OrderDeps,
  storeId: string,
  orderId: string,
  by: string | undefined,
): Promise<OrderRefunded> {
  return inTransaction(db, async (client) => {
    const order = (await lockOrder(client, storeId, orderId))!;
    if (order.status !== 'paid') return { ok: false, code: 'NOT_PAID' };
    const at = Math.max(clock(), order.statusAt);
    await writeOrder(client, { ...applyToOrder(order, (one) => cancelledOrder(one, at)), updatedAt: at }, []);
    if (by !== undefined) await auditRefund(client, order, by, at);
    return { ok: true };
  });
}
