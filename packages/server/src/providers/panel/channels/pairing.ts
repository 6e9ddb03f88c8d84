import type { Context } from '../../../context.ts';
import { letPhoneGo, lookForPhone } from '../../connections/channels/pair-phone.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';
import { reasonText } from './reason-text.ts';

/** How long a provider may take to respond, in milliseconds. */
const timeoutMs = 20_000;

/** POST /panel/api/stores/:storeId/channels/whatsapp/phone and …/phone/remove: pairs and removes the phone of WhatsApp. */
export const pairingHandlers = (context: Context): PanelHandlers<'pairPhone' | 'removePhone'> => ({
  pairPhone: async ({ params: { storeId }, request }) => {
    const came = await lookForPhone(context, storeId, AbortSignal.timeout(timeoutMs));
    if (!came.ok) return came;
    const { seen } = came;
    if (seen.outcome === 'works')
      return { success: true, state: 'paired', phone: seen.account, qr: null, reason: null };
    if (seen.outcome === 'waiting') return { success: true, state: 'waiting', phone: '', qr: seen.qr, reason: null };
    return { success: true, state: 'broken', phone: '', qr: null, reason: reasonText(request)(seen.reason) };
  },
  removePhone: async ({ params: { storeId }, request, audit }) => {
    const came = await letPhoneGo(context, storeId, AbortSignal.timeout(timeoutMs), audit);
    if (!came.ok) return came;
    const { seen } = came;
    if (seen.outcome !== 'works') {
      return { success: true, removed: false, reason: reasonText(request)(seen.reason) };
    }
    return { success: true, removed: true, reason: null };
  },
});
