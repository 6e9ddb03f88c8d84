/** The words of an opt-out. */
const stopKeywords: ReadonlySet<string> = new Set([
  'SAIR',
  'PARAR',
  'PARE',
  'CANCELAR',
  'REMOVER',
  'DESCADASTRAR',
  'STOP',
]);

/** The words of an opt-in. */
const startKeywords: ReadonlySet<string> = new Set(['VOLTAR', 'START']);

/**
 * COM8: whether a reply is an opt-out or opt-in word. The word must be the whole message, so "não quero cancelar" does not count.
 * Surrounding spaces, case, accents and trailing punctuation are ignored.
 */
export function parseOptOutKeyword(text: string): 'stop' | 'start' | null {
  if (text.length > 100) return null;
  const word = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/(?<![\s\p{P}])[\s\p{P}]+$/u, '')
    .trim()
    .toUpperCase();
  if (stopKeywords.has(word)) return 'stop';
  return startKeywords.has(word) ? 'start' : null;
}
