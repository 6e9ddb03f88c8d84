import type { Context } from '../../../../context.ts';
import { isId } from '../../../../base/ids.ts';
import { messageListingOf } from '../../../delivery/queries/message-listings.ts';
import { purchaseEventList } from '../../../../shop/orders/queries/order-listings.ts';
import { orderFind } from '../../../../shop/orders/queries/orders.ts';
import { canSeeContacts } from '../../../../members/guards/can-see-contacts.ts';
import type { PanelHandlers } from '../../../../panel-contract.ts';
import { presentMessageRow } from './list-messages.ts';

/** The most messages of one order. */
const maxListed = 200;

/** GET /panel/api/stores/:storeId/orders/:orderId/messages: the messages of the runs that its events and its checkout's started. */
export const listOrderMessagesHandlers = ({ db, ...context }: Context): PanelHandlers<'listOrderMessages'> => ({
  listOrderMessages: async ({ params: { storeId, orderId }, request }) => {
    const order = isId(orderId) ? await orderFind(db, storeId, orderId) : undefined;
    if (!order) return 'NOT_FOUND';
    const events = await purchaseEventList(db, storeId, { orderId, checkoutId: order.checkoutId });
    const about = { events: events.map(({ eventId }) => eventId), reference: null };
    const messages = await messageListingOf(db, storeId, about, maxListed);
    const maySee = await canSeeContacts({ db, ...context }, request, storeId);
    return { success: true, messages: messages.map((row) => presentMessageRow(row, maySee)) };
  },
});
