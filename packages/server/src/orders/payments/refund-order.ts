import { cancelledOrder, hasMoney } from '@retoma/commerce';
import { orderFind } from '../../db/queries/orders/orders.ts';
import {
  paymentBeginRefund,
  paymentEndRefund,
  paymentExpedite,
  paymentList,
  type PaymentRow,
} from '../../db/queries/orders/payments.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { RefundResult } from '../../payments/provider.ts';
import { askProvider, contractOf, knownTo, timeoutMs } from './call-provider.ts';
import type { OrderParts } from '../order-deps.ts';
import { lockOrder, movedOrder, noteRefund, recordPayment, writeOrder } from './record-payment.ts';

/**
 * Which money is to be given back. `isReturned`: the merchant has given it back already, and no provider need be asked. `by`: the user who
 * asks for it; absent: the command line.
 */
export type RefundRequest = { paymentId?: string | undefined; isReturned: boolean; by?: string };

/** Why money was not given back. `reason`: the provider's own. */
export type RefundRefusal = {
  ok: false;
  code:
    | 'ORDER_NOT_FOUND'
    | 'PAYMENT_NOT_FOUND'
    | 'NOT_PAID'
    /** No provider can be asked: the merchant returns it at the bank, and says so. */
    | 'REFUND_ELSEWHERE'
    | 'REFUND_REFUSED'
    /** It was asked for a moment ago, and the provider has not answered yet. */
    | 'REFUND_UNDER_WAY'
    /** The provider did not answer, or the account is broken; it may be asked again. */
    | 'PROVIDER_UNAVAILABLE';
  reason?: string;
};

/** The result. */
export type OrderRefunded = { ok: true } | RefundRefusal;

/** A provider that was asked and did not say what came of it is asked about it so much later, in milliseconds. */
const checkAfter = 60_000;

/** After so long a process that asked for a refund is gone. */
const refundLasts = 2 * timeoutMs.refund;

/**
 * COM4: gives back what was paid for an order, all of it or one payment; the order is cancelled unless other money is there. That it was
 * asked for, and by whom, is stored first, so that a process that dies meanwhile leaves it to be asked about. Owners are written about it
 * in the transaction that records it (AUT8), which another process may do.
 */
export async function refundOrder(
  parts: OrderParts,
  storeId: string,
  orderId: string,
  { paymentId, isReturned, by }: RefundRequest,
): Promise<OrderRefunded> {
  const order = await orderFind(parts.db, storeId, orderId);
  if (!order) return { ok: false, code: 'ORDER_NOT_FOUND' };
  const payments = await paymentList(parts.db, orderId);
  const chosen = paymentId === undefined ? payments : payments.filter((one) => one.paymentId === paymentId);
  if (paymentId !== undefined && chosen.length === 0) return { ok: false, code: 'PAYMENT_NOT_FOUND' };
  const paid = chosen.filter(hasMoney);
  if (paid.length === 0) {
    if (order.status !== 'paid' || paymentId !== undefined) return { ok: false, code: 'NOT_PAID' };
    return isReturned ? refundUntold(parts, storeId, orderId, by) : { ok: false, code: 'REFUND_ELSEWHERE' };
  }
  for (const payment of paid) {
    const refused = await refundOne(parts, payment, isReturned, by ?? null);
    if (refused) return refused;
  }
  return { ok: true };
}

async function refundOne(
  parts: OrderParts,
  payment: PaymentRow,
  isReturned: boolean,
  by: string | null,
): Promise<RefundRefusal | undefined> {
  const { db, clock } = parts;
  const { paymentId, accountId } = payment;
  if (accountId === null && !isReturned) return { ok: false, code: 'REFUND_ELSEWHERE' };
  const at = clock();
  if (!(await paymentBeginRefund(db, paymentId, { at, since: at - refundLasts, by }))) {
    return { ok: false, code: 'REFUND_UNDER_WAY' };
  }
  let refused: RefundRefusal | undefined;
  try {
    if (isReturned || accountId === null) await recordPayment(parts, paymentId, { state: 'refunded', at });
    else refused = await askForRefund(parts, payment, accountId);
  } finally {
    await paymentEndRefund(db, paymentId, refused !== undefined && refused.code !== 'PROVIDER_UNAVAILABLE');
  }
  return refused;
}

async function askForRefund(
  parts: OrderParts,
  payment: PaymentRow,
  accountId: string,
): Promise<RefundRefusal | undefined> {
  const contract = await contractOf(parts, accountId);
  if (!contract) return { ok: false, code: 'PROVIDER_UNAVAILABLE', reason: 'ACCOUNT_GONE' };
  await paymentExpedite(parts.db, [payment.paymentId], parts.clock() + checkAfter);
  const { account, provider } = contract;
  const refunded = await askProvider<RefundResult>(
    parts,
    account,
    timeoutMs.refund,
    (signal) => provider.refund(account, knownTo(payment), signal),
    { outcome: 'later', reason: 'TIMEOUT' },
  );
  switch (refunded.outcome) {
    case 'refunded':
      await recordPayment(parts, payment.paymentId, { state: 'refunded', at: refunded.at });
      return undefined;
    case 'unsupported':
      return { ok: false, code: 'REFUND_ELSEWHERE' };
    case 'refused':
      return { ok: false, code: 'REFUND_REFUSED', reason: refunded.reason };
    case 'later':
    case 'broken':
      return { ok: false, code: 'PROVIDER_UNAVAILABLE', reason: refunded.reason };
  }
}

/** Money of which only the merchant knows. */
function refundUntold(
  { db, clock }: OrderParts,
  storeId: string,
  orderId: string,
  by: string | undefined,
): Promise<OrderRefunded> {
  return inTransaction(db, async (client) => {
    const order = (await lockOrder(client, storeId, orderId))!;
    if (order.status !== 'paid') return { ok: false, code: 'NOT_PAID' };
    const at = Math.max(clock(), order.statusAt);
    await writeOrder(client, { ...movedOrder(order, (one) => cancelledOrder(one, at)), updatedAt: at }, []);
    if (by !== undefined) await noteRefund(client, order, by, at);
    return { ok: true };
  });
}
