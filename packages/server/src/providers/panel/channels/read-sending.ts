import type { Context } from '../../../context.ts';
import { payOrigin } from '../../../base/links/store-url.ts';
import { readSending } from '../../connections/channels/sending-status.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';

/** GET /panel/api/stores/:storeId/sending: the store's settings for sending that an author of messages needs. */
export const readSendingHandlers = (context: Context): PanelHandlers<'readSending'> => ({
  readSending: async ({ params: { storeId } }) => {
    const sending = await readSending(context.db, storeId);
    if (!sending) return 'NOT_FOUND';
    const { domain, ...limits } = sending;
    return { success: true, ...limits, linkOrigin: payOrigin({ domain }, context.baseUrl) };
  },
});
