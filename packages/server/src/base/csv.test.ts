import { expect, test } from 'vitest';
import { writeCsv } from './csv.ts';

const openers = ['=1+1', '+1', '-1', '@SUM(A1)', '|calc', '%0A', '＝1+1', '\t=1', '\r\n=1', ' =1'];

test('[AUT11] the separator comes first, every cell is quoted, quotes are doubled', () => {
  expect(
    writeCsv([
      ['nome', 'valor'],
      ['Ana "Lima"', '1,50'],
    ]),
  ).toBe('sep=;\r\n"nome";"valor"\r\n"Ana ""Lima""";"1,50"\r\n');
});

test('[AUT11] no cell is a formula, for any separator that a program splits by', () => {
  const texts = openers.flatMap((text) => [text, `Ana,${text}`, `Ana;${text}`, `Ana, ${text}`, `Ana"${text}`]);
  const rows = writeCsv(texts.map((text) => ['x', text, 'y']))
    .split('\r\n')
    .slice(1, -1);
  expect(rows).toHaveLength(texts.length);
  for (const row of rows) {
    for (const separator of [';', ',', '\t', '|']) {
      for (const cell of row.split(separator)) expect([row, cell]).toEqual([row, expect.not.stringMatching(formula)]);
    }
  }
});
/** A cell as read by a program that drops quotes and spaces. */
const formula = /^["\s]*[=+\-@＝＋－＠%]/;

test('[AUT11] a plain text is unchanged', () => {
  expect(writeCsv([['Rua A, 12 - fundos', 'ana@loja.example', 'a-b']])).toContain(
    '"Rua A, 12 - fundos";"ana@loja.example";"a-b"',
  );
});
