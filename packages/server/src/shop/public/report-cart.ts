import { readJson, withoutMark } from '../../base/json.ts';
import type { Context } from '../../context.ts';
import type { Handler } from '../../http/handler.ts';
import type { PublicContract } from '../../http/public-contract.ts';
import { networkIn } from '../../stores/guards/address-limit.ts';
import { storeOf } from '../../stores/guards/api-key.ts';
import { reportCart } from '../carts/report-cart.ts';

/** POST /stores/external/cart: a page reports the cart and the contact of its shopper (CON17). */
export function reportCartHandler(context: Context): Handler<PublicContract['reportCart']> {
  return async ({ body, request }) => {
    const json = readJson(withoutMark(body));
    if ('issue' in json) return { ok: false, code: 'INVALID_PAYLOAD', issues: [json.issue] };
    const store = storeOf(request);
    const source = { storeId: store.storeId, network: networkIn(context, request) };
    const reported = await reportCart(context, store, json.value, source);
    if (reported.ok) return { success: true };
    if (reported.code === 'RATE_LIMITED') context.metrics.abuseLimited.inc({ limit: 'contacts' });
    return reported;
  };
}
