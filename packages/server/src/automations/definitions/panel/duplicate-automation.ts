import { duplicateAutomation } from '../create-automation.ts';
import type { Context } from '../../../context.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';
import { automationsFor, presentRefusal } from './automation-responses.ts';

/** POST /panel/api/stores/:storeId/automations/:automationId/duplicate: creates an automation from a copy of its draft. */
export const duplicateAutomationHandlers = (context: Context): PanelHandlers<'duplicateAutomation'> => ({
  duplicateAutomation: async ({ params: { storeId, automationId }, body, request, audit }) => {
    const { name } = body;
    const copied = await duplicateAutomation(automationsFor(context, request), storeId, { automationId, name }, audit);
    if (!copied.ok) return presentRefusal(copied);
    return { success: true, automationId: copied.automation.automationId };
  },
});
