import type { PathAnalysis } from '@retoma/flow';

type Language = 'pt-BR' | 'en';

const words = {
  'pt-BR': {
    paths: 'caminhos possíveis',
    more: 'ou mais; só os primeiros foram vistos',
    most: 'no máximo {count} mensagens para uma pessoa',
    longest: 'o mais longo dura {duration}',
    unreachable: 'nenhum caminho chega a este passo',
    neverReached: 'nenhum caminho segue por "{branch}"',
    afterPaid: 'cobrança depois de pago',
  },
  en: {
    paths: 'possible paths',
    more: 'or more; only the first were looked at',
    most: 'at most {count} messages to one person',
    longest: 'the longest takes {duration}',
    unreachable: 'no path comes to this step',
    neverReached: 'no path goes through "{branch}"',
    afterPaid: 'a reminder after the payment',
  },
} as const satisfies Record<Language, Record<string, string>>;

/** What `--paths` tells people: how many paths, the extremes, and reminders that can reach someone who has paid. */
export function describePaths(file: string, analysis: PathAnalysis, language: Language): string {
  const { paths, truncated, maxMessages, longest, unreachable, neverReached, afterPaid } = analysis;
  const say = words[language];
  return [
    `${file}: ${paths.length} ${say.paths}${truncated ? ` (${say.more})` : ''}`,
    `${file}: ${say.most.replace('{count}', String(maxMessages.messages))}`,
    `${file}: ${say.longest.replace('{duration}', durationOf(longest.minutes))}`,
    ...unreachable.map((path) => `${file}: ${say.unreachable}: ${path}`),
    ...neverReached.map(({ path, branch }) => `${file}: ${say.neverReached.replace('{branch}', branch)}: ${path}`),
    ...afterPaid.map(({ path, story }) => `${file}: ${say.afterPaid}: ${story[language]} (${path})`),
  ].join('\n');
}

/** `1500` minutes → `1 d 1 h`. */
function durationOf(minutes: number): string {
  const parts = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), Math.round(minutes % 60)];
  const text = parts.map((count, index) => (count > 0 ? `${count} ${['d', 'h', 'min'][index]}` : '')).filter(Boolean);
  return text.join(' ') || '0 min';
}
