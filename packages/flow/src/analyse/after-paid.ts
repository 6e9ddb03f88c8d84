import type { Trigger } from '../definition/trigger.ts';
import type { Entry } from '../interpret/effect.ts';
import type { Plan } from '../interpret/plan.ts';
import type { Change, Scenario } from '../simulate/scenario.ts';
import type { Locale } from '../validate/codes.ts';
import { statusPlace } from './domain.ts';
import { rulesOf } from './rules.ts';

/** A message that asks for a payment and can reach someone who has paid. Minutes count from the event. */
export type AfterPaid = {
  /** The path of the step that sends it. */
  readonly path: string;
  readonly id: string | null;
  readonly paidAt: number;
  readonly sentAt: number;
  /** What happened, in a sentence: `PIX às 10:00, pago às 10:31, lembrete às 10:40`. */
  readonly story: { readonly [Language in Locale]: string };
  /** Makes the simulator show it. */
  readonly scenario: Scenario;
};

/**
 * The messages of one path that went out although the order was paid and their thread had not asked since: whoever asked and
 * still sends means to thank.
 */
export function sentAfterPaid(plan: Plan, trace: readonly Entry[], scenario: Scenario): AfterPaid[] {
  const askedAt = new Map<string, number>();
  const found: AfterPaid[] = [];
  for (const { at, thread, path, id, type, outcome } of trace) {
    const { step } = plan.steps[plan.numbers.get(path)!]!;
    if (rulesOf(step).some(({ field }) => field === 'payment_status')) askedAt.set(thread, at);
    const paidAt = paidSince(scenario.changes ?? [], at);
    if (type !== 'action' || outcome !== 'sent' || paidAt === null) continue;
    if ((askedAt.get(thread) ?? -Infinity) >= paidAt) continue;
    found.push({ path, id, paidAt, sentAt: at, story: storyOf(plan.flow.trigger_event, paidAt, at), scenario });
  }
  return found;
}

/** When the payment came that stands at a minute; null where the order is not paid then, or was from the start. */
function paidSince(changes: readonly Change[], at: number): number | null {
  const last = changes.findLast((change) => change.at <= at && statusPlace in change.set);
  return last?.set[statusPlace] === 'PAID' ? last.at : null;
}

const events: { readonly [Name in Trigger]: { readonly [Language in Locale]: string } } = {
  'pix.generated': { 'pt-BR': 'PIX', en: 'PIX' },
  'boleto.generated': { 'pt-BR': 'boleto', en: 'boleto' },
  'payment.confirmed': { 'pt-BR': 'pagamento', en: 'payment' },
  'payment.failed': { 'pt-BR': 'pagamento recusado', en: 'payment refused' },
  'cart.abandoned': { 'pt-BR': 'carrinho abandonado', en: 'cart abandoned' },
  'lead.created': { 'pt-BR': 'contato', en: 'contact' },
  tracking_code_updated: { 'pt-BR': 'rastreio', en: 'tracking' },
};

function storyOf(trigger: Trigger, paidAt: number, sentAt: number): AfterPaid['story'] {
  const [begin, paid, sent] = [0, paidAt, sentAt];
  return {
    'pt-BR': `${events[trigger]['pt-BR']} às ${clock(begin, 'pt-BR')}, pago às ${clock(paid, 'pt-BR')}, lembrete às ${clock(sent, 'pt-BR')}`,
    en: `${events[trigger].en} at ${clock(begin, 'en')}, paid at ${clock(paid, 'en')}, reminder at ${clock(sent, 'en')}`,
  };
}

/** The clock of a story that begins at 10:00. */
function clock(minutes: number, locale: Locale): string {
  const since = Math.floor(minutes) + 10 * 60;
  const days = Math.floor(since / 1440);
  const [hour, minute] = [Math.floor(since / 60) % 24, since % 60].map((number) => String(number).padStart(2, '0'));
  const later = {
    'pt-BR': days === 1 ? ' do dia seguinte' : ` do ${days}º dia depois`,
    en: days === 1 ? ' the next day' : ` ${days} days later`,
  };
  return `${hour}:${minute}${days === 0 ? '' : later[locale]}`;
}
