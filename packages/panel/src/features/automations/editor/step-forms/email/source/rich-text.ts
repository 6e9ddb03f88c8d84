/** HTML tags of formatting that a text field keeps as written and does not show. */
const inlineTag = /<(\/?)(a|b|em|font|i|s|small|span|strong|sub|sup|u)(?=[\s>])((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi;

/** A formatting tag in a rich text. */
export type InlineTag = { from: number; to: number; name: string; isEnd: boolean; attributes: string };

/** The formatting tags of a rich text, in order. */
export const inlineTagsIn = (text: string): InlineTag[] =>
  [...text.matchAll(inlineTag)].map(({ 0: tag, 1: slash, 2: name = '', 3: attributes = '', index }) => ({
    from: index,
    to: index + tag.length,
    name: name.toLowerCase(),
    isEnd: slash === '/',
    attributes,
  }));

const codes: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00A0' };

/** Replaces the character references that `encodeText` writes, and numbers; others stay as written. */
export const decodeText = (text: string): string =>
  text
    .replace(/&#(\d{1,7}|x[\da-f]{1,6});/gi, (all, digits: string) => {
      const code = /^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number(digits);
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : all;
    })
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => codes[name]!);

/** Escapes a text for HTML. References with a name that `decodeText` does not replace stay as written. */
export const encodeText = (text: string): string =>
  text
    .replace(/&(?!(?!(?:amp|lt|gt|quot|nbsp);)[a-z]\w*;)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\u00A0', '&nbsp;');

const spaces = /[ \t\n\r\f]+/g;
const trimLines = (text: string): string => text.replace(/ *\n */g, '\n').replace(/^[ \n]+|[ \n]+$/g, '');

/**
 * The content of an element as rich text: characters for their references, a line for each `<br>`, and formatting tags as written.
 * Undefined if it contains anything else, which a text field would not keep.
 */
export function toRichText(html: string): string | undefined {
  const lines = html.replace(spaces, ' ').replace(/<br ?\/?>/gi, '\n');
  const parts = splitTags(lines);
  const texts = parts.filter((_, index) => index % 2 === 0);
  if (texts.some((text) => /<[a-z/!?]/i.test(text) || inlineTagsIn(decodeText(text)).length > 0)) return undefined;
  return trimLines(parts.map((part, index) => (index % 2 === 0 ? decodeText(part) : part)).join(''));
}

/** The HTML of a rich text. A formatting tag without its other half is dropped. */
export function toHtml(rich: string): string {
  const text = trimLines(rich.replace(/[ \t\r\f]+/g, ' '));
  const paired = pairedTags(text);
  return splitTags(text)
    .map((part, index) => {
      if (index % 2 === 0) return encodeText(part).replaceAll('\n', '<br />');
      return paired.has((index - 1) / 2) ? part : '';
    })
    .join('');
}

/** Texts at even indexes, formatting tags at odd ones. */
function splitTags(text: string): string[] {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to } of inlineTagsIn(text)) {
    parts.push(text.slice(at, from), text.slice(from, to));
    at = to;
  }
  return [...parts, text.slice(at)];
}

/** The indexes of the tags that open and close in order. */
function pairedTags(text: string): Set<number> {
  const paired = new Set<number>();
  const open: { name: string; index: number }[] = [];
  for (const [index, { name, isEnd }] of inlineTagsIn(text).entries()) {
    if (!isEnd) open.push({ name, index });
    else if (open.some((one) => one.name === name)) {
      while (open.at(-1)!.name !== name) open.pop();
      paired.add(open.pop()!.index).add(index);
    }
  }
  return paired;
}
