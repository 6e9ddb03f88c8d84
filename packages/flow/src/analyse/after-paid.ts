import type { Trigger } from '../definition/trigger.ts';
import type { Entry } from '../interpret/effect.ts';
import type { Change, Scenario } from '../simulate/scenario.ts';
import type { Locale } from '../validate/codes.ts';
import { statusPlace } from './domain.ts';

/** A payment reminder that can reach a customer who has paid. Minutes count from the event. */
export type AfterPaid = {
  /** The path of the step that sends it. */
  readonly path: string;
  readonly id: string | null;
  readonly paidAt: number;
  readonly sentAt: number;
  /** What happened, in a sentence: `PIX às 10:00, pago às 10:31, lembrete às 10:40`. */
  readonly sequence: { readonly [Language in Locale]: string };
  /** Makes the simulator show it. */
  readonly scenario: Scenario;
};

/**
 * Collects, path by path, what goes out to whom. A message that goes out to people who have not paid asks for the payment, wherever it is,
 * also behind branches that meet again. One that only comes to people who have paid is meant for them.
 */
export class SentAfterPaid {
  readonly #trigger: Trigger;
  /** The paths of the steps that send something to people who have never paid. */
  readonly #reminders = new Set<string>();
  readonly #sent = new Map<string, AfterPaid>();

  constructor(trigger: Trigger) {
    this.#trigger = trigger;
  }

  /** Adds one path. */
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

  /** The reminders that reached someone who had paid; each step once, with the shortest sequence of moments. */
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

/** What happened, in both languages. `cancelled`: when an order that was paid was cancelled after all. */
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

/** The clock of a sequence that begins at 10:00. */
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
