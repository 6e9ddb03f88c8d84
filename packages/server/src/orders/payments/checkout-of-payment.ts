import type { Database } from '../../db/pool.ts';
import { orderFind } from '../../db/queries/orders/orders.ts';
import { paymentFind } from '../../db/queries/orders/payments.ts';

/** The checkout of a payment's order; undefined: there is no such payment, or its order has no checkout. */
export async function checkoutOfPayment(db: Database, paymentId: string): Promise<string | undefined> {
  const payment = await paymentFind(db, paymentId);
  const order = payment && (await orderFind(db, payment.storeId, payment.orderId));
  return order?.checkoutId ?? undefined;
}
