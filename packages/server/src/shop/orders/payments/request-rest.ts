import { missingAmount, paymentMethods, receivedAmount, type PaymentMethod } from '@retoma/commerce';
import type { Audit } from '../../../http/audit-actions.ts';
import { readPurchase } from '../../checkouts/purchase.ts';
import { orderFind } from '../queries/orders.ts';
import { storeFind } from '../../../stores/queries/stores.ts';
import { payerOf } from './payment-request.ts';
import {
  loadPayingAccount,
  payOrder,
  missingForProvider,
  type PlaceOrderDeps,
  type PlacingRefusal,
} from '../place-order.ts';
import { toOrderPayment } from '../order-rules.ts';

/** The result. `NOT_UNDERPAID`: no money was received, or nothing is missing. `PAYMENT_CODE_UNAVAILABLE`: the store offers neither PIX nor boleto. */
export type RestRequested =
  | { ok: true; checkoutId: string }
  | { ok: false; code: 'ORDER_NOT_FOUND' | 'NOT_UNDERPAID' | 'PAYMENT_CODE_UNAVAILABLE' | PlacingRefusal };

/** The payment methods with a code, which a shopper can be sent. */
const codeMethods: readonly PaymentMethod[] = paymentMethods.filter((method) => method !== 'card');

/**
 * COM7a: creates a code for the missing amount of an underpaid order. It is announced like any other code: the store's automations send
 * it, and the payment page shows it.
 */
export async function requestRest(
  deps: PlaceOrderDeps,
  storeId: string,
  orderId: string,
  audit: Audit<'order_rest_requested'>,
): Promise<RestRequested> {
  const { db } = deps;
  const [order, store] = [await orderFind(db, storeId, orderId), await storeFind(db, storeId)];
  if (!order || !store) return { ok: false, code: 'ORDER_NOT_FOUND' };
  const purchase = order.checkoutId === null ? undefined : await readPurchase(deps, order.checkoutId);
  if (!purchase?.order || purchase.order.orderId !== orderId) return { ok: false, code: 'PAYMENT_CODE_UNAVAILABLE' };
  const moves = purchase.payments.map(toOrderPayment);
  const isOpen = order.status !== 'paid' && order.status !== 'cancelled';
  if (!isOpen || receivedAmount(moves) === 0 || missingAmount(order, moves) === 0) {
    return { ok: false, code: 'NOT_UNDERPAID' };
  }
  for (const method of codeMethods) {
    const providerAccount = await loadPayingAccount(deps, purchase, method);
    if (!providerAccount || missingForProvider(providerAccount, method, payerOf(order)).length > 0) continue;
    const choice = { store, checkoutId: purchase.checkout.checkoutId, method, card: null };
    const placed = await payOrder(deps, choice, providerAccount, null, audit);
    if (!placed.ok) return placed;
    return { ok: true, checkoutId: choice.checkoutId };
  }
  return { ok: false, code: 'PAYMENT_CODE_UNAVAILABLE' };
}
