/** The letters of GSM 03.38 that take one place. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Those that take two. */
const extension = new Set('\f^{}\\[~]|€');

/** Units of a single part, and of each part of several: their header takes some. */
const places = {
  'GSM-7': { one: 160, many: 153 },
  'UCS-2': { one: 70, many: 67 },
} as const;

/** What a text costs as an SMS. */
export type SmsParts = {
  /** UCS-2 as soon as one letter is not among those of GSM-7. */
  readonly encoding: keyof typeof places;
  /** How many messages the network makes of it, each paid for. */
  readonly parts: number;
  /** Units in use: septets of GSM-7, UTF-16 units of UCS-2. */
  readonly length: number;
  /** The letters that make it UCS-2, each once, in their order. */
  readonly foreign: readonly string[];
};

/** Counts an SMS as the network does. No letter is torn apart between two parts. */
export function countSms(text: string): SmsParts {
  const letters = Array.from(text);
  const foreign = [...new Set(letters.filter((letter) => !basic.has(letter) && !extension.has(letter)))];
  const encoding = foreign.length > 0 ? 'UCS-2' : 'GSM-7';
  const sizeOf = (letter: string): number => (encoding === 'UCS-2' ? letter.length : extension.has(letter) ? 2 : 1);
  const sizes = letters.map(sizeOf);
  const length = sizes.reduce((sum, size) => sum + size, 0);
  const { one, many } = places[encoding];
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

/** What is written otherwise in GSM-7, where dropping the accent is not enough. */
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
 * A text without accents: `Olá, João` → `Ola, Joao`. An SMS then costs one part for 160 letters instead of 70. Quotes, dashes and
 * spaces that GSM-7 lacks become those that it has; letters of other alphabets and emoji stay.
 */
export const withoutAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[ºª‘’‚“”„–—−…•\u00a0\u202f\u2009]/g, (letter) => plain[letter]!);
