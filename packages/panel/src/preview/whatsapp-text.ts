/** A piece of a WhatsApp text: words, or words with a look. */
export type WhatsappPiece = string | { readonly look: WhatsappTextStyle; readonly pieces: readonly WhatsappPiece[] };

/** The format of text between two WhatsApp signs. */
export type WhatsappTextStyle = 'bold' | 'italic' | 'strike' | 'code';

/** The signs of the looks, as the composer's buttons write them. */
export const whatsappSigns: Record<WhatsappTextStyle, string> = { bold: '*', italic: '_', strike: '~', code: '```' };

const lookOf: Record<string, WhatsappTextStyle> = { '*': 'bold', _: 'italic', '~': 'strike', '```': 'code' };

/** A sign before a word, the formatted text, and the same sign after a word; not across lines, except for code. */
const marked = /(?<![\p{L}\p{N}])(?:```([\s\S]+?)```|([*_~])(?=\S)([^\n]*?\S)\2)(?![\p{L}\p{N}])/u;

/** A text as WhatsApp shows it: `*oi* _você_` → bold, italic. Metatags are words: a sign inside of one is none. */
export function whatsappPieces(text: string): WhatsappPiece[] {
  const found = marked.exec(shielded(text));
  if (!found) return text === '' ? [] : [text];
  const sign = found[2] ?? '```';
  const from = found.index + sign.length;
  const end = found.index + found[0].length;
  const inner = text.slice(from, end - sign.length);
  const look = lookOf[sign]!;
  return [
    ...(found.index > 0 ? [text.slice(0, found.index)] : []),
    { look, pieces: look === 'code' ? [inner] : whatsappPieces(inner) },
    ...whatsappPieces(text.slice(end)),
  ];
}

/** As long as the text, with a letter in every place of a metatag's name: `{{order.pix_code}}` holds no sign. */
const shielded = (text: string): string =>
  text.replace(/\{\{[^{}]*\}\}/g, (tag) => '{'.padEnd(tag.length - 1, 'x') + '}');
