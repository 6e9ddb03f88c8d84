import { presentMessageRow } from '../../automations/results/panel/runs/list-messages.ts';
import type { Context } from '../../context.ts';
import { canSeeContacts } from '../../members/guards/can-see-contacts.ts';
import type { PanelAnswer, PanelHandlers } from '../../panel-contract.ts';
import { presentListedCheckout, presentListedOrder } from '../../shop/orders/present/panel-orders.ts';
import { readSeen, searchStore, type SearchResults, type SeenIds } from './search-store.ts';

/** GET /panel/api/stores/:storeId/search: the search over everything. */
export const searchHandlers = (context: Context): PanelHandlers<'searchStore'> => ({
  searchStore: async ({ params: { storeId }, query: { search, seen }, request }) => {
    const people = await canSeeContacts(context, request, storeId);
    const text = search?.replaceAll('\0', '').trim() ?? '';
    if (text !== '') return presentFound(await searchStore(context.db, storeId, { text, people }), people);
    return presentFound(await readSeen(context.db, storeId, seenIn(seen ?? ''), people), people);
  },
});

const presentFound = (found: SearchResults, maySee: boolean): PanelAnswer<'searchStore'> => ({
  success: true,
  orders: found.orders.map((order) => presentListedOrder(order, maySee)),
  people: [...found.people],
  checkouts: found.checkouts.map((checkout) => presentListedCheckout(checkout, maySee)),
  automations: [...found.automations],
  messages: found.messages.map((message) => presentMessageRow(message, maySee)),
  newestNumber: found.newestNumber,
});

/** The ids in `order:ID,person-run:ID`. */
function seenIn(text: string): SeenIds {
  const all = text.split(',').map((one) => one.split(':') as [kind: string, id: string]);
  const of = (wanted: string): string[] => all.flatMap(([kind, id]) => (kind === wanted ? [id] : []));
  return {
    orders: of('order'),
    checkouts: of('checkout'),
    automations: of('automation'),
    people: [
      ...of('person-order').map((orderId) => ({ orderId })),
      ...of('person-checkout').map((checkoutId) => ({ checkoutId })),
      ...of('person-run').map((runId) => ({ runId })),
    ],
  };
}
