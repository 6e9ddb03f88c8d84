import { asksForPayment, channels as allChannels, type Channel, type FlowSettings, type Trigger } from '@retoma/flow';
import type { Audit } from '../../http/audit-actions.ts';
import { automationFind } from './queries/automations.ts';
import { storeFind } from '../../stores/queries/stores.ts';
import { senderOf } from './creation-defaults.ts';
import type { AutomationRefusal } from './refusal.ts';
import { saveAutomation, type AuditSaved, type Saved } from './save-automation.ts';
import type { Automations } from './automation-deps.ts';
import { createDraft } from './save-draft.ts';

/**
 * The source of a new automation: only its event, a template, or a definition's text. `name`: other than the template's; `channels`: those
 * over which it sends, by default all; `senderEmail`: the address of its e-mails, for a store without one.
 */
export type AutomationSource =
  | { kind: 'scratch'; triggerEvent: Trigger; name: string }
  | {
      kind: 'template';
      template: string;
      name?: string | undefined;
      channels?: readonly Channel[] | undefined;
      senderEmail?: string | undefined;
    }
  | { kind: 'text'; text: string; activate: boolean; pause?: readonly string[] | undefined }
  | { kind: 'draft'; text: string };

/**
 * Creates an automation of a store as a draft; a text with `activate` is published too. A text must be valid (DEF8); as a `draft` it is kept
 * whatever is wrong with it (EDT9).
 */
export async function createAutomation(
  automations: Automations,
  storeId: string,
  source: AutomationSource,
  audit: AuditSaved,
): Promise<Saved | AutomationRefusal> {
  switch (source.kind) {
    case 'scratch': {
      const { name, triggerEvent } = source;
      const flow = {
        name,
        trigger_event: triggerEvent,
        active: true,
        settings: usualSettings(triggerEvent),
        steps: [],
      };
      return createDraft(automations, storeId, JSON.stringify(flow, null, 2), audit);
    }
    case 'template':
      return fromTemplate(automations, storeId, source, audit);
    case 'text': {
      const { text, activate, pause = [] } = source;
      return saveAutomation(automations, { storeId, text, publish: activate && 'active', pause }, audit);
    }
    case 'draft':
      return createDraft(automations, storeId, source.text, audit);
    default:
      return source satisfies never;
  }
}

/**
 * EDT8: the settings with which an automation begins. One that requests a payment ends with it; only tracking may start it again for the same
 * order, since each code must be sent.
 */
const usualSettings = (trigger: Trigger): FlowSettings => ({
  ...(asksForPayment(trigger) && { stopOn: 'payment.confirmed' }),
  reentry: trigger === 'tracking_code_updated' ? 'every' : 'once_per_order',
});

/** Saves a template as a draft, with the store as the sender of e-mails. A store without an address must fill it in before publishing. */
async function fromTemplate(
  automations: Automations,
  storeId: string,
  source: Extract<AutomationSource, { kind: 'template' }>,
  audit: Audit<'automation_created'>,
): Promise<Saved | AutomationRefusal> {
  const { flowTemplates, keepChannels, withSender } = await import('@retoma/flow/templates');
  const template = flowTemplates.find(({ name }) => name === source.template);
  const store = template && (await storeFind(automations.db, storeId));
  if (!store) return { ok: false, code: 'TEMPLATE_NOT_FOUND' };
  const sender = senderOf(store);
  const { name = template.flow.name, channels = allChannels, senderEmail = sender.address } = source;
  const flow = { ...withSender(keepChannels(template.flow, channels), { ...sender, address: senderEmail }), name };
  return createDraft(automations, storeId, JSON.stringify(flow, null, 2), audit);
}

/** Creates an unpublished automation from another one's draft. */
export async function duplicateAutomation(
  automations: Automations,
  storeId: string,
  { automationId, name }: { automationId: string; name: string },
  audit: Audit<'automation_created'>,
): Promise<Saved | AutomationRefusal> {
  const automation = await automationFind(automations.db, storeId, automationId);
  if (!automation) return { ok: false, code: 'AUTOMATION_NOT_FOUND' };
  const flow = { ...(JSON.parse(automation.draft) as object), name };
  return createDraft(automations, storeId, JSON.stringify(flow, null, 2), audit);
}
