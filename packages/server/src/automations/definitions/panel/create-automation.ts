import { createAutomation } from '../create-automation.ts';
import { validationIn } from '../save-automation.ts';
import type { Context } from '../../../context.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';
import { automationsFor, presentRefusal } from './automation-responses.ts';

/** POST /panel/api/stores/:storeId/automations: creates an automation: empty, from a template or from a text. */
export const createAutomationHandlers = (context: Context): PanelHandlers<'createAutomation'> => ({
  createAutomation: async ({ params: { storeId }, body: { source }, request, audit }) => {
    const created = await createAutomation(automationsFor(context, request), storeId, source, audit);
    if (!created.ok) return presentRefusal(created);
    return { success: true, automationId: created.automation.automationId, ...validationIn(created) };
  },
});
