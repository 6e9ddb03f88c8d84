import type { FastifyInstance } from 'fastify';
import { readAutomation } from '../../../automations/read-automations.ts';
import { setAutomationActive } from '../../../automations/switch-automation.ts';
import type { Context } from '../../../context.ts';
import { isId } from '../../../platform/ids.ts';
import { addEndpoint } from '../register.ts';
import { automationsFor, noteAutomation, presentRefusal } from './automation-responses.ts';

/** POST /panel/api/stores/:storeId/automations/:automationId/active: switches the published version on or off (RUN16). */
export function addSwitchAutomation(app: FastifyInstance, context: Context): void {
  addEndpoint(app, context, 'switchAutomation', async ({ params: { storeId, automationId }, body, request }) => {
    const automations = automationsFor(context, request);
    const automation = isId(automationId) && (await readAutomation(automations, storeId, automationId));
    if (!automation) return 'NOT_FOUND';
    const switched = await setAutomationActive(automations, storeId, automationId, body.active, {
      ...(body.waiting && { waiting: body.waiting }),
      ...(body.pause && { pause: body.pause }),
    });
    if (!switched.ok) return presentRefusal(switched);
    const what = body.active ? 'automation_switched_on' : 'automation_switched_off';
    await noteAutomation(context, request, automation, what);
    return { success: true };
  });
}
