import {
  draftIn,
  importFlow,
  reportedValidation,
  stopTriggersOf,
  validateText,
  withIds,
  type Flow,
  type ReportedValidation,
  type Validation,
} from '@retoma/flow';
import type { Audit } from '../../http/audit-actions.ts';
import type { Queryable } from '../../base/postgres/pool.ts';
import {
  automationFind,
  automationInsert,
  automationPublish,
  automationUpdateDraft,
  type AutomationRow,
} from './queries/automations.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import { newId } from '../../base/ids.ts';
import type { Automations } from './automation-deps.ts';
import { compileEmails } from './compile-emails.ts';
import { lockTogether, pauseOthers } from './overlapping.ts';
import { validationOptions } from './validation-options.ts';
import { validationRefusal, type AutomationRefusal } from './refusal.ts';
import { activated, releaseWhereHeld } from './switch-automation.ts';

/** A saved automation, with the validation of its draft. */
export type Saved = { ok: true; automation: AutomationRow; validation: Validation };

/** DEF8: `_validation` of an answer, with all that the editor shows of the draft; absent in mode off. */
export function validationIn({ automation, validation }: Saved): { _validation?: ReportedValidation | null } {
  const reported = reportedValidation(validation, JSON.parse(automation.draft));
  return reported === undefined ? {} : { _validation: reported };
}

/** A definition to save. Without `existing` it creates a new automation; with it, it replaces the draft of that revision. */
export type SaveRequest = {
  storeId: string;
  text: string;
  existing?: { automationId: string; revision: number };
  /** Publishes it too. true: active if the definition says so; 'active': active in any case. */
  publish?: boolean | 'active';
  /** EDT7: automations that are paused with the publication. */
  pause?: readonly string[];
};

/** AUT6: what is audited when an automation is saved. Saving the draft of an existing one is not. */
export type AuditSaved = Audit<'automation_created' | 'automation_published' | 'automation_switched_off'>;

/** Validates and saves a draft, and publishes it on request (EDT1). Steps without an id receive one; existing ids stay. */
export async function saveAutomation(
  automations: Automations,
  request: SaveRequest,
  audit: AuditSaved,
): Promise<Saved | AutomationRefusal> {
  const { db, locale = 'pt-BR' } = automations;
  const options = await validationOptions(automations, db, request.storeId);
  const validation = validateText(request.text, options);
  const refusal =
    validationRefusal(validation) ??
    (request.publish === 'active' ? validationRefusal(validateText(activated(request.text), options)) : undefined);
  if (refusal) return refusal;
  const imported = importFlow(request.text, locale);
  if (!imported.ok) return { ok: false, code: 'AUTOMATION_INVALID', structure: imported.issues };
  const { flow } = imported;
  const uncompiled = request.publish ? await compileEmails(automations, request.storeId, flow) : undefined;
  if (uncompiled) return uncompiled;
  const stored = textWithIds(request.text, flow);
  // Answers name steps by the ids that they have now; refusals name the places of the text that was sent.
  const saved = stored === request.text ? validation : validateText(stored, options);
  return inTransaction(db, async (client): Promise<Saved | AutomationRefusal> => {
    const draft = {
      automationId: request.existing?.automationId ?? newId(request.storeId),
      storeId: request.storeId,
      name: storable(flow.name),
      triggerEvent: flow.trigger_event,
      draft: stored,
      savedBy: automations.userId ?? null,
    };
    const automation = request.existing
      ? await automationUpdateDraft(client, draft, request.existing.revision)
      : await automationInsert(client, draft);
    if (!automation) {
      const there = await automationFind(client, draft.storeId, draft.automationId);
      return { ok: false, code: there ? 'AUTOMATION_CHANGED' : 'AUTOMATION_NOT_FOUND' };
    }
    const { storeId, automationId, name } = automation;
    if (!request.existing) await audit(client, { storeId, action: 'automation_created', detail: name });
    if (!request.publish) return { ok: true, automation, validation: saved };
    await pauseOthers(client, storeId, { own: automationId, others: request.pause ?? [] }, audit);
    const active = request.publish === 'active' || (flow.active ?? true);
    const published = await publish(client, automations, automation, { flow, active }, audit);
    return { ok: true, automation: published, validation: saved };
  });
}

/** Replaces NUL and lone surrogates, which a text column cannot contain; the definition itself is not changed. */
export const storable = (name: string): string => name.replaceAll('\u0000', '\ufffd').toWellFormed();

/**
 * Adds missing step ids. If every step has one, returns the text unchanged, so that a definition that is only read and saved keeps its
 * bytes.
 */
export function textWithIds(text: string, flow: Flow): string {
  const complete = withIds(flow, newId);
  return JSON.stringify(complete) === JSON.stringify(flow) ? text : JSON.stringify(complete, null, 2);
}

/** Options of a publication. */
export type PublishRequest = {
  /** The expected revision of the draft: AUTOMATION_CHANGED if it differs. */
  revision?: number;
  /** Whether events start it. Absent: unchanged; on the first publication as the definition says. */
  active?: boolean;
  /** EDT7: automations that are paused with the publication. */
  pause?: readonly string[];
};

/** Publishes the draft as the next version (EDT1); live runs keep their version (C). */
export async function publishAutomation(
  automations: Automations,
  storeId: string,
  automationId: string,
  request: PublishRequest,
  audit: Audit<'automation_published' | 'automation_switched_off'>,
): Promise<Saved | AutomationRefusal> {
  const { db } = automations;
  const checked = await automationFind(db, storeId, automationId);
  const steps = checked && draftIn(checked.draft);
  const uncompiled = steps && (await compileEmails(automations, storeId, steps));
  return inTransaction(db, async (client): Promise<Saved | AutomationRefusal> => {
    await lockTogether(client, storeId, automationId, request.pause);
    const automation = await automationFind(client, storeId, automationId, true);
    if (!automation) return { ok: false, code: 'AUTOMATION_NOT_FOUND' };
    const { draft, draftRevision, publishedVersion } = automation;
    if (request.revision !== undefined && request.revision !== draftRevision)
      return { ok: false, code: 'AUTOMATION_CHANGED' };
    const options = await validationOptions(automations, client, storeId);
    const validation = validateText(draft, options);
    const unsound = validationRefusal({ ...validation, valid: !hasErrors(validation) });
    if (unsound) return unsound;
    const flow = JSON.parse(draft) as Flow;
    const active = request.active ?? (publishedVersion === null ? (flow.active ?? true) : automation.active);
    const refusal = active ? validationRefusal(validateText(activated(draft), options)) : undefined;
    if (refusal ?? uncompiled) return refusal ?? uncompiled!;
    if (draft !== checked?.draft) return { ok: false, code: 'AUTOMATION_CHANGED' };
    if (active) await pauseOthers(client, storeId, { own: automationId, others: request.pause ?? [] }, audit);
    const published = await publish(client, automations, automation, { flow, active }, audit);
    return { ok: true, automation: published, validation };
  });
}

const hasErrors = ({ structure }: Validation): boolean => structure.some(({ severity }) => severity === 'error');

/** Publishes a draft whose row the caller has locked; if that switches the automation on, held runs are released. */
async function publish(
  client: Queryable,
  automations: Automations,
  automation: AutomationRow,
  { flow, active }: { flow: Flow; active: boolean },
  audit: Audit<'automation_published'>,
): Promise<AutomationRow> {
  const publishedVersion = await releaseWhereHeld(client, automations, automation, () =>
    automationPublish(
      client,
      automation,
      active,
      { triggerEvent: flow.trigger_event, stopOn: stopTriggersOf(flow) },
      automations.userId ?? null,
    ),
  );
  const { storeId, name } = automation;
  await audit(client, { storeId, action: 'automation_published', detail: name });
  return { ...automation, publishedVersion, active };
}
