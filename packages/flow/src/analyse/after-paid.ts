import type { Locale } from '@retoma/commerce/locale';
import type { Trigger } from '../members/trigger.ts';
import type { Entry } from '../execution/effect.ts';
import type { Change, Scenario } from '../simulate/scenario.ts';
import { statusPlace } from './domain.ts';

/** A payment reminder that can reach a customer who has paid. Minutes count from the event. */
export type AfterPaid = {
  /** The path of the sending step. */
  readonly path: string;
  readonly id: string | null;
  readonly paidAt: number;
  readonly sentAt: number;
  /** The sequence of moments in a sentence: `PIX às 10:00, pago às 10:31, lembrete às 10:40`. */
  readonly sequence: { readonly [Language in Locale]: string };
  /** The scenario in which the simulator shows it. */
  readonly scenario: Scenario;
};

/**
 * Collects from each path which messages go to whom. A message that is ever sent to a customer who has not paid counts as a reminder, also
 * behind branches that join again. A message sent only to customers who have paid does not.
 */
export class SentAfterPaid {
  readonly #trigger: Trigger;
  /** The paths of steps that send a message to a customer who has not paid. */
  readonly #reminders = new Set<string>();
  readonly #sent = new Map<string, AfterPaid>();

  constructor(trigger: Trigger) {
    this.#trigger = trigger;
  }

  /** Adds the messages of one path. */
  add(trace: readonly Entry[], scenario: Scenario): void {
    const payments = (scenario.changes ?? []).filter(({ set }) => statusPlace in set);
    for (const { at, path, id, type, outcome } of trace) {
      if (type !== 'action' || outcome !== 'sent') continue;
      const past = payments.filter((change) => change.at <= at);
      const paid = past.findLast(isPaid);
      if (!paid) this.#reminders.add(path);
      if (!paid || (this.#sent.get(path)?.sentAt ?? Infinity) <= at) continue;
      const cancelled = past.at(-1) === paid ? undefined : past.at(-1)!.at;
      const sequence = sequenceOf(this.#trigger, paid.at, cancelled, at);
      this.#sent.set(path, { path, id, paidAt: paid.at, sentAt: at, sequence, scenario });
    }
  }

  /** The reminders that reached a customer who had paid; each step once, with its earliest sending. */
  found(): AfterPaid[] {
    return [...this.#sent.values()].filter(({ path }) => this.#reminders.has(path));
  }
}

const isPaid = ({ set }: Change): boolean => set[statusPlace] === 'PAID';

const events: { readonly [Name in Trigger]: { readonly [Language in Locale]: string } } = {
  'pix.generated': { 'pt-BR': 'PIX', en: 'PIX' },
  'boleto.generated': { 'pt-BR': 'boleto', en: 'boleto' },
  'payment.confirmed': { 'pt-BR': 'pagamento', en: 'payment' },
  'payment.failed': { 'pt-BR': 'pagamento recusado', en: 'payment refused' },
  'cart.abandoned': { 'pt-BR': 'carrinho abandonado', en: 'cart abandoned' },
  'lead.created': { 'pt-BR': 'contato', en: 'contact' },
  tracking_code_updated: { 'pt-BR': 'rastreio', en: 'tracking' },
};

const moments = {
  'pt-BR': { at: 'às', paid: 'pago', cancelled: 'cancelado', sent: 'lembrete' },
  en: { at: 'at', paid: 'paid', cancelled: 'cancelled', sent: 'reminder' },
};

/** The sequence of moments in both languages. `cancelled`: when the paid order was cancelled, if it was. */
function sequenceOf(
  trigger: Trigger,
  paid: number,
  cancelled: number | undefined,
  sent: number,
): AfterPaid['sequence'] {
  const describeIn = (locale: Locale): string => {
    const labels = moments[locale];
    return [
      [events[trigger][locale], 0] as const,
      [labels.paid, paid] as const,
      ...(cancelled === undefined ? [] : [[labels.cancelled, cancelled] as const]),
      [labels.sent, sent] as const,
    ]
      .map(([what, minutes]) => `${what} ${labels.at} ${clock(minutes, locale)}`)
      .join(', ');
  };
  return { 'pt-BR': describeIn('pt-BR'), en: describeIn('en') };
}

/** The time of day in a sequence that begins at 10:00. */
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
