import { expect, test } from 'vitest';
import { readTrackingCsv, trackingCsvLimits } from './tracking-csv.ts';

const rowsOf = (text: string) => {
  const read = readTrackingCsv(text);
  return read.ok ? read.rows : read.code;
};

test.each([
  ['commas', 'pedido,codigo,transportadora,url,status\n1001,AA1,Correios,https://t.example/AA1,posted\n'],
  [
    'semicolons, accents and a mark of order',
    '\ufeffPedido;Código;Transportadora;URL;Situação\r\n#1001;AA1;Correios;https://t.example/AA1;posted\r\n',
  ],
  [
    'tabs, in English, another order of columns',
    'code\torder\tstatus\tcarrier\tlink\nAA1\t1001\tposted\tCorreios\thttps://t.example/AA1',
  ],
  [
    'quotation marks',
    '"pedido","codigo","transportadora","url","status"\n"1001","AA1","Correios","https://t.example/AA1","posted"\n\n',
  ],
  [
    'line ends of an old Mac',
    'pedido,codigo,transportadora,url,status\r1001,AA1,Correios,https://t.example/AA1,posted\r',
  ],
  [
    'bars, and names of columns with other words',
    'Nº do Pedido|Cód. de Rastreio|Nome da Transportadora|Link de rastreio|Status da entrega|Status do pedido\r\n1001|AA1|Correios|https://t.example/AA1|posted|Pago',
  ],
])('[COM2] a CSV file of tracking codes is read: %s', (_, text) => {
  const tracking = { code: 'AA1', carrier: 'Correios', url: 'https://t.example/AA1', status: 'posted' };
  expect(rowsOf(text)).toEqual([{ line: 2, order: '1001', tracking, isCut: false }]);
});

test('[COM2] missing cells are left out, quoted cells may hold anything, and line numbers are those of the file', () => {
  const text = 'pedido,codigo,transportadora,preço\n1,AA1,"Rápido, ""Já""\nLtda",9\n,,,\n2,BB2\n';
  expect(rowsOf(text)).toEqual([
    { line: 2, order: '1', tracking: { code: 'AA1', carrier: 'Rápido, "Já"\nLtda' }, isCut: false },
    { line: 5, order: '2', tracking: { code: 'BB2' }, isCut: false },
  ]);
});

test.each([
  ['', 'CSV_EMPTY'],
  ['pedido,codigo\n\n', 'CSV_EMPTY'],
  ['pedido,transportadora\n1,Correios', 'CSV_COLUMN_MISSING'],
  ['pedido,codigo\n1,"AA1\n', 'CSV_MALFORMED'],
  [`pedido,codigo\n${'1,A\n'.repeat(trackingCsvLimits.rows + 1)}`, 'CSV_TOO_LARGE'],
  ['x'.repeat(trackingCsvLimits.chars + 1), 'CSV_TOO_LARGE'],
])('[COM2] a file that cannot be imported has a reason: %.20j', (text, code) => {
  expect(rowsOf(text)).toBe(code);
});

test.each([
  ['sep=;\r\npedido;codigo\r\n1001;AA1', 3],
  ['"sep=,"\npedido,codigo\n1001,AA1', 3],
  ['SEP=\t\rpedido\tcodigo\r\r1001\tAA1', 4],
  ['sep=|\npedido|codigo, do rastreio|codigo\n1001|AA1|x', 3],
])('[COM2] the separator may be named in a line of its own, which counts as a line: %j', (text, line) => {
  expect(rowsOf(text)).toEqual([{ line, order: '1001', tracking: { code: 'AA1' }, isCut: false }]);
});

const orderNames = [
  'Nº do pedido',
  'N.º Pedido',
  'N° pedido',
  'Número do Pedido',
  'numero_pedido',
  'PEDIDO',
  'ID do pedido',
];
const codeNames = [
  'Código de rastreio',
  'Rastreamento',
  'codigo rastreamento',
  'codigoRastreio',
  'Nº do Objeto',
  'Cód. Rastreio',
];
test.each([
  ...orderNames.map((name) => [name, 'codigo']),
  ...['Order number', 'order_id', 'Order #', '#Pedido', 'Pedido nº'].map((name) => [name, 'Tracking number']),
  ...codeNames.map((name) => ['pedido', name]),
  ['Código do pedido', 'Código do rastreio'],
  ['Order ID', 'trackingCode'],
])('[COM2] columns are found by the words of their names: %s and %s', (order, code) => {
  const tracking = { code: 'AA1' };
  expect(rowsOf(`Data do pedido;${code};Total do pedido;${order}\n28/11;AA1;99,90;1001`)).toEqual([
    { line: 2, order: '1001', tracking, isCut: false },
  ]);
});

test('[COM2] a column that only mentions an order or a shipment is another one', () => {
  expect(rowsOf('Data do pedido;Código de rastreio\n1;AA1')).toBe('CSV_COLUMN_MISSING');
  expect(rowsOf('Pedido;Prazo de entrega;Status do rastreio\n1;2;x')).toBe('CSV_COLUMN_MISSING');
  const text = 'Pedido;Código;Rastreio;Status do pedido\n1;SKU-9;AA1;Pago';
  expect(rowsOf(text)).toEqual([{ line: 2, order: '1', tracking: { code: 'AA1' }, isCut: false }]);
});

test('[COM2] cells that are kept from being numbers are read without what keeps them so', () => {
  expect(rowsOf(`pedido;codigo\n="001";'0012\n"=""002""";"=""AA2"""\n`)).toMatchObject([
    { order: '001', tracking: { code: '0012' } },
    { order: '002', tracking: { code: 'AA2' } },
  ]);
  expect(rowsOf('pedido;codigo\n\u200b1001\u00a0;\u202aAA1\u202c\n')).toMatchObject([
    { order: '1001', tracking: { code: 'AA1' } },
  ]);
});

test.each(['1,23457E+11', '1.2E+05', '1E+17', '8,9e+19', '1.23457E11'])(
  '[COM2] a number that a spreadsheet rounded is marked, as order and as code: %s',
  (cut) => {
    expect(rowsOf(`pedido;codigo\n1001;${cut}\n${cut};AA1\n1002;AA2`)).toMatchObject([
      { isCut: true },
      { isCut: true },
      { isCut: false },
    ]);
  },
);

test.each(['123456789012', 'AA123456785BR', '1E5', 'E+11', '12E+5A', '1001,5'])(
  '[COM2] %s is not a rounded number',
  (code) => {
    expect(rowsOf(`pedido;codigo\n1001;${code}`)).toMatchObject([{ tracking: { code }, isCut: false }]);
  },
);
