import type { Context } from '../../context.ts';
import { readActivity } from '../audit/audit-log.ts';
import type { PanelHandlers } from '../../panel-contract.ts';

/** GET /panel/api/stores/:storeId/activity?before=<entry>: the audit log of a store, 50 entries at a time. */
export const listActivityHandlers = (context: Context): PanelHandlers<'listActivity'> => ({
  listActivity: async ({ params: { storeId }, query: { before } }) => {
    const entries = await readActivity(context, storeId, before);
    return {
      success: true,
      entries: entries.map(({ createdAt, action, ...entry }) => ({
        ...entry,
        what: action,
        at: createdAt.toISOString(),
      })),
    };
  },
});
