/** The words by which a customer says that nothing more is wanted. */
const stopKeywords: ReadonlySet<string> = new Set([
  'SAIR',
  'PARAR',
  'PARE',
  'CANCELAR',
  'REMOVER',
  'DESCADASTRAR',
  'STOP',
]);

/** The words that take it back. */
const startKeywords: ReadonlySet<string> = new Set(['VOLTAR', 'START']);

/**
 * COM8: whether a reply is one of the words that end the messages of a channel, or begin them again. The word must be the whole
 * message: who writes "não quero cancelar" is not taken at one word. Spaces around it, case, accents and punctuation behind it
 * do not count.
 */
export function parseOptOutKeyword(text: string): 'stop' | 'start' | null {
  if (text.length > 100) return null;
  const word = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[\s\p{P}]+$/u, '')
    .trim()
    .toUpperCase();
  if (stopKeywords.has(word)) return 'stop';
  return startKeywords.has(word) ? 'start' : null;
}
