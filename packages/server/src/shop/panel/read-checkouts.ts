import { pageOfCheckouts, showCheckout } from '../checkouts/read-checkouts.ts';
import type { Context } from '../../context.ts';
import { presentListedCheckout, presentCheckoutReading } from '../orders/present/panel-orders.ts';
import type { PanelHandlers } from '../../panel-contract.ts';
import { pageSize } from './page-size.ts';
import { canSeeContacts } from '../../members/guards/can-see-contacts.ts';
import { payUrl } from '../../base/links/store-url.ts';

/** Reads checkouts: GET /panel/api/stores/:storeId/checkouts lists the newest ones, a page at a time. */
export function readCheckoutsHandlers(context: Context): PanelHandlers<'listCheckouts' | 'readCheckout'> {
  /** One page. `search` is ignored for members who may not see shoppers, so that searching reveals nothing about them. */
  async function read(storeId: string, filter: Parameters<typeof pageOfCheckouts>[2], isRevealed: boolean) {
    const { search, ...others } = filter;
    const page = await pageOfCheckouts(context.db, storeId, isRevealed ? { search, ...others } : others, pageSize);
    return { ...page, isRevealed };
  }
  return {
    listCheckouts: async ({ params: { storeId }, query, request }) => {
      const { isRevealed, ...page } = await read(storeId, query, await canSeeContacts(context, request, storeId));
      return {
        success: true,
        next: page.next,
        reached: page.reached?.toISOString() ?? null,
        checkouts: page.checkouts.map((one) => presentListedCheckout(one, isRevealed)),
      };
    },
    /** GET /panel/api/stores/:storeId/checkouts/:checkoutId: one checkout with its cart, its shopper and its events. */
    readCheckout: async ({ params: { storeId, checkoutId }, request }) => {
      const reading = await showCheckout(context, storeId, checkoutId);
      const store = await context.directory.find(storeId);
      if (!reading || !store) return 'NOT_FOUND';
      const link = payUrl(store, context.baseUrl, checkoutId);
      const checkout = presentCheckoutReading(reading, link, await canSeeContacts(context, request, storeId));
      return { success: true, checkout };
    },
  };
}
