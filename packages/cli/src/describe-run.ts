import { describeReason, formatTrace, parseMessageKey, type SimulatedMessage } from '@retoma/flow';
import type { RunReading } from '@retoma/server/commands';
import type { Locale } from './language.ts';

type Status = RunReading['status'];

/** Labels of run statuses (RUN12). */
export const statusLabels: Record<Locale, Record<Status | 'held', string>> = {
  'pt-BR': {
    waiting: 'aguardando',
    running: 'em andamento',
    completed: 'concluída',
    ended: 'encerrada',
    cancelled: 'cancelada',
    failed: 'falhou',
    held: 'pausada com a automação',
  },
  en: {
    waiting: 'waiting',
    running: 'running',
    completed: 'completed',
    ended: 'ended',
    cancelled: 'cancelled',
    failed: 'failed',
    held: 'paused with its automation',
  },
};

const texts = {
  'pt-BR': {
    version: 'versão',
    began: (event: string, at: string) => `Começou em ${at}, pelo evento ${event}.`,
    over: (at: string) => `Terminou em ${at}.`,
    timer: (path: string, at: string) => `Aguardando em ${path} até ${at}.`,
    reply: (message: string, at: string) => `Aguardando a reação do cliente à mensagem ${message} até ${at}.`,
    message: (message: string) => `Aguardando o resultado da mensagem ${message}.`,
    unreadable: 'Esta versão do Retoma não consegue mostrar os passos.',
    messages: 'Mensagens:',
    operations: 'Pedidos:',
    operation: { cancel: 'cancelar', retry: 'repetir', skip: 'avançar', release: 'liberar' },
    outcome: { applied: 'feito', rejected: 'recusado' },
    state: {
      queued: 'na fila',
      sending: 'enviando',
      sent: 'enviada',
      delivered: 'entregue',
      read: 'lida',
      failed: 'falhou',
      unknown: 'sem confirmação',
      skipped: 'não enviada',
    },
  },
  en: {
    version: 'version',
    began: (event: string, at: string) => `Started at ${at} by event ${event}.`,
    over: (at: string) => `Finished at ${at}.`,
    timer: (path: string, at: string) => `Waiting at ${path} until ${at}.`,
    reply: (message: string, at: string) => `Waiting for a reaction to message ${message} until ${at}.`,
    message: (message: string) => `Waiting for the result of message ${message}.`,
    unreadable: 'This version of Retoma cannot show the steps.',
    messages: 'Messages:',
    operations: 'Requests:',
    operation: { cancel: 'cancel', retry: 'retry', skip: 'skip', release: 'release' },
    outcome: { applied: 'applied', rejected: 'rejected' },
    state: {
      queued: 'queued',
      sending: 'sending',
      sent: 'sent',
      delivered: 'delivered',
      read: 'read',
      failed: 'failed',
      unknown: 'unconfirmed',
      skipped: 'not sent',
    },
  },
} as const;

const instant = (at: Date | number): string => new Date(at).toISOString();
const minute = 60_000;

/** A run as text: status, timeline since its start, messages, and requested operations. */
export function describeRun(run: RunReading, locale: Locale): string {
  const say = texts[locale];
  const reason = run.reason === null ? '' : ` (${run.reason})`;
  return [
    `${run.runId}: ${statusLabels[locale][run.status]}${reason}`,
    `${run.automation}, ${say.version} ${run.version}`,
    say.began(run.event, instant(run.startedAt)),
    ...(run.finishedAt ? [say.over(instant(run.finishedAt))] : []),
    ...waiting(run, locale),
    '',
    ...timelineOf(run, locale),
    ...under(
      say.messages,
      run.messages.map(
        ({ messageKey: message, channel, state, reason, recipient }) =>
          `${message}  ${channel}${recipient === null ? '' : ` → ${recipient}`}: ${say.state[state]}${because(reason, locale)}`,
      ),
    ),
    ...under(
      say.operations,
      run.operations.map(
        ({ at, kind, step, requestedBy, outcome }) =>
          `${instant(at)}  ${say.operation[kind]}${step === null ? '' : ` ${step}`}, ${requestedBy}: ${say.outcome[outcome]}`,
      ),
    ),
  ].join('\n');
}

/** ` (OPTED_OUT): …`: the reason's code and its text, if it has one. */
function because(reason: string | null, locale: Locale): string {
  if (!reason) return '';
  const text = describeReason(reason, locale);
  return text === undefined ? ` (${reason})` : ` (${reason}): ${text}`;
}

const under = (title: string, lines: string[]): string[] => (lines.length === 0 ? [] : ['', title, ...lines]);

function waiting({ waitsFor }: RunReading, locale: Locale): string[] {
  const say = texts[locale];
  switch (waitsFor?.for) {
    case undefined:
      return [];
    case 'held':
      return [statusLabels[locale].held];
    case 'timer':
      return [say.timer(waitsFor.path, instant(waitsFor.at))];
    case 'reply':
      return [say.reply(waitsFor.message, instant(waitsFor.until))];
    case 'message':
      return [say.message(waitsFor.message)];
    default:
      return waitsFor satisfies never;
  }
}

/** The timeline in the simulator's format: minutes since the start. */
function timelineOf({ timeline, messages, startedAt }: RunReading, locale: Locale): string[] {
  if (!timeline) return [texts[locale].unreadable];
  const since = (at: number | Date): number => (Number(at) - startedAt.getTime()) / minute;
  const sent = messages.flatMap(
    ({ messageKey: message, channel, recipient, content, settledAt }): SimulatedMessage[] => {
      const key = parseMessageKey(message);
      if (!key || !settledAt || content === null) return [];
      const common = { step: key.path, pass: key.pass, channel, to: recipient ?? '' };
      return [{ ...common, at: since(settledAt), content: content as SimulatedMessage['content'] }];
    },
  );
  const trace = timeline.map(({ entry }) => ({
    ...entry,
    at: since(entry.at),
    ...('until' in entry && { until: since(entry.until) }),
  }));
  return formatTrace(trace, sent, locale);
}
