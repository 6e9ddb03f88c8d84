import type { Context } from '../../context.ts';
import { readQuery } from '../../http/checked-request.ts';
import type { Handler } from '../../http/handler.ts';
import { orderQuery, usualPage } from '../../http/orders/requests.ts';
import type { PublicContract } from '../../http/public-contract.ts';
import { storeOf } from '../../stores/guards/api-key.ts';
import { publicOrder } from '../orders/present/public-orders.ts';
import { orderFindAny } from '../orders/queries/orders.ts';
import { refundListMany, type RefundRow } from '../orders/queries/refunds.ts';
import { pageOfOrders, showOrder } from '../orders/read-orders.ts';
import { pageBounds, searchOf } from './page-query.ts';

/** GET /stores/external/orders: API3, a page of orders, the newest first. */
export function listOrdersHandler({ db }: Context): Handler<PublicContract['listOrders']> {
  return async ({ request, reply }) => {
    const { storeId, live } = storeOf(request);
    const query = readQuery(orderQuery, request.query);
    if (!query.ok) return query;
    const { limit = usualPage, status, search } = query.value;
    const filter = { status, people: true, ...searchOf(search), ...pageBounds(query.value) };
    const page = await pageOfOrders(db, storeId, filter, limit);
    const refunds = await refundsOf(
      db,
      page.orders.map(({ order }) => order.orderId),
    );
    reply.header('cache-control', 'no-store');
    return {
      success: true,
      data: page.orders.map((one) => publicOrder(one, refunds.get(one.order.orderId) ?? [], live)),
      hasMore: page.next !== null,
      nextCursor: page.next,
    };
  };
}

/** GET /stores/external/orders/<id>: API3, one order. */
export function readOrderHandler({ db }: Context): Handler<PublicContract['readOrder']> {
  return async ({ params: { orderId }, request, reply }) => {
    const { storeId, live } = storeOf(request);
    const found = await orderFindAny(db, storeId, orderId);
    const reading = found && (await showOrder(db, storeId, found.orderId));
    if (!reading) return { ok: false, code: 'ORDER_NOT_FOUND' };
    const refunds = await refundsOf(db, [found.orderId]);
    reply.header('cache-control', 'no-store');
    return { success: true, order: publicOrder(reading, refunds.get(found.orderId) ?? [], live) };
  };
}

async function refundsOf(db: Context['db'], orderIds: readonly string[]): Promise<Map<string, RefundRow[]>> {
  if (orderIds.length === 0) return new Map();
  return Map.groupBy(await refundListMany(db, orderIds), ({ orderId }) => orderId);
}
