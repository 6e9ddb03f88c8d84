import { readAutomation } from '../read-automations.ts';
import type { Context } from '../../../context.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';
import { presentHead } from './automation-responses.ts';

/** GET /panel/api/stores/:storeId/automations/:automationId: one automation with its draft and its published definition. */
export function readAutomationHandlers(context: Context): PanelHandlers<'readAutomation'> {
  const { db, usersDb, config } = context;
  const mode = config.templateValidationMode;
  return {
    readAutomation: async ({ params: { storeId, automationId } }) => {
      const automation = await readAutomation({ db, usersDb, mode }, storeId, automationId);
      if (!automation) return 'NOT_FOUND';
      const { draft, published } = automation;
      return { success: true, automation: { ...presentHead(automation), draft, published, mode } };
    },
  };
}
