import { creationDefaults } from '../creation-defaults.ts';
import type { Context } from '../../../context.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';

/** GET /panel/api/stores/:storeId/automations/defaults: what a new automation takes from the store (EDT10). */
export const creationDefaultsHandlers = (context: Context): PanelHandlers<'creationDefaults'> => ({
  creationDefaults: async ({ params: { storeId } }) => {
    const defaults = await creationDefaults(context.db, storeId);
    return defaults ? { success: true, ...defaults } : 'NOT_FOUND';
  },
});
