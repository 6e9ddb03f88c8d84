import type { Context } from '../../../context.ts';
import { payOrigin } from '../../../base/links/store-url.ts';
import { readSending } from '../../connections/channels/sending-status.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';
import { verifiedSenders } from '../../connections/channels/verified-senders.ts';
import { reasonText } from './reason-text.ts';

/** How long a provider may take to respond, in milliseconds. */
const timeoutMs = 10_000;

/** What an author of messages needs to know of the store's sending. */
export const sendingHandlers = (context: Context): PanelHandlers<'readSending' | 'listSenders'> => ({
  /** GET /panel/api/stores/:storeId/sending: the store's settings for sending that an author of messages needs. */
  readSending: async ({ params: { storeId } }) => {
    const sending = await readSending(context.db, storeId);
    if (!sending) return 'NOT_FOUND';
    const { domain, ...limits } = sending;
    return { success: true, ...limits, linkOrigin: payOrigin({ domain }, context.baseUrl) };
  },
  /** GET /panel/api/stores/:storeId/senders: the senders that the provider of e-mail has verified. */
  listSenders: async ({ params: { storeId }, request }) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const { senders: seen, mailServer } = await verifiedSenders(context, storeId, signal);
    if (!seen) return { success: true, senders: null, reason: null, mailServer };
    if (seen.outcome === 'listed') return { success: true, senders: [...seen.senders], reason: null, mailServer };
    return { success: true, senders: null, reason: reasonText(request)(seen.reason), mailServer };
  },
});
