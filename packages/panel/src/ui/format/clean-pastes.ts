import { invisible } from '@retoma/commerce/pasted';

/** What a one-line field takes of a pasted text: no characters that no one sees. Emoji stay whole: they are made of such characters. */
export const pastedLine = (text: string): string =>
  /\p{Extended_Pictographic}/u.test(text) ? text : text.replace(invisible, '');

/** Cleans what is pasted into the panel's one-line fields: phones, e-mail addresses, documents, tokens and codes are copied with more than is seen. */
export function cleanPastes(): void {
  document.addEventListener('paste', (event) => {
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    const text = pastedLine(pasted);
    if (!(event.target instanceof HTMLInputElement) || event.defaultPrevented || text === pasted) return;
    event.preventDefault();
    // Deprecated, but the only way to insert a text that one undo removes and React notices.
    document.execCommand('insertText', false, text);
  });
}
