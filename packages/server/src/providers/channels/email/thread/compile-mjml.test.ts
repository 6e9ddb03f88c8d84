import { expect, test } from 'vitest';
import { openCompiler } from './compile-mjml.ts';

test('a text is compiled once; a bounded cache evicts the least recently used one', () => {
  const compiled: string[] = [];
  const compile = openCompiler(25, (text) => {
    compiled.push(text);
    return { ok: true, html: text.repeat(9) };
  });
  const a = compile('a');
  expect(compile('a')).toBe(a);
  compile('b');
  compile('a');
  compile('c');
  expect(compiled).toEqual(['a', 'b', 'c']);
  compile('a');
  expect(compiled).toEqual(['a', 'b', 'c']);
  compile('b');
  expect(compiled).toEqual(['a', 'b', 'c', 'b']);
});
