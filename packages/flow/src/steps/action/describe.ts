import type { Locale, Localized } from '@retoma/commerce/locale';
import { textMembersOf } from './texts.ts';
import type { ActionStep } from '../step.ts';

const names = {
  send_whatsapp: { 'pt-BR': 'Envia WhatsApp', en: 'Send WhatsApp' },
  send_email: { 'pt-BR': 'Envia e-mail', en: 'Send e-mail' },
  send_sms: { 'pt-BR': 'Envia SMS', en: 'Send SMS' },
  webhook: { 'pt-BR': 'Webhook (não é executado)', en: 'Webhook (not executed)' },
  create_coupon: { 'pt-BR': 'Cria cupom (não é executado)', en: 'Create coupon (not executed)' },
  unreadable: { 'pt-BR': 'Passo ilegível', en: 'Unreadable step' },
} as const satisfies Record<ActionStep['name'], Localized>;

/** An action as text: `Envia WhatsApp: “Oi, {{customer.name}}!”`; an e-mail's subject, otherwise the first text, shortened. */
export function describeAction(step: ActionStep, locale: Locale): string {
  const texts = textMembersOf(step);
  const source =
    texts.find(({ kind }) => kind === 'subject') ??
    texts.find(({ kind, text }) => kind === 'plain' && text.trim() !== '') ??
    texts[0];
  if (!source) return names[step.name][locale];
  const line = source.text.replace(/\s+/g, ' ').trim();
  const characters = Array.from(line.slice(0, 200));
  const short = characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : line;
  return `${names[step.name][locale]}: “${short}”`;
}
