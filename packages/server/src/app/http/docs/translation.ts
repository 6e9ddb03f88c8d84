import { Marked } from 'marked';

/**
 * API33: the Portuguese text of a document in two languages. In the document a comment `<!-- pt-BR … -->` holds the Portuguese of the text
 * between it and the comment or code before it; so both languages are beside each other, and the code is there once.
 * `untranslated`: texts without such a comment, which stay as they are.
 */
export function portugueseOf(text: string): { text: string; untranslated: readonly string[] } {
  const written: string[] = [];
  const untranslated: string[] = [];
  let pending = '';
  const keepPending = (): void => {
    if (pending.trim() === '') return;
    untranslated.push(pending.trim());
    written.push(pending.trim());
    pending = '';
  };
  for (const { type, raw } of new Marked().lexer(text)) {
    const portuguese = type === 'html' ? /^<!-- pt-BR\n([^]*?)\n?-->/.exec(raw)?.[1] : undefined;
    if (portuguese !== undefined) {
      written.push(portuguese);
      pending = '';
    } else if (type === 'code') {
      keepPending();
      written.push(raw.trim());
    } else {
      pending += raw;
    }
  }
  keepPending();
  return { text: `${written.join('\n\n')}\n`, untranslated };
}
