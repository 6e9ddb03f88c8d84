import type { Cents } from '@retoma/commerce';
import { paymentList } from '../db/queries/payments.ts';
import { inTransaction } from '../db/transaction.ts';
import type { OrderParts } from './order-parts.ts';
import { lockOrder, orderToldOf, recordLocked, writeOrder } from './record-payment.ts';

/** What came of a merchant's word. */
export type MarkedPaid = { ok: true } | { ok: false; code: 'ORDER_NOT_FOUND' | 'ORDER_PAID' };

/**
 * The merchant has seen the money of an order, of which nobody else tells: that of the store's own PIX key, or that which was paid
 * otherwise; also of an order that was cancelled (E7). `paid`: what arrived for a code of the store's own; what was asked for
 * where it is absent.
 */
export function markPaid(
  { db, clock, payments: providers }: Pick<OrderParts, 'db' | 'clock' | 'payments'>,
  storeId: string,
  orderId: string,
  paid?: Cents,
): Promise<MarkedPaid> {
  const tells: Readonly<Record<string, { tells: boolean } | undefined>> = providers;
  return inTransaction(db, async (client) => {
    const order = await lockOrder(client, storeId, orderId);
    if (!order) return { ok: false, code: 'ORDER_NOT_FOUND' };
    if (order.status === 'paid') return { ok: false, code: 'ORDER_PAID' };
    // What the merchant says now is news, whatever was heard at this very instant.
    const at = Math.max(clock(), order.statusAt + 1);
    const payments = await paymentList(client, orderId);
    const code = payments.find(
      ({ state, provider }) => (state === 'pending' || state === 'expired') && tells[provider]?.tells === false,
    );
    if (code) {
      const others = payments.filter((payment) => payment !== code);
      await recordLocked(client, { payment: code, order, others }, { state: 'paid', at, paid }, at);
    } else {
      const now = { ...orderToldOf(order, { status: 'paid', at }), updatedAt: at };
      await writeOrder(client, now, [{ type: 'payment.confirmed', at, startsRuns: true }]);
    }
    return { ok: true };
  });
}
