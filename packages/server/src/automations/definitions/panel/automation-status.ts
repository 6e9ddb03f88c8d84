import { readAutomationStatus } from '../read-automations.ts';
import type { Context } from '../../../context.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';

/** GET /panel/api/stores/:storeId/automations/:automationId/status: what publishing or pausing it affects. */
export const automationStatusHandlers = (context: Context): PanelHandlers<'automationStatus'> => ({
  automationStatus: async ({ params: { storeId, automationId } }) => {
    const status = await readAutomationStatus(context, storeId, automationId);
    return status ? { success: true, ...status } : 'NOT_FOUND';
  },
});
