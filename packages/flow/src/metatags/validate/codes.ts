import type { Locale, Localized } from '@retoma/commerce/locale';
import { limits } from '../../members/limits.ts';
import type { Channel, Trigger } from '../../members/trigger.ts';
import type { Audience } from '../../members/codes.ts';

/** The text of a template validation code. Texts may contain {metatag}, {trigger}, {place} and {length}. */
type TemplateCodeEntry = Localized & {
  readonly severity: 'error' | 'warning';
  /** The text for store owners if the general text names members or shows metatags as code. It may also contain {member}. */
  readonly owner?: Localized;
};

/** Every code of the template validation (Errors B, DEF7). Errors prevent saving an active automation, warnings do not. */
export const templateCodes = {
  INVALID_SYNTAX: {
    severity: 'error',
    'pt-BR': '{metatag} está mal escrito: use {{categoria.campo}}, sem espaços.',
    en: '{metatag} is malformed: write {{category.field}}, without spaces.',
    owner: {
      'pt-BR': '{metatag} está mal escrito: apague e escolha de novo em Inserir dado.',
      en: '{metatag} is malformed: delete it and choose it again in Insert data.',
    },
  },
  UNKNOWN_METATAG: {
    severity: 'error',
    'pt-BR': '{metatag} não existe no catálogo.',
    en: '{metatag} is not in the catalogue.',
    owner: { 'pt-BR': '{metatag} não existe.', en: '{metatag} does not exist.' },
  },
  PLANNED_METATAG: {
    severity: 'error',
    'pt-BR': '{metatag} ainda não está disponível e sairia vazio.',
    en: '{metatag} is not available yet and would be empty.',
  },
  UNAVAILABLE_FOR_TRIGGER: {
    severity: 'error',
    'pt-BR': '{metatag} não existe no gatilho “{trigger}”.',
    en: '{metatag} does not exist for the trigger “{trigger}”.',
    owner: { 'pt-BR': '{metatag} não existe em {trigger}.', en: '{metatag} does not exist in {trigger}.' },
  },
  UNAVAILABLE_FOR_CHANNEL: {
    severity: 'error',
    'pt-BR': '{metatag} não funciona em {place}.',
    en: '{metatag} does not work in {place}.',
  },
  UNIMPLEMENTED_ACTION: {
    severity: 'error',
    'pt-BR': 'Esta ação não é executada: use send_whatsapp, send_email ou send_sms.',
    en: 'This action is not executed: use send_whatsapp, send_email or send_sms.',
    owner: {
      'pt-BR': 'Esta ação não é executada: troque por uma mensagem de WhatsApp, e-mail ou SMS.',
      en: 'This action is not executed: put a WhatsApp message, an e-mail or an SMS in its place.',
    },
  },
  LEGACY_METATAG: {
    severity: 'warning',
    'pt-BR': '{metatag} é antigo e pode deixar de funcionar.',
    en: '{metatag} is legacy and may stop working.',
  },
  DEPRECATED_METATAG: {
    severity: 'warning',
    'pt-BR': '{metatag} vai deixar de existir.',
    en: '{metatag} is deprecated and will be removed.',
  },
  SENSITIVE_METATAG: {
    severity: 'warning',
    'pt-BR': '{metatag} mostra um dado sensível: evite enviá-lo em mensagens.',
    en: '{metatag} shows sensitive data: avoid sending it in messages.',
  },
  PIX_CODE_UNKNOWN: {
    severity: 'warning',
    'pt-BR': '{metatag}: a loja não recebe o código PIX. No lugar dele vai o link da página do PIX.',
    en: '{metatag}: the store does not receive the PIX code. The link to the page of the PIX takes its place.',
    owner: {
      'pt-BR':
        '{metatag}: sua loja não recebe o código. No lugar dele vai o link da página do PIX: veja se o texto combina.',
      en: '{metatag}: your store does not receive the code. A link to the page of the PIX takes its place: check that the text fits.',
    },
  },
  EMPTY_TEMPLATE: {
    severity: 'warning',
    'pt-BR': 'O texto está vazio.',
    en: 'The text is empty.',
    owner: { 'pt-BR': '{member}: ainda está vazio.', en: '{member}: still empty.' },
  },
  DUPLICATE_CURRENCY: {
    severity: 'warning',
    'pt-BR': '{metatag} já mostra o símbolo da moeda: apague o que está antes dele.',
    en: '{metatag} already shows the currency symbol: delete the one before it.',
  },
  SINGLE_BRACE: {
    severity: 'warning',
    'pt-BR': '{metatag} seria enviado assim: um dado tem duas chaves, {{categoria.campo}}.',
    en: '{metatag} would be sent as it is: data have two braces, {{category.field}}.',
    owner: {
      'pt-BR': '{metatag} seria enviado assim mesmo. Se é um dado, apague e escolha em Inserir dado.',
      en: '{metatag} would be sent as it is. If it is data, delete it and choose it in Insert data.',
    },
  },
  SMS_MAY_OVERFLOW: {
    severity: 'warning',
    'pt-BR': `Com os dados do exemplo este SMS tem {length} caracteres. O limite é ${limits.sms.max}.`,
    en: `With the sample data this SMS has {length} characters. The limit is ${limits.sms.max}.`,
  },
} as const satisfies Record<string, TemplateCodeEntry>;

/** A code of the template validation. */
export type TemplateCode = keyof typeof templateCodes;

/** The text of a code with its values inserted. Placeholders inside values are not replaced. */
export function templateMessage(
  code: TemplateCode,
  locale: Locale,
  values: Record<string, string> = {},
  audience: Audience = 'developer',
): string {
  const entry: TemplateCodeEntry = templateCodes[code];
  const text = audience === 'owner' && entry.owner ? entry.owner[locale] : entry[locale];
  return text.replace(/\{(metatag|trigger|place|length|member)\}/g, (_, name: string) => values[name] ?? '');
}

/** The labels of channels and header fields, for {place}. */
export const placeNames: Record<Channel | 'subject' | 'sender', Localized> = {
  whatsapp: { 'pt-BR': 'WhatsApp', en: 'WhatsApp' },
  email: { 'pt-BR': 'e-mail', en: 'e-mail' },
  sms: { 'pt-BR': 'SMS', en: 'SMS' },
  subject: { 'pt-BR': 'assunto de e-mail', en: 'an e-mail subject' },
  sender: { 'pt-BR': 'remetente, que é fixo', en: 'a sender, which is fixed' },
};

/** The labels of triggers, for {trigger}. */
export const triggerNames: Record<Trigger, Localized> = {
  'pix.generated': { 'pt-BR': 'PIX gerado', en: 'PIX generated' },
  'payment.confirmed': { 'pt-BR': 'Pagamento confirmado', en: 'Payment confirmed' },
  'payment.failed': { 'pt-BR': 'Pagamento recusado', en: 'Payment failed' },
  'boleto.generated': { 'pt-BR': 'Boleto gerado', en: 'Boleto generated' },
  'cart.abandoned': { 'pt-BR': 'Carrinho abandonado', en: 'Cart abandoned' },
  'lead.created': { 'pt-BR': 'Contato deixado', en: 'Lead created' },
  tracking_code_updated: { 'pt-BR': 'Rastreio atualizado', en: 'Tracking code updated' },
};

/** The label of a trigger; an unknown trigger is returned unchanged. */
export const triggerName = (trigger: string, locale: Locale): string =>
  Object.hasOwn(triggerNames, trigger) ? triggerNames[trigger as Trigger][locale] : trigger;
