import type { Context } from '../../../../context.ts';
import { releaseContacts } from '../../../engine/queues/release-contacts.ts';
import type { PanelHandlers } from '../../../../panel-contract.ts';

/** POST /panel/api/stores/:storeId/held-contacts/release: releases the messages of held contacts (COM21). */
export const releaseContactsHandlers = (context: Context): PanelHandlers<'releaseContacts'> => ({
  releaseContacts: async ({ params: { storeId }, audit }) => ({
    success: true,
    released: await releaseContacts(context.db, storeId, context.clock(), audit),
  }),
});
