// Reads tags as browsers and mail programs do (HTML Living Standard, 13.2.5), in one pass: the time is linear in the length of any text.

/** A tag in a text. Offsets are UTF-16 units. */
export type HtmlTag = {
  /** The offset of its `<`, and the one after its `>`. */
  readonly start: number;
  readonly end: number;
  /** In lower case. */
  readonly name: string;
  readonly isClosing: boolean;
  readonly isSelfClosing: boolean;
  /** The offset after the name, where its attributes begin. */
  readonly nameEnd: number;
};

/** An attribute of a tag. `text.slice(from, to)` is its value without quotes, still with its entities. */
export type HtmlAttribute = {
  readonly start: number;
  readonly nameEnd: number;
  readonly from: number;
  readonly to: number;
  /** The offset after the attribute, quotes included. */
  readonly end: number;
};

/**
 * The tags of a text in order. A tag that does not end hides everything after it, as in a browser. `comments`: whether tags inside comments
 * count, as those for Outlook do.
 */
export function* tagsIn(text: string, comments: 'skip' | 'enter' = 'enter'): Generator<HtmlTag> {
  let at = text.indexOf('<');
  while (at >= 0) {
    if (comments === 'skip' && text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at + 4);
      if (end < 0) return;
      at = text.indexOf('<', end);
      continue;
    }
    const tag = tagAt(text, at);
    if (tag === 'open') return;
    if (tag) yield tag;
    at = text.indexOf('<', tag ? tag.end : at + 1);
  }
}

/** The tag whose `<` is at an offset; `open`: it does not end; undefined: it is none. */
function tagAt(text: string, start: number): HtmlTag | 'open' | undefined {
  const isClosing = text.charCodeAt(start + 1) === slash;
  const nameStart = isClosing ? start + 2 : start + 1;
  if (!isLetter(text.charCodeAt(nameStart))) return undefined;
  const nameEnd = skipName(text, nameStart, false);
  const last = tagEnd(text, nameEnd);
  if (last < 0) return 'open';
  const name = text.slice(nameStart, nameEnd).toLowerCase();
  const isSelfClosing = text.charCodeAt(last - 1) === slash;
  return { start, end: last + 1, name, isClosing, isSelfClosing, nameEnd };
}

/** The attributes of a tag in order. Of two with one name the first counts. */
export function* attributesOf(text: string, { nameEnd }: Pick<HtmlTag, 'nameEnd'>): Generator<HtmlAttribute> {
  let attribute = attributeAt(text, nameEnd);
  while (typeof attribute === 'object') {
    yield attribute;
    attribute = attributeAt(text, attribute.end);
  }
}

/** The first attribute of this name. */
export function attributeOf(text: string, tag: Pick<HtmlTag, 'nameEnd'>, name: string): HtmlAttribute | undefined {
  for (const attribute of attributesOf(text, tag)) if (nameOf(text, attribute) === name) return attribute;
  return undefined;
}

/** The name of an attribute in lower case. */
export const nameOf = (text: string, { start, nameEnd }: HtmlAttribute): string =>
  text.slice(start, nameEnd).toLowerCase();

/** The offset of the `>` of a tag; -1: it does not end. */
function tagEnd(text: string, nameEnd: number): number {
  let attribute = attributeAt(text, nameEnd);
  while (typeof attribute === 'object') attribute = attributeAt(text, attribute.end);
  return attribute;
}

/** The attribute at an offset inside a tag; where there is none, the offset of the tag's `>`, or -1 if the tag does not end. */
function attributeAt(text: string, offset: number): HtmlAttribute | number {
  let start = offset;
  while (isSpace(text.charCodeAt(start)) || text.charCodeAt(start) === slash) start++;
  if (start >= text.length) return -1;
  if (text.charCodeAt(start) === greater) return start;
  const nameEnd = skipName(text, start + 1, true);
  const sign = skipSpaces(text, nameEnd);
  if (text.charCodeAt(sign) !== equals) return { start, nameEnd, from: nameEnd, to: nameEnd, end: nameEnd };
  const value = skipSpaces(text, sign + 1);
  const quote = text.charAt(value);
  if (quote !== '"' && quote !== "'") {
    const to = skipUnquoted(text, value);
    return { start, nameEnd, from: value, to, end: to };
  }
  const to = text.indexOf(quote, value + 1);
  return to < 0 ? -1 : { start, nameEnd, from: value + 1, to, end: to + 1 };
}

const [slash, greater, equals] = [47, 62, 61];

const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13 && code !== 11);

function skipSpaces(text: string, offset: number): number {
  let at = offset;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** The end of a name: white space, `/`, `>`, and behind an attribute's also `=`. */
function skipName(text: string, offset: number, isAttribute: boolean): number {
  for (let at = offset; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isSpace(code) || code === slash || code === greater || (isAttribute && code === equals)) return at;
  }
  return text.length;
}

function skipUnquoted(text: string, offset: number): number {
  for (let at = offset; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isSpace(code) || code === greater) return at;
  }
  return text.length;
}
