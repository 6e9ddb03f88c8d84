import { readAutomationStatus } from '../read-automations.ts';
import { publishAutomation, validationIn } from '../save-automation.ts';
import type { Context } from '../../../context.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';
import { automationsFor, presentRefusal } from './automation-responses.ts';

/** POST /panel/api/stores/:storeId/automations/:automationId/publish: publishes the draft as the next version. */
export const publishAutomationHandlers = (context: Context): PanelHandlers<'publishAutomation'> => ({
  publishAutomation: async ({ params: { storeId, automationId }, body, request, audit }) => {
    const { revision, active, pause = [] } = body;
    const published = await publishAutomation(
      automationsFor(context, request),
      storeId,
      automationId,
      { revision, pause, ...(active !== undefined && { active }) },
      audit,
    );
    if (!published.ok) return presentRefusal(published);
    const { automation } = published;
    const { liveRuns = [] } = (await readAutomationStatus(context, storeId, automationId)) ?? {};
    return {
      success: true,
      version: automation.publishedVersion!,
      active: automation.active,
      liveRuns,
      ...validationIn(published),
    };
  },
});
