import type { Context } from '../../../context.ts';
import { verifiedSenders } from '../../connections/channels/verified-senders.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';
import { reasonText } from './reason-text.ts';

/** How long a provider may take to respond, in milliseconds. */
const timeoutMs = 10_000;

/** GET /panel/api/stores/:storeId/senders: the senders that the provider of e-mail has verified. */
export const sendersHandlers = (context: Context): PanelHandlers<'listSenders'> => ({
  listSenders: async ({ params: { storeId }, request }) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const { senders: seen, mailServer } = await verifiedSenders(context, storeId, signal);
    if (!seen) return { success: true, senders: null, reason: null, mailServer };
    if (seen.outcome === 'listed') return { success: true, senders: [...seen.senders], reason: null, mailServer };
    return { success: true, senders: null, reason: reasonText(request)(seen.reason), mailServer };
  },
});
