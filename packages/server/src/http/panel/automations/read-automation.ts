import type { FastifyInstance } from 'fastify';
import { readAutomation } from '../../../automations/read-automations.ts';
import type { Context } from '../../../context.ts';
import { isId } from '../../../platform/ids.ts';
import { addEndpoint } from '../register.ts';
import { presentHead } from './automation-responses.ts';

/** GET /panel/api/stores/:storeId/automations/:automationId: one automation with its draft and its published definition. */
export function addReadAutomation(app: FastifyInstance, context: Context): void {
  const { db, config } = context;
  const mode = config.templateValidationMode;
  addEndpoint(app, context, 'readAutomation', async ({ params: { storeId, automationId } }) => {
    const automation = isId(automationId) && (await readAutomation({ db, mode }, storeId, automationId));
    if (!automation) return 'NOT_FOUND';
    const { draft, published } = automation;
    return { success: true, automation: { ...presentHead(automation), draft, published, mode } };
  });
}
