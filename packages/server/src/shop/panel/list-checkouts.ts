import { pageOfCheckouts } from '../checkouts/read-checkouts.ts';
import type { Context } from '../../context.ts';
import { presentListedCheckout } from '../orders/present/panel-orders.ts';
import type { PanelHandlers } from '../../panel-contract.ts';
import { pageSize } from './page-size.ts';
import { canSeeContacts } from '../../members/guards/can-see-contacts.ts';

/** GET /panel/api/stores/:storeId/checkouts and /leads: the newest checkouts or leads, a page at a time. */
export function listCheckoutsHandlers(context: Context): PanelHandlers<'listCheckouts' | 'listLeads'> {
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
    listLeads: async ({ params: { storeId }, query, request }) => {
      const wanted = { ...query, leads: true };
      const { isRevealed, ...page } = await read(storeId, wanted, await canSeeContacts(context, request, storeId));
      return {
        success: true,
        next: page.next,
        reached: page.reached?.toISOString() ?? null,
        leads: page.checkouts.map((one) => presentListedCheckout(one, isRevealed)),
      };
    },
  };
}
