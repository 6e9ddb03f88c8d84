import type { Context } from '../../context.ts';
import { payUrl } from '../../base/links/store-url.ts';
import { readQuery } from '../../http/checked-request.ts';
import type { Handler } from '../../http/handler.ts';
import { checkoutQuery, usualPage } from '../../http/orders/requests.ts';
import type { PublicContract } from '../../http/public-contract.ts';
import { storeOf } from '../../stores/guards/api-key.ts';
import { pageOfCheckouts } from '../checkouts/read-checkouts.ts';
import { pageBounds, searchOf } from './page-query.ts';

/** GET /stores/external/checkouts: API5, a page of checkouts, the newest first. */
export function listCheckoutsHandler({ db, baseUrl }: Context): Handler<PublicContract['listCheckouts']> {
  return async ({ request, reply }) => {
    const store = storeOf(request);
    const query = readQuery(checkoutQuery, request.query);
    if (!query.ok) return query;
    const { limit = usualPage, state, search } = query.value;
    const filter = { state, ...searchOf(search), ...pageBounds(query.value) };
    const page = await pageOfCheckouts(db, store.storeId, filter, limit);
    reply.header('cache-control', 'no-store');
    return {
      success: true,
      data: page.checkouts.map(({ checkoutId, name, email, phone, ...one }) => ({
        checkoutId,
        checkoutUrl: payUrl(store, baseUrl, checkoutId),
        state: one.state,
        createdAt: one.createdAt.toISOString(),
        total: one.total,
        customer: { name, email, phone },
        abandonedAt: one.abandonedAt?.toISOString() ?? null,
        orderId: one.orderId,
      })),
      hasMore: page.next !== null,
      nextCursor: page.next,
    };
  };
}
