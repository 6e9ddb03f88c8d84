import type { Context } from '../../../context.ts';
import { unlinkPhone, checkPairing } from '../../connections/channels/pair-phone.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';
import { reasonText } from './reason-text.ts';

/** How long a provider may take to respond, in milliseconds. */
const timeoutMs = 20_000;

/** POST /panel/api/stores/:storeId/channels/whatsapp/phone and …/phone/remove: pairs and removes the phone of WhatsApp. */
export const pairingHandlers = (context: Context): PanelHandlers<'pairPhone' | 'removePhone'> => ({
  pairPhone: async ({ params: { storeId }, request }) => {
    const result = await checkPairing(context, storeId, AbortSignal.timeout(timeoutMs));
    if (!result.ok) return result;
    const { seen } = result;
    if (seen.outcome === 'works')
      return { success: true, state: 'paired', phone: seen.account, qr: null, reason: null };
    if (seen.outcome === 'waiting') return { success: true, state: 'waiting', phone: '', qr: seen.qr, reason: null };
    return { success: true, state: 'broken', phone: '', qr: null, reason: reasonText(request)(seen.reason) };
  },
  removePhone: async ({ params: { storeId }, request, audit }) => {
    const result = await unlinkPhone(context, storeId, AbortSignal.timeout(timeoutMs), audit);
    if (!result.ok) return result;
    const { seen } = result;
    if (seen.outcome !== 'works') {
      return { success: true, removed: false, reason: reasonText(request)(seen.reason) };
    }
    return { success: true, removed: true, reason: null };
  },
});
