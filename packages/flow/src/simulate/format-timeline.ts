import type { Locale } from '@retoma/commerce/locale';
import type { HandlerName } from '../steps/step.ts';
import type { Channel } from '../members/trigger.ts';
import type { Entry } from '../execution/effect.ts';
import type { SimulationResult, SimulatedMessage } from './answer.ts';

/**
 * A simulation as text: one line for each entry, with the time since the start, the event and the step. Lines of a handler's thread are
 * indented. The last line has the outcome and the number of messages sent.
 */
export function formatTimeline(
  { outcome, reason, trace, messages }: SimulationResult,
  locale: Locale = 'pt-BR',
): string {
  const say = labels[locale];
  const last = trace.at(-1);
  const closing =
    outcome === 'ended' && last?.type !== 'end'
      ? say.stopped
      : outcome === 'failed'
        ? say.failed(reason ?? '')
        : say[outcome];
  const sent = say.sent(messages.length);
  return [...formatTrace(trace, messages, locale), `${closing} ${sent}`].join('\n') + '\n';
}

/** The lines of the entries only, of a simulation or a run; instants in minutes since its start. */
export function formatTrace(
  trace: readonly Entry[],
  messages: readonly SimulatedMessage[],
  locale: Locale = 'pt-BR',
): string[] {
  const unsaid = [...messages];
  const rows = trace.map((entry) => {
    const name = entry.id ?? entry.path;
    const isSent = entry.type === 'action' && entry.outcome === 'sent';
    const message = isSent ? take(unsaid, isOf(entry)) : undefined;
    const indent = entry.thread === 'main' ? '' : '  ';
    return { time: clock(entry.at, locale), name, text: indent + describe(entry, message, locale) };
  });
  const timeWidth = Math.max(5, ...rows.map(({ time }) => time.length));
  const nameWidth = Math.max(0, ...rows.map(({ name }) => name.length));
  return rows.map(({ time, name, text }) => `${time.padStart(timeWidth)}  ${name.padEnd(nameWidth)}  ${text}`);
}

/** Removes the first fitting item from a list and returns it. */
function take<Item>(items: Item[], fits: (item: Item) => boolean): Item | undefined {
  const index = items.findIndex(fits);
  return index === -1 ? undefined : items.splice(index, 1)[0];
}

const isOf =
  (entry: Entry) =>
  (message: SimulatedMessage): boolean =>
    message.at === entry.at && (message.step === entry.id || message.step === entry.path);

/** A time since the start: `00:30`; after a day `2d 00:30`. Fractional minutes are shown with seconds. */
function clock(minutes: number, locale: Locale): string {
  const seconds = Math.round(minutes * 60);
  const [day, hour, minute, second] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ];
  const two = (number: number): string => String(number).padStart(2, '0');
  const time = `${two(hour)}:${two(minute)}${second ? `:${two(second)}` : ''}`;
  return day === 0 ? time : `${day}${labels[locale].day} ${time}`;
}

/** A duration: `90` → `1 h 30 min`. */
function span(minutes: number, locale: Locale): string {
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  const parts = [days && `${days} ${labels[locale].day}`, hours && `${hours} h`, rest && `${+rest.toFixed(2)} min`];
  return parts.filter(Boolean).join(' ') || '0 min';
}

function describe(entry: Entry, message: SimulatedMessage | undefined, locale: Locale): string {
  const say = labels[locale];
  switch (entry.type) {
    case 'delay':
      return say.waits(span(entry.until - entry.at, locale), clock(entry.until, locale));
    case 'condition':
      return entry.outcome === 'matched' ? say.matched(entry.branch) : say.noMatch;
    case 'action':
      if (entry.outcome === 'failed') return say.notSent(entry.reason);
      if (entry.outcome === 'skipped') return say.skipped(entry.reason);
      return message ? `${say.channel[message.channel]} → ${message.to}: ${excerpt(message.content)}` : say.wasSent;
    case 'retry':
      return entry.outcome === 'attempt' ? say.attempt(entry.attempt) : say[entry.outcome];
    case 'loop':
      return entry.outcome === 'iteration' ? say.iteration(entry.iteration) : say.finished[entry.reason];
    case 'handler':
      return say.handler[entry.handler];
    case 'end':
      return say.end;
    default:
      return entry satisfies never;
  }
}

/** The first non-empty text of a message, shortened to one line. */
function excerpt(content: unknown): string {
  const data = content as { readonly [member: string]: unknown };
  const members = ['subject', 'message', 'text', 'title', 'linkUrl', 'image', 'video', 'audio', 'document', 'code'];
  const text = members.map((member) => data[member]).find((value) => typeof value === 'string' && value !== '');
  const line = (typeof text === 'string' ? text : '').replace(/\s+/g, ' ');
  return line.length > 72 ? `“${line.slice(0, 71)}…”` : `“${line}”`;
}

type TimelineText = {
  day: string;
  waits: (span: string, until: string) => string;
  matched: (branch: string) => string;
  noMatch: string;
  wasSent: string;
  notSent: (reason: string) => string;
  skipped: (reason: string) => string;
  attempt: (number: number) => string;
  succeeded: string;
  exhausted: string;
  iteration: (number: number) => string;
  finished: Record<'condition' | 'max' | 'error', string>;
  handler: Record<HandlerName, string>;
  end: string;
  completed: string;
  ended: string;
  stopped: string;
  failed: (reason: string) => string;
  sent: (count: number) => string;
  channel: Record<Channel, string>;
};

const channel = { whatsapp: 'WhatsApp', email: 'E-mail', sms: 'SMS' } as const;

const labels: Record<Locale, TimelineText> = {
  'pt-BR': {
    day: 'd',
    waits: (span, until) => `espera ${span}, até ${until}`,
    matched: (branch) => `segue pelo ramo ${branch}`,
    noMatch: 'nenhum ramo serve',
    wasSent: 'mensagem enviada',
    notSent: (reason) => `não enviada: ${reason}`,
    skipped: (reason) => `não executada: ${reason}`,
    attempt: (number) => `tentativa ${number}`,
    succeeded: 'deu certo',
    exhausted: 'tentativas esgotadas',
    iteration: (number) => `repetição ${number}`,
    finished: {
      condition: 'fim da repetição: a condição deixou de valer',
      max: 'fim da repetição: chegou ao máximo',
      error: 'fim da repetição: um envio falhou',
    },
    handler: {
      onResponse: 'o cliente respondeu',
      onOpen: 'o cliente abriu o e-mail',
      onClickLink: 'o cliente clicou no link',
      onNoReply: 'o cliente não respondeu',
    },
    end: 'encerra a automação',
    completed: 'Concluída.',
    ended: 'Encerrada.',
    stopped: 'Encerrada por um evento (stopOn).',
    failed: (reason) => `Falhou: ${reason}.`,
    sent: (count) => (count === 1 ? '1 mensagem enviada.' : `${count} mensagens enviadas.`),
    channel,
  },
  en: {
    day: 'd',
    waits: (span, until) => `waits ${span}, until ${until}`,
    matched: (branch) => `takes branch ${branch}`,
    noMatch: 'no branch matches',
    wasSent: 'message sent',
    notSent: (reason) => `not sent: ${reason}`,
    skipped: (reason) => `not executed: ${reason}`,
    attempt: (number) => `attempt ${number}`,
    succeeded: 'succeeded',
    exhausted: 'attempts exhausted',
    iteration: (number) => `iteration ${number}`,
    finished: {
      condition: 'loop finished: its condition no longer holds',
      max: 'loop finished: maximum number of iterations',
      error: 'loop finished: a message failed',
    },
    handler: {
      onResponse: 'the customer replied',
      onOpen: 'the customer opened the e-mail',
      onClickLink: 'the customer clicked the link',
      onNoReply: 'the customer did not reply',
    },
    end: 'ends the automation',
    completed: 'Completed.',
    ended: 'Ended.',
    stopped: 'Ended by an event (stopOn).',
    failed: (reason) => `Failed: ${reason}.`,
    sent: (count) => (count === 1 ? '1 message sent.' : `${count} messages sent.`),
    channel,
  },
};
