import { draftIn, limits, triggers, validateText, type Mode, type Trigger, type Validation } from '@retoma/flow';
import type { Audit } from '../../http/audit-actions.ts';
import { automationFind, automationInsert, automationUpdateDraft } from './queries/automations.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import { newId } from '../../base/ids.ts';
import type { AutomationRefusal } from './refusal.ts';
import { storable, textWithIds, type Saved } from './save-automation.ts';
import type { Automations } from './automation-deps.ts';
import { validationOptions } from './validation-options.ts';

const unreadable: AutomationRefusal = { ok: false, code: 'AUTOMATION_UNREADABLE' };

/**
 * Saves the draft of an automation, finished or not. Returns its issues, which refuse only publishing (EDT1, EDT9). AUTOMATION_UNREADABLE
 * refuses a text that is not a JSON object, or is nested too deeply. `revision`: AUTOMATION_CHANGED if the draft has another one.
 */
export async function saveDraft(
  automations: Automations,
  { storeId, text, automationId, revision }: { storeId: string; text: string; automationId: string; revision: number },
): Promise<Saved | AutomationRefusal> {
  const read = await readDraft(automations, storeId, text);
  if (!read) return unreadable;
  const { db } = automations;
  const automation = await automationUpdateDraft(db, { ...read.draft, storeId, automationId }, revision);
  if (automation) return { ok: true, automation, validation: read.validation };
  const there = await automationFind(db, storeId, automationId);
  return { ok: false, code: there ? 'AUTOMATION_CHANGED' : 'AUTOMATION_NOT_FOUND' };
}

/** Creates an automation from a draft, finished or not, like `saveDraft`. */
export async function createDraft(
  automations: Automations,
  storeId: string,
  text: string,
  audit: Audit<'automation_created'>,
): Promise<Saved | AutomationRefusal> {
  const read = await readDraft(automations, storeId, text);
  if (!read) return unreadable;
  return inTransaction(automations.db, async (client) => {
    const automation = await automationInsert(client, { ...read.draft, storeId, automationId: newId(storeId) });
    await audit(client, { storeId, action: 'automation_created', detail: automation.name });
    return { ok: true, automation, validation: read.validation };
  });
}

/** A draft as it is stored, with its issues; undefined: the text cannot be read. */
async function readDraft(automations: Automations, storeId: string, text: string) {
  const flow = draftIn(text);
  if (!flow) return undefined;
  const stored = textWithIds(text, flow);
  const draft = {
    name: draftName(flow),
    triggerEvent: triggerOf(flow),
    draft: stored,
    savedBy: automations.userId ?? null,
  };
  const options = await validationOptions(automations, automations.db, storeId);
  return { draft, validation: validateText(stored, options) };
}

/** The trigger for the column; null if the draft names no known one. */
const triggerOf = ({ trigger_event: named }: { trigger_event?: unknown }): Trigger | null =>
  triggers.find((trigger) => trigger === named) ?? null;

/** The name for the column: cut to the longest length, '' if there is none. */
const draftName = ({ name }: { name?: unknown }): string =>
  typeof name === 'string' ? Array.from(storable(name)).slice(0, limits.name.max).join('') : '';

/** The number of issues of a draft: errors refuse publishing it as active, warnings do not. */
export const problemsOf = (text: string, mode: Mode): ProblemCounts =>
  countProblems(validateText(text, { mode }), mode);

type ProblemCounts = { errors: number; warnings: number };

/** The number of issues of a validation, counted as in `problemsOf`. */
export function countProblems({ structure, _validation }: Validation, mode: Mode): ProblemCounts {
  const errors = structure.filter(({ severity }) => severity === 'error').length;
  const { totalErrors = 0, totalWarnings = 0 } = _validation ?? {};
  const blocking = mode === 'block' ? totalErrors : 0;
  return {
    errors: errors + blocking,
    warnings: structure.length - errors + totalWarnings + totalErrors - blocking,
  };
}
