import { expect, test } from 'vitest';
import { cleanSyntax } from './syntax.ts';

const kinds = (text: string): unknown[] => cleanSyntax(text).faults.map(({ kind, offset }) => [kind, offset]);

test('valid JSON is unchanged, whatever its strings contain', () => {
  const text = '{"a": "// não, “isto” é texto,]", "b": [1, 2]}';
  expect(cleanSyntax(text)).toEqual({ text, faults: [] });
});

test('cleaning keeps every position', () => {
  const text = '{\n  // nota\n  “a”: [1, 2,],\n  "b": "x, ]", /* fim */\n}';
  const cleaned = cleanSyntax(text);
  expect(JSON.parse(cleaned.text)).toEqual({ a: [1, 2], b: 'x, ]' });
  expect(cleaned.text).toHaveLength(text.length);
  expect(cleaned.text.indexOf('"b"')).toBe(text.indexOf('"b"'));
  expect(kinds(text)).toEqual([
    ['comment', 4],
    ['smart_quote', 14],
    ['trailing_comma', 24],
    ['trailing_comma', 41],
    ['comment', 43],
  ]);
});

test('a code block from a chat and a byte order mark are removed', () => {
  expect(JSON.parse(cleanSyntax('\uFEFF```json\n{"a": 1}\n```\n').text)).toEqual({ a: 1 });
  expect(kinds('\uFEFF```json\n{"a": 1}\n```\n')).toEqual([
    ['bom', 0],
    ['fence', 1],
    ['fence', 18],
  ]);
});

test('a text that is not JSON is left unchanged', () => {
  for (const text of ['', 'olá', '{"a": }', '"', '“', '/*', '```'])
    expect(() => JSON.parse(cleanSyntax(text).text) as unknown).toThrow();
});
