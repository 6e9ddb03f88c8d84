import { isId } from '../../base/ids.ts';
import type { Context } from '../../context.ts';
import type { Handler } from '../../http/handler.ts';
import { paidBody, refundBody, trackingBody } from '../../http/orders/requests.ts';
import type { PublicContract } from '../../http/public-contract.ts';
import { storeOf } from '../../stores/guards/api-key.ts';
import type { StoreRow } from '../../stores/queries/stores.ts';
import { cancelOrder } from '../orders/cancel-order.ts';
import { markPaid } from '../orders/mark-paid.ts';
import { refundOrder } from '../orders/payments/refund-order.ts';
import { publicOrderState } from '../orders/present/public-orders.ts';
import { orderFindAny } from '../orders/queries/orders.ts';
import { showOrder } from '../orders/read-orders.ts';
import { setTracking } from '../orders/set-tracking.ts';

const notFound = { ok: false, code: 'ORDER_NOT_FOUND' } as const;

/** API4: changes of orders, the panel's own functions. A secret key has no limit of a role (AUT5). */
export function changeOrdersHandlers(context: Context): {
  readonly [Name in 'markOrderPaid' | 'cancelOrder' | 'refundOrder' | 'trackOrder']: Handler<PublicContract[Name]>;
} {
  const { db } = context;
  /** Changes the order that a request names; responds with the order after it. */
  async function change<Result extends { readonly ok: true } | { readonly ok: false; readonly code: string }>(
    { storeId, live }: StoreRow,
    id: string,
    make: (orderId: string) => Promise<Result>,
  ) {
    const order = await orderFindAny(db, storeId, id);
    if (!order) return notFound;
    const changed = await make(order.orderId);
    if (!changed.ok) return changed as Exclude<Result, { readonly ok: true }>;
    const reading = await showOrder(db, storeId, order.orderId);
    return reading ? { success: true as const, order: publicOrderState(reading, live) } : notFound;
  }
  return {
    markOrderPaid: async ({ params, body, audit, request }) => {
      const store = storeOf(request);
      const read = paidBody.read(body);
      if (!read.ok) return read;
      return change(store, params.orderId, (id) => markPaid(context, store.storeId, id, read.value.amount, audit));
    },
    cancelOrder: ({ params, audit, request }) => {
      const store = storeOf(request);
      return change(store, params.orderId, (id) => cancelOrder(context, store.storeId, id, audit));
    },
    refundOrder: async ({ params, body, request, requestId }) => {
      const store = storeOf(request);
      const read = refundBody.read(body);
      if (!read.ok) return read;
      const { items, shipping = false, alreadyReturned = false, ...wanted } = read.value;
      if (wanted.paymentId !== undefined && !isId(wanted.paymentId)) return { ok: false, code: 'PAYMENT_NOT_FOUND' };
      const lines =
        items || shipping
          ? { lines: (items ?? []).map(({ index, quantity }) => ({ line: index, quantity })), shipping }
          : undefined;
      const refund = { ...wanted, lines, isReturned: alreadyReturned, keyId: request.apiKey!.keyId, requestId };
      return change(store, params.orderId, (id) => refundOrder(context, store.storeId, id, refund));
    },
    trackOrder: async ({ params, body, audit, request }) => {
      const store = storeOf(request);
      const read = trackingBody.read(body);
      if (!read.ok) return read;
      const tracking = { ...read.value, code: read.value.code.trim() };
      return change(store, params.orderId, (id) => setTracking(context, store.storeId, id, tracking, audit));
    },
  };
}
