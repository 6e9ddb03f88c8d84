import type { FastifyInstance } from 'fastify';
import { duplicateAutomation } from '../../../automations/create-automation.ts';
import type { Context } from '../../../context.ts';
import { isId } from '../../../platform/ids.ts';
import { addEndpoint } from '../register.ts';
import { automationsFor, presentRefusal } from './automation-responses.ts';

/** POST /panel/api/stores/:storeId/automations/:automationId/duplicate: creates an automation from a copy of its draft. */
export function addDuplicateAutomation(app: FastifyInstance, context: Context): void {
  addEndpoint(
    app,
    context,
    'duplicateAutomation',
    async ({ params: { storeId, automationId }, body, request, audit }) => {
      if (!isId(automationId)) return 'NOT_FOUND';
      const { name } = body;
      const copied = await duplicateAutomation(
        automationsFor(context, request),
        storeId,
        { automationId, name },
        audit,
      );
      if (!copied.ok) return presentRefusal(copied);
      return { success: true, automationId: copied.automation.automationId };
    },
  );
}
