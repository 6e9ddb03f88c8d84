import type { FastifyInstance } from 'fastify';
import { readAutomation } from '../../../automations/read-automations.ts';
import { deleteAutomation } from '../../../automations/switch-automation.ts';
import type { Context } from '../../../context.ts';
import { isId } from '../../../platform/ids.ts';
import { addEndpoint } from '../register.ts';
import { automationsFor, noteAutomation, presentRefusal } from './automation-responses.ts';

/** DELETE /panel/api/stores/:storeId/automations/:automationId: deletes an automation and cancels its runs (RUN16). */
export function addDeleteAutomation(app: FastifyInstance, context: Context): void {
  addEndpoint(app, context, 'deleteAutomation', async ({ params: { storeId, automationId }, request }) => {
    const automations = automationsFor(context, request);
    const automation = isId(automationId) && (await readAutomation(automations, storeId, automationId));
    if (!automation) return 'NOT_FOUND';
    const deleted = await deleteAutomation(automations, storeId, automationId);
    if (!deleted.ok) return presentRefusal(deleted);
    await noteAutomation(context, request, automation, 'automation_deleted');
    return { success: true };
  });
}
