import { formatAnyPhone, numberSigns } from '@retoma/commerce';
import type { Locale } from '@retoma/commerce/locale';

/** The most rows of a file. */
export const maxCsvRows = 10_000;

/**
 * AUT11: writes CSV; no other code does. It is UTF-8 with a byte order mark, and its separator is the one that spreadsheets of the language
 * expect. Every cell is quoted and on one line, and no part of a cell can begin a formula, whichever separator a program assumes.
 */
export function writeCsv(rows: readonly (readonly string[])[], locale: Locale): string {
  const separator = { 'pt-BR': ';', en: ',' }[locale];
  const lines = rows.map((cells) => cells.map(csvCell).join(separator));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

/** Characters that begin a formula in Excel, LibreOffice, Google Sheets or old DDE, with their full-width forms. */
const opener = '[=+\\-@|%＝＋－＠]';
const atStart = new RegExp(`^(?=\\s*${opener})`);
/** Formula characters after a separator: a program that splits at commas, tabs or bars would begin a cell there. */
const behindSeparator = new RegExp(`([,;|"](?:[ ]*))(?=${opener})`, 'g');
/** A negative amount is a number, and no formula. */
const amount = /^-\d+([.,]\d+)?$/;

function csvCell(text: string): string {
  if (amount.test(text)) return `"${text}"`;
  // For programs that ignore quotes, line breaks and control characters would end the cell.
  const oneLine = text.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ');
  const safe = oneLine.replace(behindSeparator, "$1'").replace(atStart, "'");
  return `"${safe.replaceAll('"', '""')}"`;
}

/** How values are written so that a spreadsheet of the language reads them as what they are. Null: an empty cell. */
export type CsvFormats = {
  /** Cents as `1234,56`. */
  readonly money: (cents: number | null) => string;
  /** `28/11/2026 14:32` in the store's time zone. */
  readonly instant: (at: Date | number | null) => string;
  /** `(11) 98765-4821`; a foreign number begins with 00, since a plus sign would begin a formula. */
  readonly phone: (phone: string | null) => string;
};

/** The formats of a language and a time zone. */
export function csvFormats(locale: Locale, timeZone: string): CsvFormats {
  const digits = { day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  const zoned = new Intl.DateTimeFormat('en-GB', { ...digits, year: 'numeric', hourCycle: 'h23', timeZone });
  const ordered = (at: Date | number): string => {
    const parts = Object.fromEntries(zoned.formatToParts(at).map(({ type, value }) => [type, value]));
    const { day, month, year, hour, minute } = parts as Record<string, string>;
    return `${locale === 'en' ? `${year}-${month}-${day}` : `${day}/${month}/${year}`} ${hour}:${minute}`;
  };
  return {
    money: (cents) => (cents === null ? '' : (cents / 100).toFixed(2).replace('.', numberSigns[locale].decimal)),
    instant: (at) => (at === null ? '' : ordered(at)),
    phone: (phone) => (phone === null ? '' : formatAnyPhone(phone).replace(/^\+/, '00 ')),
  };
}

/** Reads the pages of a list until its end, or until there are as many rows as a file may have. */
export async function readPages<Row, Place>(
  read: (before: Place | undefined) => Promise<{ rows: readonly Row[]; next: Place | null }>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (let before: Place | undefined; all.length < maxCsvRows;) {
    const { rows, next } = await read(before);
    all.push(...rows);
    if (next === null) break;
    before = next;
  }
  return all.slice(0, maxCsvRows);
}
