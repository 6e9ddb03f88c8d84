/** Characters of GSM 03.38 that take one unit. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Characters that take two units. */
const extension = new Set('\f^{}\\[~]|€');

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
  const foreign = [...new Set(letters.filter((letter) => !basic.has(letter) && !extension.has(letter)))];
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

/** Replacements for characters that GSM-7 lacks, besides accents. */
const plain: Readonly<Record<string, string>> = {
  º: 'o',
  ª: 'a',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '–': '-',
  '—': '-',
  '−': '-',
  '…': '...',
  '•': '-',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u2009': ' ',
};

/**
 * A text without accents: `Olá, João` → `Ola, Joao`. A part then has room for more than twice as many characters. Quotes, dashes and spaces
 * that GSM-7 lacks are replaced; letters of other alphabets and emoji are kept.
 */
export const withoutAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[ºª‘’‚“”„–—−…•\u00a0\u202f\u2009]/g, (letter) => plain[letter]!);
