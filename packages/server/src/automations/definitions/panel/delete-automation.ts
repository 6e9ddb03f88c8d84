import { deleteAutomation } from '../switch-automation.ts';
import type { Context } from '../../../context.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';
import { automationsFor, presentRefusal } from './automation-responses.ts';

/** DELETE /panel/api/stores/:storeId/automations/:automationId: deletes an automation and cancels its runs (RUN16). */
export const deleteAutomationHandlers = (context: Context): PanelHandlers<'deleteAutomation'> => ({
  deleteAutomation: async ({ params: { storeId, automationId }, request, audit }) => {
    const deleted = await deleteAutomation(automationsFor(context, request), storeId, automationId, audit);
    if (deleted.ok) return { success: true };
    return deleted.code === 'AUTOMATION_NOT_FOUND' ? 'NOT_FOUND' : presentRefusal(deleted);
  },
});
