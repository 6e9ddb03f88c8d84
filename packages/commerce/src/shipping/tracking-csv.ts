import type { Localized } from '../locale.ts';

/** The limits of one file of tracking codes. */
export const trackingCsvLimits = { chars: 200_000, rows: 1_000 } as const;

/** A shipment in a row of a file: its tracking code, tracking address, carrier and status. */
export type CsvTracking = { code: string; url?: string; carrier?: string; status?: string };

/** A row of a file. `line`: the line on which it starts, from 1; `order`: the order's number or id, without `#`. */
export type TrackingCsvRow = { readonly line: number; readonly order: string; readonly tracking: CsvTracking };

/** The texts for store owners when a file, or one row of it, is not imported. */
export const trackingCsvRefusals = {
  CSV_EMPTY: { 'pt-BR': 'O arquivo não tem nenhuma linha de pedido.', en: 'The file has no row with an order.' },
  CSV_TOO_LARGE: {
    'pt-BR': `O arquivo é grande demais: até ${trackingCsvLimits.rows} linhas de cada vez.`,
    en: `The file is too large: at most ${trackingCsvLimits.rows} rows at a time.`,
  },
  CSV_MALFORMED: { 'pt-BR': 'Uma aspa foi aberta e não foi fechada.', en: 'A quotation mark is not closed.' },
  CSV_COLUMN_MISSING: {
    'pt-BR': 'A primeira linha precisa ter as colunas pedido e codigo.',
    en: 'The first line must name the columns pedido and codigo.',
  },
  ORDER_NOT_FOUND: { 'pt-BR': 'Esta loja não tem esse pedido.', en: 'This store has no such order.' },
  ORDER_AMBIGUOUS: {
    'pt-BR': 'Há mais de um pedido com esse número. Use o código do pedido.',
    en: 'More than one order has this number. Use the id of the order.',
  },
  ORDER_REPEATED: { 'pt-BR': 'O pedido já está em outra linha.', en: 'The order is in another row already.' },
  INVALID_TRACKING: {
    'pt-BR': 'O código tem de 1 a 200 caracteres, o endereço começa com http ou https.',
    en: 'A code has 1 to 200 characters, an address begins with http or https.',
  },
} as const satisfies Record<string, Localized>;

/** A code of `trackingCsvRefusals`. */
export type TrackingCsvRefusal = keyof typeof trackingCsvRefusals;

/** The rows of a file, or why it was refused. */
export type TrackingCsv =
  | { readonly ok: true; readonly rows: readonly TrackingCsvRow[] }
  | { readonly ok: false; readonly code: Extract<TrackingCsvRefusal, `CSV_${string}`> };

/** The accepted names of each column, in lower case without accents. */
const columns = {
  order: ['pedido', 'order'],
  code: ['codigo', 'code', 'rastreio'],
  carrier: ['transportadora', 'carrier'],
  url: ['url', 'link'],
  status: ['status', 'situacao'],
} as const;

/** Parses a file of tracking codes. Values are separated by comma, semicolon or tab; a value that contains these is quoted. */
export function readTrackingCsv(text: string): TrackingCsv {
  if (text.length > trackingCsvLimits.chars) return { ok: false, code: 'CSV_TOO_LARGE' };
  const records = recordsOf(text.replace(/^\ufeff/, ''));
  if (!records) return { ok: false, code: 'CSV_MALFORMED' };
  const [header, ...rest] = records;
  if (!header) return { ok: false, code: 'CSV_EMPTY' };
  const names = header.values.map(plainName);
  const indexOf = (column: keyof typeof columns): number =>
    names.findIndex((name) => (columns[column] as readonly string[]).includes(name));
  if (indexOf('order') < 0 || indexOf('code') < 0) return { ok: false, code: 'CSV_COLUMN_MISSING' };
  if (rest.length === 0) return { ok: false, code: 'CSV_EMPTY' };
  if (rest.length > trackingCsvLimits.rows) return { ok: false, code: 'CSV_TOO_LARGE' };
  const rows = rest.map(({ line, values }) => {
    const valueOf = (column: keyof typeof columns): string => values[indexOf(column)]?.trim() ?? '';
    const [url, carrier, status] = [valueOf('url'), valueOf('carrier'), valueOf('status')];
    const tracking = {
      code: valueOf('code'),
      ...(url && { url }),
      ...(carrier && { carrier }),
      ...(status && { status }),
    };
    return { line, order: valueOf('order').replace(/^#/, ''), tracking };
  });
  return { ok: true, rows };
}

const plainName = (name: string): string => name.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

type CsvRecord = { line: number; values: string[] };

/** The records of a text without blank lines (RFC 4180); undefined if a quotation mark is not closed. */
function recordsOf(text: string): CsvRecord[] | undefined {
  const delimiter = delimiterOf(text);
  const records: CsvRecord[] = [];
  let record: CsvRecord = { line: 1, values: [] };
  let value = '';
  let line = 1;
  const endRecord = (): void => {
    record.values.push(value);
    if (record.values.some((one) => one.trim() !== '')) records.push(record);
    value = '';
  };
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === '"' && value.trim() === '') {
      const quoted = quotedAt(text, at);
      if (!quoted) return undefined;
      value = quoted.value;
      line += quoted.value.split('\n').length - 1;
      at = quoted.end;
    } else if (char === delimiter) {
      record.values.push(value);
      value = '';
    } else if (char === '\n') {
      endRecord();
      line += 1;
      record = { line, values: [] };
    } else if (char !== '\r') value += char;
  }
  endRecord();
  return records;
}

/** A quoted value, and the position of its closing quotation mark. */
function quotedAt(text: string, start: number): { value: string; end: number } | undefined {
  let value = '';
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] !== '"') value += text[at]!;
    else if (text[at + 1] === '"') value += text[++at]!;
    else return { value, end: at };
  }
  return undefined;
}

/** The delimiter, detected in the header: spreadsheets in Portuguese write semicolons. */
function delimiterOf(text: string): string {
  const header = text.split('\n', 1)[0]!;
  return [';', '\t'].find((one) => header.includes(one)) ?? ',';
}
