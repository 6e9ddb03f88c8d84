import { metatagNamed } from '../catalogue/index.ts';

/** A metatag in a text. `text.slice(start, end)` is the whole metatag with its braces (UTF-16 offsets). */
export type FoundMetatag =
  | { readonly wellFormed: true; readonly name: string; readonly start: number; readonly end: number }
  | {
      readonly wellFormed: false;
      /** The probably intended name, if the text contains one. */
      readonly intended: string | null;
      readonly start: number;
      readonly end: number;
    };

/** The longest text between braces; a longer text after `{{` is not a name. */
const longestBody = 120;

/** The text up to the next brace; a name at its beginning; a name at its end. */
const bodyPattern = new RegExp(`[^{}]{0,${longestBody}}`, 'y');
// At a fixed offset the first pattern is tried once, and what the second one searches is at most `longestBody` long.
// oxlint-disable-next-line regexp/no-super-linear-move
const openingNamePattern = /\s*[A-Za-z]\w*(?:\.\w+)*/y;
// oxlint-disable-next-line regexp/no-super-linear-move
const closingNamePattern = /[A-Za-z]\w*(?:\.\w+)*$/;
const namePattern = /^[A-Za-z]\w*(?:\.\w+)+$/;

const openingBrace = String.raw`(?:\{|%(?:25)?7b|&#(?:123|x7b);)`;
const closingBrace = String.raw`(?:\}|%(?:25)?7d|&#(?:125|x7d);)`;
/** Where a metatag may begin: a run of `{`, or an encoded one. A stray `}}` may end one. */
const bracePattern = String.raw`\{+|\}\}|%(?:25)?7b|&#(?:123|x7b);`;
const encodedPattern = new RegExp(
  `${openingBrace}{2}((?:[^{}<>"'%&]|%20|&nbsp;){1,${longestBody}}?)${closingBrace}{2}`,
  'iy',
);

/** Whether a text may hold a metatag: a cheap test. */
export const mayHoldMetatag = (text: string): boolean => /[{}]|%(?:25)?7b|&#(?:123|x7b);/i.test(text);

/**
 * Finds the metatags of a text in order, including malformed ones (TAG3): with spaces or markup inside, a missing part, or too few, too
 * many or unclosed braces. Other braces, such as those of CSS, are ignored. Editors of e-mails encode the braces in an address: such a
 * metatag is one like any other. Linear in the length of the text.
 */
export function findMetatags(text: string): FoundMetatag[] {
  const found: FoundMetatag[] = [];
  const brace = new RegExp(bracePattern, 'gi');
  let end = 0;
  for (let match = brace.exec(text); match; match = brace.exec(text)) {
    const { index } = match;
    const tag = tagAt(text, { end, index, brace: match[0] });
    if (tag) found.push(tag);
    end = Math.max(tag?.end ?? 0, brace.lastIndex);
    brace.lastIndex = end;
  }
  return found;
}

/** The metatag at a brace. `end`: of the one before it. */
function tagAt(
  text: string,
  { end, index, brace }: { end: number; index: number; brace: string },
): FoundMetatag | null {
  if (brace === '}}') return unopened(text, end, index);
  const encoded = encodedAt(text, index);
  return encoded === undefined && brace.startsWith('{') ? opened(text, index, brace.length) : (encoded ?? null);
}

/** The metatag with an encoded brace at an offset; null: the text between the braces is not a name; undefined: no brace is encoded. */
function encodedAt(text: string, start: number): FoundMetatag | null | undefined {
  encodedPattern.lastIndex = start;
  const match = encodedPattern.exec(text);
  if (!match || (match[0].startsWith('{{') && match[0].endsWith('}}'))) return undefined;
  const [{ length }, name = ''] = match;
  const end = start + length;
  if (isMetatagName(name)) return { wellFormed: true, name, start, end };
  const intended = cleanName(name.replaceAll('%20', ' '));
  return intended === null ? null : { wellFormed: false, intended, start, end };
}

/** Whether a name has the form category.field (DEF9), or is the only known name without a dot. */
export const isMetatagName = (name: string): boolean => metatagNamed(name) !== undefined || namePattern.test(name);

/** The metatag that begins with a run of `{` at `start`; null if it is not a metatag. */
function opened(text: string, start: number, braces: number): FoundMetatag | null {
  const body = matchAt(bodyPattern, text, start + braces);
  const bodyEnd = start + braces + body.length;
  const closing = closingBraces(text, bodyEnd, Math.max(braces, 2));
  if (braces === 2 && closing >= 2 && isMetatagName(body)) {
    return { wellFormed: true, name: body, start, end: bodyEnd + 2 };
  }
  const intended = cleanName(body);
  if (braces === 1) {
    // `{order.id}` lacks a brace. Any other text in single braces is not a metatag.
    const forgotten = closing > 0 && intended !== null && metatagNamed(intended) !== undefined;
    return forgotten ? { wellFormed: false, intended, start, end: bodyEnd + closing } : null;
  }
  if (closing === 0) {
    const opening = matchAt(openingNamePattern, text, start + braces);
    return { wellFormed: false, intended: cleanName(opening), start, end: start + braces + opening.length };
  }
  return { wellFormed: false, intended, start, end: bodyEnd + closing };
}

/** `order.id}}`: a name right before a `}}` without an opening brace. */
function unopened(text: string, from: number, at: number): FoundMetatag | null {
  const before = text.slice(Math.max(from, at - longestBody), at);
  const intended = closingNamePattern.exec(before)?.[0];
  if (intended === undefined || metatagNamed(intended) === undefined) return null;
  return { wellFormed: false, intended, start: at - intended.length, end: at + 2 };
}

function closingBraces(text: string, from: number, limit: number): number {
  let count = 0;
  while (count < limit && text[from + count] === '}') count++;
  return count;
}

/** The name in a text between braces, without markup, spaces and stray dots that an editor or a person added. */
function cleanName(body: string): string | null {
  const name = body.replace(/<[^<>]*>|&nbsp;|[\s\u200b-\u200d\u2060\ufeff]/g, '').replace(/^\.+|(?<!\.)\.+$/g, '');
  return isMetatagName(name) ? name : null;
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
