import { readAutomation } from '../read-automations.ts';
import { validationIn } from '../save-automation.ts';
import { countProblems, saveDraft } from '../save-draft.ts';
import type { Context } from '../../../context.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';
import { automationsFor, presentRefusal } from './automation-responses.ts';
import type { DraftNow } from './contract.ts';

/** PUT /panel/api/stores/:storeId/automations/:automationId/draft: replaces the draft, complete or not. */
export const saveDraftHandlers = (context: Context): PanelHandlers<'saveDraft'> => ({
  saveDraft: async ({ params: { storeId, automationId }, body, request }) => {
    const { text, revision } = body;
    const automations = automationsFor(context, request);
    const saved = await saveDraft(automations, { storeId, text, automationId, revision });
    if (saved.ok) {
      const { draftRevision, updatedAt } = saved.automation;
      return {
        success: true,
        revision: draftRevision,
        updatedAt: updatedAt.toISOString(),
        problems: countProblems(saved.validation, automations.mode),
        ...validationIn(saved),
      };
    }
    if (saved.code !== 'AUTOMATION_CHANGED') return presentRefusal(saved);
    const details = await draftNow(context, storeId, automationId);
    return { ok: false, code: saved.code, ...(details && { details }) };
  },
});

/** The draft as another member saved it. */
async function draftNow(
  { db, usersDb, config }: Context,
  storeId: string,
  automationId: string,
): Promise<DraftNow | undefined> {
  const mode = config.templateValidationMode;
  const automation = await readAutomation({ db, usersDb, mode }, storeId, automationId);
  if (!automation) return undefined;
  const { draft, draftRevision, updatedAt, updatedBy } = automation;
  return { draft, revision: draftRevision, updatedAt: updatedAt.toISOString(), updatedBy };
}
