import { draftIn, limits, triggers, validateText, type Mode, type Trigger, type Validation } from '@retoma/flow';
import { automationFind, automationInsert, automationUpdateDraft } from '../db/queries/automations/automations.ts';
import { newId } from '../platform/ids.ts';
import type { AutomationRefusal } from './refusal.ts';
import { storable, textWithIds, type Saved } from './save-automation.ts';
import type { Automations } from './automation-deps.ts';

/** A draft to save; without `existing` it creates a new automation. */
export type DraftRequest = {
  storeId: string;
  text: string;
  existing?: { automationId: string; revision: number };
};

/**
 * Saves a draft, finished or not. Returns its issues, which refuse only publishing (EDT1, EDT9). AUTOMATION_UNREADABLE refuses a text that
 * is not a JSON object, or is nested too deeply.
 */
export async function saveDraft(
  { db, userId, mode, locale = 'pt-BR' }: Automations,
  { storeId, text, existing }: DraftRequest,
): Promise<Saved | AutomationRefusal> {
  const flow = draftIn(text);
  if (!flow) return { ok: false, code: 'AUTOMATION_UNREADABLE' };
  const draft = {
    automationId: existing?.automationId ?? newId(),
    storeId,
    name: draftName(flow),
    triggerEvent: triggerOf(flow),
    draft: textWithIds(text, flow),
    savedBy: userId ?? null,
  };
  const validation = validateText(draft.draft, { mode, locale });
  if (!existing) return { ok: true, automation: await automationInsert(db, draft), validation };
  const automation = await automationUpdateDraft(db, draft, existing.revision);
  if (automation) return { ok: true, automation, validation };
  const there = await automationFind(db, storeId, draft.automationId);
  return { ok: false, code: there ? 'AUTOMATION_CHANGED' : 'AUTOMATION_NOT_FOUND' };
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
