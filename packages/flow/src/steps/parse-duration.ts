/** A duration that a person entered. `isPlain`: a number without a unit; the form shows the unit. */
export type ParsedDuration = { minutes: number; isPlain: boolean };

/** The minutes of a unit, by its words in Portuguese and English, without accents. */
const unitMinutes: ReadonlyMap<string, number> = new Map(
  Object.entries({
    1: 'm min mins minuto minutos minute minutes',
    60: 'h hs hr hrs hora horas hour hours',
    1440: 'd dia dias day days',
    10080: 'semana semanas week weeks',
  }).flatMap(([minutes, names]) => names.split(' ').map((word): [string, number] => [word, Number(minutes)])),
);

/** The maximum length of the text. */
const longest = 40;

/**
 * Parses a duration as people write it: `12h`, `1 dia`, `30 min`, `1h30`, `1 hora e 15 minutos`, `1,5 h`. A number without a unit counts in
 * `unit`, in minutes. Undefined if the text cannot be parsed, or is not a whole number of minutes.
 */
export function parseDuration(text: string, unit: number): ParsedDuration | undefined {
  const clean = plain(text);
  const parts = [...clean.matchAll(/(\d[\d.,]*)\s*([a-z]*)\s*/g)];
  if (clean === '' || clean.length > longest || parts.map(([match]) => match).join('') !== clean) return undefined;
  let minutes = 0;
  for (const [index, [, digits = '', word = '']] of parts.entries()) {
    const before = parts[index - 1]?.[2] ?? '';
    // `1h30`: a number without a unit after hours counts in minutes.
    const each =
      word === '' ? (index === 0 ? unit : unitMinutes.get(before) === 60 ? 1 : undefined) : unitMinutes.get(word);
    const count = numberOf(digits);
    if (each === undefined || count === undefined || (word === '' && index < parts.length - 1)) return undefined;
    minutes += count * each;
  }
  const rounded = Math.round(minutes);
  if (Math.abs(minutes - rounded) > 1e-6) return undefined;
  return { minutes: rounded, isPlain: parts.length === 1 && parts[0]![2] === '' };
}

/** The text without accents, capitals, the words between two parts, and a final full stop. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .trim()
    .replace(/(?<!\s)\s+(?:e|and)\s+|,\s+/g, ' ')
    .replace(/(?<=[a-z])\.$/, '');

/** Parses a number: `1,5` and `1.5` are one and a half; `1.440` and `1,440` are 1440. */
function numberOf(digits: string): number | undefined {
  if (/^\d{1,3}(?:[.,]\d{3})+$/.test(digits)) return Number(digits.replace(/[.,]/g, ''));
  return /^\d{1,7}(?:[.,]\d{1,2})?$/.test(digits) ? Number(digits.replace(',', '.')) : undefined;
}
