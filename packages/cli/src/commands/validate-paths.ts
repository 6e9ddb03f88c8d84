import { dependsOnClock, type Flow, type PathAnalysis } from '@retoma/flow';
import type { Locale } from '../language.ts';

const texts = {
  'pt-BR': {
    paths: 'caminhos possíveis',
    more: 'ou mais; só os primeiros foram analisados',
    messages: 'no máximo {count} mensagens por pessoa',
    longest: 'o caminho mais longo dura {duration}',
    fromMonday: ', se começa numa segunda-feira às 10h',
    unreachable: 'nenhum caminho chega a este passo',
    neverReached: 'nenhum caminho segue por "{branch}"',
    afterPaid: 'lembrete depois do pagamento',
  },
  en: {
    paths: 'possible paths',
    more: 'or more; only the first were analysed',
    messages: 'at most {count} messages per person',
    longest: 'the longest path takes {duration}',
    fromMonday: ', if it begins on a Monday at 10:00',
    unreachable: 'no path reaches this step',
    neverReached: 'no path takes "{branch}"',
    afterPaid: 'reminder after payment',
  },
} as const satisfies Record<Locale, Record<string, string>>;

/** The text of `--paths`: the number of paths, their extremes, and reminders that can reach a customer who has paid. */
export function describePaths(file: string, flow: Flow, analysis: PathAnalysis, language: Locale): string {
  const { paths, truncated, maxMessages, longest, unreachable, neverReached, afterPaid } = analysis;
  const say = texts[language];
  return [
    `${file}: ${paths.length} ${say.paths}${truncated ? ` (${say.more})` : ''}`,
    `${file}: ${say.messages.replace('{count}', String(maxMessages.messages))}`,
    `${file}: ${say.longest.replace('{duration}', durationOf(longest.minutes))}${dependsOnClock(flow) ? say.fromMonday : ''}`,
    ...unreachable.map((path) => `${file}: ${say.unreachable}: ${path}`),
    ...neverReached.map(({ path, branch }) => `${file}: ${say.neverReached.replace('{branch}', branch)}: ${path}`),
    ...afterPaid.map(({ path, sequence }) => `${file}: ${say.afterPaid}: ${sequence[language]} (${path})`),
  ].join('\n');
}

/** A duration as text: `1500` minutes → `1 d 1 h`. */
function durationOf(minutes: number): string {
  const parts = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), Math.round(minutes % 60)];
  const text = parts.map((count, index) => (count > 0 ? `${count} ${['d', 'h', 'min'][index]}` : '')).filter(Boolean);
  return text.join(' ') || '0 min';
}
