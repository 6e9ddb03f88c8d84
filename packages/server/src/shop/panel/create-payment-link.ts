import { createPaymentLink } from '../orders/create-payment-link.ts';
import type { Context } from '../../context.ts';
import type { PanelHandlers } from '../../panel-contract.ts';

/** POST /panel/api/stores/:storeId/checkouts: a checkout whose items and prices a member enters (CHK11). */
export const createPaymentLinkHandlers = (context: Context): PanelHandlers<'createPaymentLink'> => ({
  createPaymentLink: async ({ params: { storeId }, body, audit }) => {
    const store = await context.directory.find(storeId);
    if (!store) return 'NOT_FOUND';
    const created = await createPaymentLink(context, store, body, audit);
    if (created.ok) return { success: true, checkoutId: created.checkoutId };
    if (created.code === 'STORE_INACTIVE') return created;
    return { ok: false, code: created.code, details: { issues: created.issues } };
  },
});
