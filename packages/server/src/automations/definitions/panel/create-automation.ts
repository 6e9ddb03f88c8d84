import { creationDefaults } from '../creation-defaults.ts';
import type { Context } from '../../../context.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';
import { createAutomation, duplicateAutomation } from '../create-automation.ts';
import { validationIn } from '../save-automation.ts';
import { automationsFor, presentRefusal } from './automation-responses.ts';

/** Creates automations. */
export const createAutomationHandlers = (
  context: Context,
): PanelHandlers<'creationDefaults' | 'createAutomation' | 'duplicateAutomation'> => ({
  /** GET /panel/api/stores/:storeId/automations/defaults: what a new automation takes from the store (EDT10). */
  creationDefaults: async ({ params: { storeId } }) => {
    const defaults = await creationDefaults(context.db, storeId);
    return defaults ? { success: true, ...defaults } : 'NOT_FOUND';
  },
  /** POST /panel/api/stores/:storeId/automations: creates an automation: empty, from a template or from a text. */
  createAutomation: async ({ params: { storeId }, body: { source }, request, audit }) => {
    const created = await createAutomation(automationsFor(context, request), storeId, source, audit);
    if (!created.ok) return presentRefusal(created);
    return { success: true, automationId: created.automation.automationId, ...validationIn(created) };
  },
  /** POST /panel/api/stores/:storeId/automations/:automationId/duplicate: creates an automation from a copy of its draft. */
  duplicateAutomation: async ({ params: { storeId, automationId }, body, request, audit }) => {
    const { name } = body;
    const copied = await duplicateAutomation(automationsFor(context, request), storeId, { automationId, name }, audit);
    if (!copied.ok) return presentRefusal(copied);
    return { success: true, automationId: copied.automation.automationId };
  },
});
