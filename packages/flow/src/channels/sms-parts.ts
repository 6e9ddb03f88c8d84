import { invisible } from '@retoma/commerce/pasted';

/** Characters of GSM 03.38 that take one unit. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Characters that take two units. */
const extension = new Set('\f^{}\\[~]|€');

const isGsm = (letter: string): boolean => basic.has(letter) || extension.has(letter);

/** Units of a single-part SMS, and of each part of a longer one, which is less because of the part header. */
const partSizes = {
  'GSM-7': { one: 160, many: 153 },
  'UCS-2': { one: 70, many: 67 },
} as const;

/** The size of a text as an SMS. */
export type SmsParts = {
  /** UCS-2 if a character is not part of GSM-7. */
  readonly encoding: keyof typeof partSizes;
  /** The number of parts that the network sends, each of which is charged. */
  readonly parts: number;
  /** Used units: septets in GSM-7, UTF-16 units in UCS-2. */
  readonly length: number;
  /** The characters that cause UCS-2, each once, in order. */
  readonly foreign: readonly string[];
};

/** Counts the parts of an SMS as networks do. A character is never split between two parts. */
export function countSms(text: string): SmsParts {
  const letters = Array.from(text);
  const foreign = [...new Set(letters.filter((letter) => !isGsm(letter)))];
  const encoding = foreign.length > 0 ? 'UCS-2' : 'GSM-7';
  const sizeOf = (letter: string): number => (encoding === 'UCS-2' ? letter.length : extension.has(letter) ? 2 : 1);
  const sizes = letters.map(sizeOf);
  const length = sizes.reduce((sum, size) => sum + size, 0);
  const { one, many } = partSizes[encoding];
  if (length <= one) return { encoding, parts: 1, length, foreign };
  let parts = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > many) {
      parts++;
      used = 0;
    }
    used += size;
  }
  return { encoding, parts, length, foreign };
}

/** The units that the parts of an SMS hold. */
export const smsCapacity = ({ encoding, parts }: SmsParts): number =>
  parts === 1 ? partSizes[encoding].one : parts * partSizes[encoding].many;

/** What is typed in place of characters that GSM-7 lacks and no compatibility form of Unicode has. Emoji are kept. */
const typed: ReadonlyMap<string, string> = new Map(
  (
    [
      ['´`‘’‚‛′‵ʹʻʼʽˈˊˋ❛❜', "'"],
      ['“”„‟″‶ʺ«»〝〞〟❝❞¨˝', '"'],
      ['‹', '<'],
      ['›', '>'],
      ['−⁃•·∙●○▪▫■□◦‣・¬¯‾─━', '-'],
      ['×✕✗✘⨯', 'x'],
      ['÷⁄∕', '/'],
      ['°˚', 'o'],
      ['→⇒⟶➔➜➝➞⇨►▸', '->'],
      ['←⇐⟵◄', '<-'],
      ['↔⇔', '<->'],
      ['↓✓', 'v'],
      ['↑ˆ', '^'],
      ['★☆✱∗⁎✦✧', '*'],
      ['©', '(c)'],
      ['®', '(R)'],
      ['≤', '<='],
      ['≥', '>='],
      ['≠', '!='],
      ['≈∼〜˜', '~'],
      ['±', '+-'],
      ['‰', '0/00'],
      ['µμ', 'u'],
      ['¢', 'c'],
      ['¦‖│', '|'],
      ['†‡', '+'],
      ['¸、', ','],
      ['。', '.'],
      ['∶ː', ':'],
      ['⋯', '...'],
      ['œ', 'oe'],
      ['Œ', 'OE'],
      ['ðđ', 'd'],
      ['ÐĐ', 'D'],
      ['þ', 'th'],
      ['Þ', 'TH'],
      ['ł', 'l'],
      ['Ł', 'L'],
      ['ħ', 'h'],
      ['Ħ', 'H'],
      ['ı', 'i'],
      ['ƒ', 'f'],
      ['ẞ', 'SS'],
      ['\t\u1680\u2800', ' '],
      ['\u0085\u2028\u2029', '\n'],
    ] as const
  ).flatMap(([letters, as]) => Array.from(letters, (letter) => [letter, as] as const)),
);

/** A letter in GSM-7, without its accents; the letter itself if GSM-7 has nothing like it. */
function gsmOf(letter: string): string {
  const known = typed.get(letter) ?? (/\p{Pd}/u.test(letter) ? '-' : undefined);
  if (known !== undefined) return known;
  const base = letter.normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
  const letters = Array.from(base, (one) => typed.get(one) ?? one).join('');
  return Array.from(letters).every(isGsm) ? letters : letter;
}

/**
 * A text without accents: `Olá, João` → `Ola, Joao`. A part then has room for more than twice as many characters. Typographic signs and
 * spaces that GSM-7 lacks are replaced; letters of other alphabets and emoji are kept.
 */
export const withoutAccents = (text: string): string =>
  withoutInvisible(Array.from(text.normalize('NFC'), gsmOf).join(''));

/** Joiners and selectors, of which emoji and some scripts are made. */
const joiners = /\u200c|\u200d|\ufe0e|\ufe0f/g;

/**
 * A text with plain spaces, and without characters that no one sees, of which one alone would cause UCS-2. Joiners are kept in a text that
 * is UCS-2 anyway.
 */
export function withoutInvisible(text: string): string {
  const plain = text
    .replace(/[^\S\n\r\ufeff\u2028\u2029]|\u2800/g, ' ')
    .replaceAll('\u0085', '\n')
    .replace(invisible, (letter) => (/\n|\r|\u200c|\u200d|\ufe0e|\ufe0f/.test(letter) ? letter : ''));
  const joined = plain.replace(joiners, '');
  return Array.from(joined).every(isGsm) ? joined : plain;
}
