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
])('[COM2] a CSV file of tracking codes is read: %s', (_, text) => {
  const tracking = { code: 'AA1', carrier: 'Correios', url: 'https://t.example/AA1', status: 'posted' };
  expect(rowsOf(text)).toEqual([{ line: 2, order: '1001', tracking }]);
});

test('[COM2] missing cells are left out, quoted cells may hold anything, and line numbers are those of the file', () => {
  const text = 'pedido,codigo,transportadora,preço\n1,AA1,"Rápido, ""Já""\nLtda",9\n,,,\n2,BB2\n';
  expect(rowsOf(text)).toEqual([
    { line: 2, order: '1', tracking: { code: 'AA1', carrier: 'Rápido, "Já"\nLtda' } },
    { line: 5, order: '2', tracking: { code: 'BB2' } },
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
