// What people paste: copied from a chat, a contact, a PDF or a form, a value has marks that no one sees and signs of typography.

/** Characters that no one sees: marks of direction, joiners, fillers, variation selectors, controls. Line breaks and tabs are among them. */
export const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\ufffc]/gu;

/** Spaces of every width and line breaks. `\s` has the byte order mark too, which is invisible. */
const space = /(?:[^\S\ufeff]|[\u0085\u2800])+/g;

/** Dashes, and what is typed in place of one: minus, bullet hyphen, long vowel mark, line. */
const dash = /[\p{Pd}\u02d7\u2043\u207b\u208b\u2212\u2500\u2796\u30fc]/gu;

const wide = /[\uff01-\uff5e]/g;

/** The most UTF-16 units of what may be a phone, an e-mail address or a document. A longer text is none, and stays as it is. */
const longest = 500;

/**
 * A pasted phone, e-mail address or document as it is typed: without invisible characters, full-width forms and typographic dashes, with
 * single spaces between its parts. The one place that decides this; the page, the API and the panel use it.
 */
export function cleanPasted(text: string): string {
  if (text.length > longest) return text;
  return text
    .replace(space, ' ')
    .replace(invisible, '')
    .replace(wide, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .replace(dash, '-')
    .replace(/ +/g, ' ')
    .trim();
}

/** A pasted e-mail address alone: without a name, a label, brackets, quotes, marks of bold text and the punctuation of its sentence. */
export function cleanEmail(text: string): string {
  const plain = cleanPasted(text);
  const [, alone = plain] = /^[^<>]*<([^<>@]+@[^<>]+)>[^<>]*$/.exec(plain) ?? [];
  return alone
    .replace(/^([*_~`])(.*)\1$/, '$2')
    .replace(/^(?:[\s"“‘«([]|mailto:|e-?mail[: ])*/i, '')
    .replace(/(?<![^\p{L}\p{N}@])[^\p{L}\p{N}@]+$/u, '');
}
