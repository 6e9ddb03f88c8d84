import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const sources = path.resolve(import.meta.dirname, '..');

/** Portuguese words of builders; owners read "caminho principal", "que servir" and "dados". */
const jargon = /\b(?:metatags?|tronco|verdadeir[ao]s?)\b/i;

/** The quoted texts of a file, without its comments. */
const textsIn = (file: string): string[] =>
  readFileSync(path.join(sources, file), 'utf8')
    .replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
    .match(/'[^'\n]* [^'\n]*'|`[^`]*`/g) ?? [];

test('no text of the editor, the diagram or the automations has a word that only builders use', () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /features.(?:editor|automations).*texts?\.ts$|diagram.*texts?\.ts$/.test(file) && !file.includes('.test.'),
  );
  expect(files.length).toBeGreaterThan(15);
  expect(files.flatMap((file) => textsIn(file).filter((text) => jargon.test(text)))).toEqual([]);
});
