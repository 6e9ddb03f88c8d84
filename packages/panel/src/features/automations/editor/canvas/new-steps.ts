import { localized } from '@retoma/commerce/locale';
import {
  branchNameOf,
  collectIds,
  walkFlow,
  type Branch,
  type EmailData,
  type Flow,
  type Step,
  type Trigger,
} from '@retoma/flow';
import type { Sender } from '@retoma/flow/templates';
import type { StepTone } from '../../../../diagram/cards/step-text.ts';
import type { IconName } from '../../../../ui/icons.tsx';
import type { Locale } from '../../../../ui/locale.tsx';
import { newStepId } from '../state/editable-flow.ts';

/** The steps that can be inserted into a flow. Steps that are never executed are not offered (RUN9). */
export const newStepKinds = ['whatsapp', 'email', 'sms', 'delay', 'condition', 'retry', 'loop', 'end'] as const;

/** A kind of new step. */
export type NewStepKind = (typeof newStepKinds)[number];

type KindLook = { icon: IconName; tone: StepTone; group: 'messages' | 'timing' | 'repetition' };

/** How a kind is listed in the menu: its tile, and the group that it is in. */
export const kindLooks: Record<NewStepKind, KindLook> = {
  whatsapp: { icon: 'whatsapp', tone: 'whatsapp', group: 'messages' },
  email: { icon: 'email', tone: 'email', group: 'messages' },
  sms: { icon: 'sms', tone: 'sms', group: 'messages' },
  delay: { icon: 'clock', tone: 'delay', group: 'timing' },
  condition: { icon: 'split', tone: 'condition', group: 'timing' },
  retry: { icon: 'refresh', tone: 'repeat', group: 'repetition' },
  loop: { icon: 'loop', tone: 'repeat', group: 'repetition' },
  end: { icon: 'flag', tone: 'end', group: 'repetition' },
};

/** Creates a step with an id. It contains no invented content: messages are empty. `sender`: the store's. */
export function newStep(kind: NewStepKind, flow: Flow, locale: Locale, sender?: Sender): Step {
  const id = newStepId();
  switch (kind) {
    case 'whatsapp':
      return { type: 'action', id, name: 'send_whatsapp', data: { type: 'text', message: '' } };
    case 'email':
      return {
        type: 'action',
        id,
        name: 'send_email',
        data: { ...senderOf(flow, sender), subject: '', html: '' },
      };
    case 'sms':
      return { type: 'action', id, name: 'send_sms', data: { message: '' } };
    case 'delay':
      return { type: 'delay', id, minutes: 30 };
    case 'condition':
      return { type: 'condition', id, branches: newBranches(flow, locale) };
    case 'retry':
      return { type: 'retry', id, maxAttempts: 3, delayBetweenAttempts: 10, steps: [] };
    case 'loop':
      return { type: 'loop', id, maxIterations: 3, steps: [] };
    case 'end':
      return { type: 'end', id };
    default:
      return kind satisfies never;
  }
}

/** The sender of a new e-mail: the store's; where it has no address, that of the flow's first e-mail. */
function senderOf(flow: Flow, store: Sender | undefined): Pick<EmailData, 'remetente_nome' | 'remetente_email'> {
  if (!store?.address) {
    for (const { step } of walkFlow(flow)) {
      if (step.type !== 'action' || step.name !== 'send_email') continue;
      const { remetente_nome, remetente_email } = step.data;
      if (remetente_email) return { remetente_nome, remetente_email };
    }
  }
  return { remetente_nome: store?.name ?? '', remetente_email: store?.address ?? '' };
}

/** Triggers without an open payment. Their default condition does not check the payment status. */
const nothingOwed: ReadonlySet<Trigger> = new Set(['lead.created', 'tracking_code_updated']);

type StatusRule = { field: 'payment_status'; operator: '=' | '!='; value: string };

/** The rules of a new condition's branches. Reminders below it move into the first: that of people who have not paid. */
function paymentRules(trigger: Trigger): StatusRule[] {
  const rule = (operator: '=' | '!=', value: string): StatusRule => ({ field: 'payment_status', operator, value });
  const paid = rule('=', 'paid');
  if (trigger === 'payment.confirmed') return [paid, rule('=', 'pending')];
  if (trigger === 'payment.failed') return [rule('=', 'failed'), paid];
  // A cart without an order has no status.
  return [trigger === 'cart.abandoned' ? rule('!=', 'paid') : rule('=', 'pending'), paid];
}

/** The branches of a new condition (EDT18). */
export function newBranches(flow: Flow, locale: Locale): Branch[] {
  const usedIds = collectIds(flow);
  let number = 1;
  while ([...usedIds].some((id) => id.startsWith(`check${number}-`))) number++;
  if (nothingOwed.has(flow.trigger_event)) {
    const hasEmail: Branch = {
      id: `check${number}-email`,
      label: localized('Tem e-mail', 'Has an e-mail')[locale],
      conditions: [{ field: 'customer.email', operator: 'not-empty' }],
      steps: [],
    };
    return [hasEmail];
  }
  return paymentRules(flow.trigger_event).map((rule): Branch => {
    const conditions = [rule];
    const id = `check${number}-${rule.operator === '=' ? rule.value : 'unpaid'}`;
    return { id, label: branchNameOf({ conditions }, locale), conditions, steps: [] };
  });
}
