/** A piece of a WhatsApp text: plain text, or formatted pieces. */
export type WhatsappPiece = string | { readonly look: WhatsappTextStyle; readonly pieces: readonly WhatsappPiece[] };

/** A format of WhatsApp texts. */
export type WhatsappTextStyle = 'bold' | 'italic' | 'strike' | 'code';

/** The characters around a formatted text. */
export const whatsappSigns: Record<WhatsappTextStyle, string> = { bold: '*', italic: '_', strike: '~', code: '```' };

const lookOf: Record<string, WhatsappTextStyle> = { '*': 'bold', _: 'italic', '~': 'strike', '```': 'code' };

/** A formatting character before a word, the text, and the same character after a word; on one line, except for code. */
const marked = /(?<![\p{L}\p{N}])(?:```([\s\S]+?)```|([*_~])(?=\S)([^\n]*?\S)\2)(?![\p{L}\p{N}])/u;

/** Parses a WhatsApp text: `*oi* _você_` → bold, italic. A formatting character inside a metatag has no effect. */
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

/** Replaces each metatag by text of the same length without formatting characters, as in `{{order.pix_code}}`. */
const shielded = (text: string): string =>
  text.replace(/\{\{[^{}]*\}\}/g, (tag) => '{'.padEnd(tag.length - 1, 'x') + '}');
