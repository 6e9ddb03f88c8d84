import { expect, test } from 'vitest';
import { csvFormats, maxCsvRows, readPages, writeCsv } from './csv.ts';

const openers = ['=1+1', '+1', '-1a', '@SUM(A1)', '|calc', '%0A', '＝1+1', '\t=1', '\r\n=1', ' =1'];

test('[AUT11] the byte order mark comes first, every cell is quoted, quotes are doubled, the language has its separator', () => {
  const rows = [
    ['nome', 'valor'],
    ['Ana "Lima"', '1,50'],
  ];
  expect(writeCsv(rows, 'pt-BR')).toBe('\uFEFF"nome";"valor"\r\n"Ana ""Lima""";"1,50"\r\n');
  expect(writeCsv(rows, 'en')).toBe('\uFEFF"nome","valor"\r\n"Ana ""Lima""","1,50"\r\n');
});

test('[AUT11] no cell is a formula, for any separator that a program splits by', () => {
  const texts = openers.flatMap((text) => [text, `Ana,${text}`, `Ana;${text}`, `Ana, ${text}`, `Ana"${text}`]);
  const rows = writeCsv(
    texts.map((text) => ['x', text, 'y']),
    'pt-BR',
  )
    .split('\r\n')
    .slice(0, -1);
  expect(rows).toHaveLength(texts.length);
  for (const row of rows) {
    for (const separator of [';', ',', '\t', '|']) {
      for (const cell of row.split(separator)) expect([row, cell]).toEqual([row, expect.not.stringMatching(formula)]);
    }
  }
});
/** A cell as read by a program that drops quotes and spaces. */
const formula = /^["\s]*[=+\-@＝＋－＠%]/;

test('[AUT11] a plain text and a negative amount are unchanged', () => {
  expect(writeCsv([['Rua A, 12 - fundos', 'ana@loja.example', 'a-b', '-13,99']], 'pt-BR')).toContain(
    '"Rua A, 12 - fundos";"ana@loja.example";"a-b";"-13,99"',
  );
});

test('[AUT11] a date is in the store’s zone, an amount has the decimal sign, a phone has no plus sign', () => {
  const at = new Date('2026-03-05T02:07:59Z');
  const [brazilian, english] = [csvFormats('pt-BR', 'America/Sao_Paulo'), csvFormats('en', 'America/Manaus')];
  expect([brazilian.instant(at), english.instant(at), brazilian.instant(null)]).toEqual([
    '04/03/2026 23:07',
    '2026-03-04 22:07',
    '',
  ]);
  expect([brazilian.money(50450), english.money(50450), brazilian.money(-1399), brazilian.money(null)]).toEqual([
    '504,50',
    '504.50',
    '-13,99',
    '',
  ]);
  expect(
    ['+5511987654821', '11987654821', '5511987654821', '1133334444', '+15550100200', null].map(brazilian.phone),
  ).toEqual(['(11) 98765-4821', '(11) 98765-4821', '(11) 98765-4821', '(11) 3333-4444', '00 15550100200', '']);
});

test('[AUT11] pages are read to the end, and no more than a file may have', async () => {
  const pages = (last: number) => (before: number | undefined) => {
    const page = before ?? 0;
    return Promise.resolve({ rows: Array.from({ length: 600 }, () => page), next: page === last ? null : page + 1 });
  };
  expect(await readPages(pages(1))).toHaveLength(1_200);
  expect(await readPages(pages(100))).toHaveLength(maxCsvRows);
});
