import { setAutomationActive } from '../switch-automation.ts';
import type { Context } from '../../../context.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';
import { automationsFor, presentRefusal } from './automation-responses.ts';

/** POST /panel/api/stores/:storeId/automations/:automationId/active: switches the published version on or off (RUN16). */
export const switchAutomationHandlers = (context: Context): PanelHandlers<'switchAutomation'> => ({
  switchAutomation: async ({ params: { storeId, automationId }, body, request, audit }) => {
    const { active, waiting, pause } = body;
    const choice = { active, ...(waiting && { waiting }), ...(pause && { pause }) };
    const switched = await setAutomationActive(automationsFor(context, request), storeId, automationId, choice, audit);
    if (switched.ok) return { success: true };
    return switched.code === 'AUTOMATION_NOT_FOUND' ? 'NOT_FOUND' : presentRefusal(switched);
  },
});
