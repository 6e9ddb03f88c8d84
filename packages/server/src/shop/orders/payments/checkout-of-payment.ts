import type { Database } from '../../../base/postgres/pool.ts';
import { orderFind } from '../queries/orders.ts';
import { paymentFind } from '../queries/payments.ts';

/** The checkout of a payment's order; undefined: there is no such payment, or its order has no checkout. */
export async function checkoutOfPayment(db: Database, paymentId: string): Promise<string | undefined> {
  const payment = await paymentFind(db, paymentId);
  const order = payment && (await orderFind(db, payment.storeId, payment.orderId));
  return order?.checkoutId ?? undefined;
}
