import { isSteps, limits, triggers, validateText, type Flow, type Mode, type Validation } from '@retoma/flow';
import { automationFind, automationInsert, automationUpdateDraft } from '../db/queries/automations.ts';
import { newId } from '../ids.ts';
import type { AutomationRefusal } from './refusal.ts';
import { storable, textWithIds, type Automations, type Saved } from './save-automation.ts';

/** A draft to save; without an id it makes a new automation. */
export type DraftRequest = {
  storeId: string;
  text: string;
  existing?: { automationId: string; revision: number };
};

/**
 * Saves a draft as it stands, finished or not: what is wrong with it is told, and refuses only publishing (F1). It must be something
 * that can be drawn, with an event and steps of known kinds: AUTOMATION_UNREADABLE.
 */
export async function saveDraft(
  { db, userId, mode, locale = 'pt-BR' }: Automations,
  { storeId, text, existing }: DraftRequest,
): Promise<Saved | AutomationRefusal> {
  const flow = drawable(text);
  if (!flow) return { ok: false, code: 'AUTOMATION_UNREADABLE' };
  const draft = {
    automationId: existing?.automationId ?? newId(),
    storeId,
    name: nameOf(flow),
    triggerEvent: flow.trigger_event,
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

/** The definition of a text, where it can be drawn. */
function drawable(text: string): Flow | undefined {
  if (text.length > limits.text) return undefined;
  let value: Partial<Flow> | null;
  try {
    value = JSON.parse(text) as Partial<Flow> | null;
  } catch {
    return undefined;
  }
  const isOne = isSteps(value?.steps) && (triggers as readonly unknown[]).includes(value.trigger_event);
  return isOne ? (value as Flow) : undefined;
}

/** What the column holds of a name that may be too long, or none. */
const nameOf = ({ name }: { name?: unknown }): string =>
  typeof name === 'string' ? Array.from(storable(name)).slice(0, limits.name.max).join('') : '';

/** How many issues a draft has: errors refuse publishing it as active, warnings do not. */
export const problemsOf = (text: string, mode: Mode): ProblemCounts =>
  countProblems(validateText(text, { mode }), mode);

type ProblemCounts = { errors: number; warnings: number };

/** How many issues a validation has, counted as `problemsOf` counts them. */
export function countProblems({ structure, _validation }: Validation, mode: Mode): ProblemCounts {
  const errors = structure.filter(({ severity }) => severity === 'error').length;
  const { totalErrors = 0, totalWarnings = 0 } = _validation ?? {};
  const blocking = mode === 'block' ? totalErrors : 0;
  return {
    errors: errors + blocking,
    warnings: structure.length - errors + totalWarnings + totalErrors - blocking,
  };
}
