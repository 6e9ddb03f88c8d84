import type { FastifyInstance } from 'fastify';
import { readAutomationStatus } from '../../../automations/read-automations.ts';
import type { Context } from '../../../context.ts';
import { isId } from '../../../platform/ids.ts';
import { addEndpoint } from '../register.ts';

/** GET /panel/api/stores/:storeId/automations/:automationId/status: what publishing or pausing it affects. */
export function addAutomationStatus(app: FastifyInstance, context: Context): void {
  addEndpoint(app, context, 'automationStatus', async ({ params: { storeId, automationId } }) => {
    const status = isId(automationId) && (await readAutomationStatus(context, storeId, automationId));
    return status ? { success: true, ...status } : 'NOT_FOUND';
  });
}
