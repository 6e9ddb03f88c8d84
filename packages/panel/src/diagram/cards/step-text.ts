import { localized } from '@retoma/commerce/locale';
import {
  describeField,
  describeMinutes,
  describeRule,
  describeRules,
  describeWait,
  describeTimes,
  limits,
  moneyFields,
  stopTriggersOf,
  triggerNames,
  triggers,
  type ActionStep,
  type ConditionStep,
  type Flow,
  type Step,
  type Trigger,
  type WhatsappType,
} from '@retoma/flow';
import type { IconName } from '../../ui/icons.tsx';
import type { Locale, Localized } from '../../ui/locale.tsx';
import { bodyOf } from './step-body.ts';

/** The label and appearance of a step, without ids or English keywords of the format. `tone` selects the color of its tile. */
type StepText = { name: string; icon: IconName; tone: StepTone; line: string; body: string };

/** The colour of a step's tile: one for each kind and channel. */
export type StepTone = 'trigger' | 'delay' | 'condition' | 'whatsapp' | 'email' | 'sms' | 'repeat' | 'end' | 'dead';

const cache: Record<Locale, WeakMap<Step, StepText>> = { 'pt-BR': new WeakMap(), en: new WeakMap() };

/**
 * The texts of a step. `body`: the first words of its message, with metatags as written. Cached by step object: after a change of one step,
 * all other steps of the flow keep their text objects.
 */
export function describeStep(step: Step, locale: Locale): StepText {
  let cardText = cache[locale].get(step);
  if (!cardText) cache[locale].set(step, (cardText = describeFind(step, locale)));
  return cardText;
}

const inBusinessHours = localized('Em horário comercial', 'In business hours');

function describeFind(step: Step, locale: Locale): StepText {
  switch (step.type) {
    case 'delay': {
      const { minutes, until, businessHours } = step;
      const time = describeWait({ minutes, ...(until && { until }) }, locale).replace(/minutos?|minutes?/, 'min');
      const name = `${localized('Esperar', 'Wait')[locale]} ${time}`;
      return { name, icon: 'clock', tone: 'delay', line: businessHours ? inBusinessHours[locale] : '', body: '' };
    }
    case 'action':
      return describeAction(step, locale);
    case 'condition':
      return describeCondition(step, locale);
    case 'retry': {
      const { maxAttempts = limits.maxAttempts.default, delayBetweenAttempts = 0 } = step;
      const pause = describeMinutes(delayBetweenAttempts, locale);
      const name = `${localized('Tentar até', 'Try up to')[locale]} ${describeTimes(maxAttempts, locale)}`;
      const line = delayBetweenAttempts > 0 ? localized(`${pause} entre tentativas`, `${pause} apart`)[locale] : '';
      return { name, icon: 'refresh', tone: 'repeat', line, body: '' };
    }
    case 'loop': {
      const { maxIterations = limits.maxIterations.default, condition } = step;
      const name = `${localized('Repetir até', 'Repeat up to')[locale]} ${describeTimes(maxIterations, locale)}`;
      const rule = condition && describeRule(condition, locale);
      return {
        name,
        icon: 'loop',
        tone: 'repeat',
        line: rule ? `${localized('enquanto', 'while')[locale]} ${rule}` : '',
        body: '',
      };
    }
    case 'end':
      return { name: localized('Fim', 'End')[locale], icon: 'flag', tone: 'end', line: '', body: '' };
    default:
      return step satisfies never;
  }
}

const unknownTrigger = localized(
  { name: 'Gatilho desconhecido', line: 'Nada a inicia' },
  { name: 'Unknown trigger', line: 'Nothing starts it' },
);

/** The label of a trigger and when it fires; an unknown trigger is described as unknown. */
export function describeTrigger(trigger: Trigger | null, locale: Locale): { name: string; line: string } {
  const known = triggers.find((one) => one === trigger);
  if (known) return { name: triggerNames[known][locale], line: firesWhen[known][locale] };
  return unknownTrigger[locale];
}

/** The events that end the runs of a flow early (RUN18): `Encerra quando: Pagamento confirmado`; '' if there are none. */
export function describeStop(flow: Flow, locale: Locale): string {
  const names = stopTriggersOf(flow).flatMap((trigger) => triggerNames[trigger]?.[locale] ?? []);
  if (names.length === 0) return '';
  return `${localized('Encerra quando', 'Ends when')[locale]}: ${names.join(', ')}`;
}

const firesWhen: Record<Trigger, Localized> = {
  'pix.generated': { 'pt-BR': 'Alguém gerou um PIX', en: 'Someone made a PIX' },
  'payment.confirmed': { 'pt-BR': 'O dinheiro entrou', en: 'The money came in' },
  'payment.failed': { 'pt-BR': 'O banco recusou o cartão', en: 'The bank refused the card' },
  'boleto.generated': { 'pt-BR': 'Alguém emitiu um boleto', en: 'Someone issued a boleto' },
  'cart.abandoned': { 'pt-BR': 'Alguém saiu sem finalizar', en: 'Someone left without finishing' },
  'lead.created': { 'pt-BR': 'Alguém deixou contato', en: 'Someone left a contact' },
  tracking_code_updated: { 'pt-BR': 'O envio tem novidade', en: 'The shipment was updated' },
};

const whatsappShapes: Record<WhatsappType, Localized> = {
  text: { 'pt-BR': 'texto', en: 'text' },
  whatsapp: { 'pt-BR': 'texto', en: 'text' },
  image: { 'pt-BR': 'imagem', en: 'image' },
  audio: { 'pt-BR': 'áudio', en: 'audio' },
  video: { 'pt-BR': 'vídeo', en: 'video' },
  document: { 'pt-BR': 'documento', en: 'document' },
  link: { 'pt-BR': 'link', en: 'link' },
  'button-actions': { 'pt-BR': 'botões', en: 'buttons' },
  'button-list': { 'pt-BR': 'lista de respostas', en: 'list of answers' },
  'button-otp': { 'pt-BR': 'código para copiar', en: 'code to copy' },
};

/** The label of a type of WhatsApp message: `botões`. */
const whatsappShape = (type: WhatsappType, locale: Locale): string => whatsappShapes[type]?.[locale] ?? '';

function describeAction(step: ActionStep, locale: Locale): StepText {
  const body = bodyOf(step);
  switch (step.name) {
    case 'send_whatsapp': {
      const name = localized('Mensagem de WhatsApp', 'WhatsApp message')[locale];
      const line = `WhatsApp · ${whatsappShape(step.data.type, locale)}`;
      return { name, icon: 'whatsapp', tone: 'whatsapp', line, body };
    }
    case 'send_email':
      return {
        name: localized('Mensagem de e-mail', 'E-mail message')[locale],
        icon: 'email',
        tone: 'email',
        line: 'E-mail',
        body,
      };
    case 'send_sms':
      return { name: localized('Mensagem de SMS', 'SMS message')[locale], icon: 'sms', tone: 'sms', line: 'SMS', body };
    case 'webhook':
    case 'create_coupon': {
      const coupon = step.name === 'create_coupon';
      const name = coupon
        ? localized('Criar cupom', 'Create a coupon')[locale]
        : localized('Chamar outro sistema', 'Call another system')[locale];
      return { name, icon: 'warning', tone: 'dead', line: localized('Não executa', 'Not executed')[locale], body: '' };
    }
    case 'unreadable': {
      const name = localized('Passo ilegível', 'Unreadable step')[locale];
      const body = (JSON.stringify(step.data.value) ?? '').slice(0, 120);
      return { name, icon: 'warning', tone: 'dead', line: localized('Não executa', 'Not executed')[locale], body };
    }
    default:
      return step satisfies never;
  }
}

function describeCondition(step: ConditionStep, locale: Locale): StepText {
  const line = step.branches
    ? localized('Segue o primeiro caminho que servir', 'Follows the first path that fits')[locale]
    : describeRules(step.conditions ?? [step], step.operator === 'OR' ? 'OR' : 'AND', locale);
  return { name: questionOf(step, locale), icon: 'split', tone: 'condition', line, body: '' };
}

/** A condition as a question: `O pagamento já entrou?` */
function questionOf(step: ConditionStep, locale: Locale): string {
  const rules = step.branches ? step.branches.flatMap(({ conditions }) => conditions) : (step.conditions ?? [step]);
  const fields = [...new Set(rules.map(({ field }) => field))];
  if (fields.length === 1 && fields[0] === 'payment_status')
    return localized('O pagamento já entrou?', 'Is it paid?')[locale];
  if (fields.length > 0 && fields.every((field) => moneyFields.has(field)))
    return localized('Quanto vale a compra?', 'How much is it worth?')[locale];
  if (fields.length === 1) return `${capital(describeField(fields[0]!, locale))}?`;
  return localized('Qual caminho seguir?', 'Which way?')[locale];
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
