import type { Context } from '../../../context.ts';
import { testConnection } from '../../connections/channels/connect.ts';
import { sendTestMessage } from '../../connections/channels/send-test-message.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';
import { channelIn, providerTimeoutMs } from './channels.ts';
import { reasonText } from './reason-text.ts';

/** POST /panel/api/stores/:storeId/channels/:channel/try and …/test-message: tests a connection, and sends a test message over it. */
export const channelTestsHandlers = (context: Context): PanelHandlers<'tryChannel' | 'sendChannelTest'> => ({
  tryChannel: async ({ params, request }) => {
    const channel = channelIn(params);
    if (!channel) return 'NOT_FOUND';
    const result = await testConnection(context, params.storeId, channel, AbortSignal.timeout(providerTimeoutMs));
    if (!result.ok) return result.code === 'STORE_NOT_FOUND' ? 'NOT_FOUND' : { ok: false, code: result.code };
    const { tried } = result;
    if (tried.outcome === 'works') return { success: true, isWorking: true, account: tried.account, reason: null };
    return { success: true, isWorking: false, account: '', reason: reasonText(request)(tried.reason) };
  },
  sendChannelTest: async ({ params, body: { to }, request }) => {
    const channel = channelIn(params);
    const store = await context.directory.find(params.storeId);
    if (!channel || !store) return 'NOT_FOUND';
    const result = await sendTestMessage(context, { store, channel, to }, AbortSignal.timeout(providerTimeoutMs));
    if (!result.ok) return result;
    const { delivered } = result;
    const isSent = delivered.outcome === 'sent';
    const reason =
      'reason' in delivered ? delivered.reason : delivered.outcome === 'opted_out' ? 'OPTED_OUT' : 'UNKNOWN';
    return { success: true, sent: isSent, reason: isSent ? null : reasonText(request)(reason) };
  },
});
