import { findOverlaps } from '../overlapping.ts';
import type { Context } from '../../../context.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';
import { setAutomationActive, deleteAutomation } from '../switch-automation.ts';
import { automationsFor, presentRefusal } from './automation-responses.ts';

/** Switches automations on and off, and deletes them. */
export const switchAutomationHandlers = (
  context: Context,
): PanelHandlers<'findOverlaps' | 'switchAutomation' | 'deleteAutomation'> => ({
  /** POST /panel/api/stores/:storeId/automations/overlaps: the active automations that may message the same people (EDT7). */
  findOverlaps: async ({ params: { storeId }, body }) => ({
    success: true,
    overlaps: await findOverlaps(context.db, storeId, body),
  }),
  /** POST /panel/api/stores/:storeId/automations/:automationId/active: switches the published version on or off (RUN16). */
  switchAutomation: async ({ params: { storeId, automationId }, body, request, audit }) => {
    const { active, waiting, pause } = body;
    const choice = { active, ...(waiting && { waiting }), ...(pause && { pause }) };
    const switched = await setAutomationActive(automationsFor(context, request), storeId, automationId, choice, audit);
    if (switched.ok) return { success: true };
    return switched.code === 'AUTOMATION_NOT_FOUND' ? 'NOT_FOUND' : presentRefusal(switched);
  },
  /** DELETE /panel/api/stores/:storeId/automations/:automationId: deletes an automation and cancels its runs (RUN16). */
  deleteAutomation: async ({ params: { storeId, automationId }, request, audit }) => {
    const deleted = await deleteAutomation(automationsFor(context, request), storeId, automationId, audit);
    if (deleted.ok) return { success: true };
    return deleted.code === 'AUTOMATION_NOT_FOUND' ? 'NOT_FOUND' : presentRefusal(deleted);
  },
});
