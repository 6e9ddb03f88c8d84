import { timeOfDay, weekday } from '../members/clock.ts';
import type { MembersOf } from '../members/infer.ts';
import {
  boolean,
  integer,
  list,
  object,
  oneOrMany,
  required,
  rootSteps,
  table,
  text,
  word,
} from '../members/member.ts';
import { limits } from '../members/limits.ts';
import type { Raw, Report } from '../members/report.ts';
import type { Steps } from '../steps/step.ts';
import { triggers, type Trigger } from '../members/trigger.ts';

/** When an automation may start again for the same order or customer (RUN18). */
export const reentries = ['every', 'once_per_order', 'once_per_customer'] as const;

/** One of `reentries`. */
export type Reentry = (typeof reentries)[number];

const quietHours = table(
  { title: 'Horário de silêncio' },
  {
    from: timeOfDay,
    to: timeOfDay,
    /** The days on which the quiet hours begin, 0 (Sunday) to 6 (Saturday); by default every day. */
    days: list(weekday, {}, { filled: true, schema: { description: '0 é domingo, 6 é sábado.' } }),
  },
  { first: checkDiffer },
);

/** Quiet hours with equal times would never end. */
function checkDiffer({ from, to }: Raw, report: Report): void {
  if (from === to && typeof to === 'string')
    report.add('INVALID_VALUE', 'to', { got: to, accepted: [`≠ ${to.slice(0, 5)}`] });
}

/** The time of day at which no message is sent (RUN18), in the store's time zone. If `from` is after `to`, it spans midnight. */
export type QuietHours = MembersOf<typeof quietHours.members>;

const settings = table(
  { title: 'Ajustes' },
  {
    /** An event, or several, that ends the run at once. */
    stopOn: oneOrMany(word(triggers), {
      title: 'Parar quando',
      description: 'Um destes eventos do mesmo pedido ou carrinho encerra a jornada na hora.',
    }),
    /** Whether a payment for another order of the same person ends the run too. */
    stopOnPurchase: boolean({
      default: false,
      title: 'Parar se a pessoa comprar em outro pedido',
      description: 'A pessoa é reconhecida pelo e-mail ou telefone.',
    }),
    quietHours: object<QuietHours>(quietHours),
    reentry: word(reentries, { title: 'Repetição', default: 'every' }),
    /** The number of days for which `reentry` counts; absent: without limit. */
    withinDays: integer(limits.withinDays, { title: 'Dias em que a repetição conta' }),
  },
);

/** Optional settings of an automation beyond the specification (RUN18). */
export type FlowSettings = MembersOf<typeof settings.members>;

/** The members of a definition (specification DEF1). */
export const flowTable = table(
  {},
  {
    name: required(text({ title: 'Nome', minLength: limits.name.min, maxLength: limits.name.max }, limits.name)),
    trigger_event: required(
      word(triggers, { title: 'Gatilho', description: 'O evento da loja que inicia a automação.' }),
    ),
    /** By default true. */
    active: boolean({ default: true, title: 'Ativa', description: 'Desligada, a automação não roda.' }),
    settings: object<FlowSettings>(settings),
    steps: required(rootSteps(limits.rootSteps, { title: 'Passos' })),
  },
  { extra: '$schema' },
);

/** A checked automation definition (specification DEF1). Unknown members are kept (decisions DEF1). */
export type Flow = MembersOf<typeof flowTable.members, Steps>;

/** RUN18: the events that end a run of this flow at once. */
export function stopTriggersOf(flow: Flow): readonly Trigger[] {
  const { stopOn = [], stopOnPurchase } = flow.settings ?? {};
  const chosen = typeof stopOn === 'string' ? [stopOn] : stopOn;
  return stopOnPurchase && !chosen.includes('payment.confirmed') ? [...chosen, 'payment.confirmed'] : chosen;
}
