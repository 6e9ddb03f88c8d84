import type { Localized } from '../locale.ts';

/** The limits of one file of tracking codes. */
export const trackingCsvLimits = { chars: 200_000, rows: 1_000 } as const;

/** A shipment in a row of a file: its tracking code, tracking address, carrier and status. */
export type CsvTracking = { code: string; url?: string; carrier?: string; status?: string };

/**
 * A row of a file. `line`: the line on which it starts, from 1; `order`: the order's number or id, without `#`. `isCut`: order or code is
 * a number that a spreadsheet rounded.
 */
export type TrackingCsvRow = {
  readonly line: number;
  readonly order: string;
  readonly tracking: CsvTracking;
  readonly isCut: boolean;
};

/** The texts for store owners when a file, or one row of it, is not imported. */
export const trackingCsvRefusals = {
  CSV_EMPTY: { 'pt-BR': 'O arquivo não tem nenhuma linha de pedido.', en: 'The file has no order rows.' },
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
    en: 'More than one order has this number. Use the order ID.',
  },
  ORDER_REPEATED: { 'pt-BR': 'O pedido já está em outra linha.', en: 'The order is already in another row.' },
  NUMBER_CUT: {
    'pt-BR': 'A planilha cortou este número. Formate a coluna como texto e digite o número inteiro.',
    en: 'The spreadsheet truncated this number. Format the column as text and enter the full number.',
  },
  INVALID_TRACKING: {
    'pt-BR': 'O código deve ter de 1 a 200 caracteres, e a URL deve começar com http ou https.',
    en: 'The code must have 1 to 200 characters, and the URL must start with http or https.',
  },
} as const satisfies Record<string, Localized>;

/** A code of `trackingCsvRefusals`. */
export type TrackingCsvRefusal = keyof typeof trackingCsvRefusals;

/** The rows of a file, or why it was refused. */
export type TrackingCsv =
  | { readonly ok: true; readonly rows: readonly TrackingCsvRow[] }
  | { readonly ok: false; readonly code: Extract<TrackingCsvRefusal, `CSV_${string}`> };

const shipment = [
  'correios',
  'postal',
  'rastreio',
  'rastreamento',
  'tracking',
  'objeto',
  'envio',
  'entrega',
  'shipment',
  'shipping',
];

/**
 * The words of each column's name, in lower case without accents. `of` are those that may stand beside; any other word makes it another
 * column, as in `Status do pedido`.
 */
const columns = {
  order: { terms: ['pedido', 'pedidos', 'order', 'venda', 'compra'], of: [] },
  code: {
    terms: ['rastreio', 'rastreamento', 'tracking', 'rastreador', 'objeto', 'etiqueta'],
    of: [...shipment, 'pedido', 'order'],
  },
  carrier: { terms: ['transportadora', 'transportador', 'carrier'], of: ['nome', 'name', ...shipment] },
  url: { terms: ['url', 'link'], of: shipment },
  status: { terms: ['status', 'situacao'], of: shipment },
} as const satisfies Record<string, { terms: readonly string[]; of: readonly string[] }>;

/** Words of a column's name that do not distinguish it: `Nº do pedido` is `pedido`. */
const filler = /^(?:n|no|nr|nro|num|numero|number|id|cod|codigo|code|d[aeo]s?|[ao]s?|para|of|the)$/;

/**
 * Parses a file of tracking codes. Values are separated by comma, semicolon, tab or what a line `sep=` names; a value that contains these is
 * quoted.
 */
export function readTrackingCsv(text: string): TrackingCsv {
  if (text.length > trackingCsvLimits.chars) return { ok: false, code: 'CSV_TOO_LARGE' };
  const records = recordsOf(text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'));
  if (!records) return { ok: false, code: 'CSV_MALFORMED' };
  const [header, ...rest] = records;
  if (!header) return { ok: false, code: 'CSV_EMPTY' };
  const indexes = columnsIn(header.values);
  if (indexes.order < 0 || indexes.code < 0) return { ok: false, code: 'CSV_COLUMN_MISSING' };
  if (rest.length === 0) return { ok: false, code: 'CSV_EMPTY' };
  if (rest.length > trackingCsvLimits.rows) return { ok: false, code: 'CSV_TOO_LARGE' };
  const rows = rest.map(({ line, values }) => {
    const valueOf = (column: keyof typeof columns): string => plainCell(values[indexes[column]] ?? '');
    const [order, code] = [valueOf('order').replace(/^#/, ''), valueOf('code')];
    const [url, carrier, status] = [valueOf('url'), valueOf('carrier'), valueOf('status')];
    const tracking = { code, ...(url && { url }), ...(carrier && { carrier }), ...(status && { status }) };
    return { line, order, tracking, isCut: rounded.test(order) || rounded.test(code) };
  });
  return { ok: true, rows };
}

/** A cell without invisible characters, and without what keeps a spreadsheet from reading it as a number: `="001"`, `'001`. */
const plainCell = (cell: string): string => {
  const text = cell.replace(/\p{Cf}/gu, '').trim();
  return /^="(.*)"$/s.exec(text)?.[1] ?? text.replace(/^'/, '');
};

/** A long number as spreadsheets show it: `1,23457E+11`. */
const rounded = /^[+-]?\d+(?:[.,]\d+E\+?|E\+)\d+$/i;

/** The index of each column in the header; -1 if it is absent. A mere `Código` is that of the shipment, unless another column is. */
function columnsIn(header: readonly string[]): Record<keyof typeof columns, number> {
  const names = header.map(termsOf);
  const indexOf = (column: keyof typeof columns): number => {
    const { terms, of }: { terms: readonly string[]; of: readonly string[] } = columns[column];
    return names.findIndex((name) => {
      const own = name.filter((word) => !filler.test(word));
      return own.some((word) => terms.includes(word)) && own.every((word) => terms.includes(word) || of.includes(word));
    });
  };
  const code = indexOf('code');
  return {
    order: indexOf('order'),
    code: code < 0 ? names.findIndex((name) => name.length === 1 && /^(?:cod|codigo|code)$/.test(name[0]!)) : code,
    carrier: indexOf('carrier'),
    url: indexOf('url'),
    status: indexOf('status'),
  };
}

/** `CódigoRastreio` → `codigo`, `rastreio`; `N.º do pedido` → `n`, `o`, `do`, `pedido`. */
const termsOf = (name: string): string[] =>
  name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

type CsvRecord = { line: number; values: string[] };

/** The records of a text without blank lines (RFC 4180); undefined if a quotation mark is not closed. Lines end with LF. */
function recordsOf(text: string): CsvRecord[] | undefined {
  // Excel's own first line, which names the separator.
  const sep = /^"?sep=([^\n])[^\n]*(?:\n|$)/i.exec(text);
  const start = sep?.[0].length ?? 0;
  const delimiter = sep?.[1] ?? delimiterOf(text);
  const records: CsvRecord[] = [];
  let line = sep ? 2 : 1;
  let record: CsvRecord = { line, values: [] };
  let value = '';
  const endRecord = (): void => {
    record.values.push(value);
    if (record.values.some((one) => one.trim() !== '')) records.push(record);
    value = '';
  };
  for (let at = start; at < text.length; at++) {
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
    } else value += char;
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
  return [';', '\t', '|'].find((one) => header.includes(one)) ?? ',';
}
