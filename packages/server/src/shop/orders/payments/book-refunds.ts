// COM46: books the money that a report says was given back, in the transaction of the report.
import { hasMoney, refundableAmount, returnedAmount, type Cents } from '@retoma/commerce';
import { newId } from '../../../base/ids.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import type { OrderRow } from '../queries/orders.ts';
import type { PaymentRow } from '../queries/payments.ts';
import { refundFindRequested, refundInsert, refundSettle, type RefundRow } from '../queries/refunds.ts';
import { auditRefund } from '../write-order.ts';

/** What a report means for the refunds of a payment. Pure. `requested`: the refund without an outcome, if there is one. */
export function decideRefunds(
  before: PaymentRow,
  after: PaymentRow,
  requested: Pick<RefundRow, 'amount'> | undefined,
): { requested: 'none' | 'waits' | 'done' | 'failed'; atProvider: Cents } {
  const added = returnedAmount(after) - returnedAmount(before);
  // A chargeback is taken by the bank, and no refund.
  const returned = after.state === 'charged_back' ? 0 : Math.max(0, added);
  if (!requested) return { requested: 'none', atProvider: returned };
  if (requested.amount <= returned) return { requested: 'done', atProvider: returned - requested.amount };
  const isLeft = hasMoney(after) && requested.amount <= refundableAmount(after);
  return { requested: isLeft ? 'waits' : 'failed', atProvider: returned };
}

/** Books them; returns the payment with what is still requested of it. A refund that a member requested is audited (AUT6, AUT8). */
export async function bookRefunds(
  client: Queryable,
  order: OrderRow,
  { before, after }: { before: PaymentRow; after: PaymentRow },
  now: number,
): Promise<PaymentRow> {
  const requested = before.refunding > 0 ? await refundFindRequested(client, before.paymentId) : undefined;
  const decided = decideRefunds(before, after, requested);
  if (requested && decided.requested === 'done') {
    await refundSettle(client, requested.refundId, null, now);
    const { requestedBy: userId, keyId } = requested;
    if (userId !== null || keyId !== null) await auditRefund(client, order, { userId, keyId }, now);
  }
  if (requested && decided.requested === 'failed') await refundSettle(client, requested.refundId, 'NOT_LEFT', now);
  if (decided.atProvider > 0) {
    const { storeId, orderId, paymentId } = after;
    await refundInsert(client, {
      refundId: newId(storeId),
      requestId: newId(storeId),
      storeId,
      orderId,
      paymentId,
      amount: decided.atProvider,
      before: returnedAmount(after) - decided.atProvider,
      state: 'done',
      source: 'provider',
      requestedBy: null,
      keyId: null,
      lines: null,
      cause: null,
      failure: null,
      requestedAt: now,
      settledAt: now,
    });
  }
  return { ...after, refunding: decided.requested === 'waits' ? after.refunding : 0 };
}
