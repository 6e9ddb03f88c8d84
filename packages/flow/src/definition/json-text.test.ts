import { describe, expect, test } from 'vitest';
import { findJsonSyntaxIssue } from './json-syntax.ts';
import { parseJsonText } from './json-text.ts';
import { limits } from '../members/limits.ts';
import { locate, positionsOf } from './positions.ts';

describe('[DEF1] the first syntax error of a text', () => {
  test.each([
    ['', 'empty', 0],
    ['  \n', 'empty', 0],
    ['{"a":1', 'ended', 6],
    ['{"a"', 'ended', 4],
    ['[1,]', 'trailing_comma', 3],
    ['{"a":1,}', 'trailing_comma', 7],
    ['{"a":1 "b":2}', 'missing_comma', 7],
    ['[1 2]', 'missing_comma', 3],
    ['{"a" 1}', 'missing_colon', 5],
    ["{'a':1}", 'unquoted', 1],
    ['{a:1}', 'unquoted', 1],
    ['[nope]', 'unquoted', 1],
    ['[1] // oi', 'after', 4],
    ['// oi\n[1]', 'comment', 0],
    ['{"a": "oi}', 'open_string', 6],
    ['["a\nb"]', 'control', 3],
    ['["\\x"]', 'escape', 2],
    ['["\\u12g4"]', 'escape', 2],
    ['[01]', 'number', 1],
    ['[1.]', 'number', 1],
    ['[-]', 'number', 1],
    ['{} {}', 'after', 3],
    ['[}', 'unexpected', 1],
    ['```json\n{}\n```', 'fence', 0],
    ['{} ```', 'after', 3],
    ['{“a”: 1}', 'quote', 1],
    ['{"a": «b»}', 'quote', 6],
    ['{"a": 1,\u00a0"b": 2}', 'invisible', 8],
    ['{"a": 1\u200b}', 'invisible', 7],
    ['{,}', 'unexpected', 1],
  ])('%j: %s at %i', (text, issue, offset) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(findJsonSyntaxIssue(text)).toMatchObject({ issue, offset });
  });

  test.each(['{}', '[]', ' [1, -0.5e+3, "a\\u00e9\\\\", true, null] ', '"a"', '0', '{"a":{"b":[{}]}}'])(
    '%j is JSON',
    (text) => {
      expect(findJsonSyntaxIssue(text)).toBeUndefined();
    },
  );

  test('a byte order mark is ignored, and a text that is too long is not parsed', () => {
    expect(parseJsonText('\uFEFF{"a":1}')).toMatchObject({ ok: true, value: { a: 1 } });
    expect(parseJsonText(' '.repeat(limits.text + 1))).toMatchObject({ ok: false, finding: { code: 'TOO_LONG' } });
  });
});

describe('[DEF1] positions of values', () => {
  const text = '{\r\n  "a": [ 1, {"b\\u0063": "}]\\"" } ],\r"d": {"x": 1},\n\t"d": { "y": 2 } }';
  const at = (...keys: (string | number)[]): unknown => positionsOf(text, locate(text, [keys]))[0];

  test.each([
    [[], 1, 1],
    [['a'], 2, 8],
    [['a', 0], 2, 10],
    [['a', 1, 'bc'], 2, 25],
  ])('%j', (keys, line, column) => expect(at(...keys)).toEqual({ line, column }));

  test('a missing value has the position of its deepest existing parent', () => {
    expect(at('a', 1, 'nothing', 'here')).toEqual({ line: 2, column: 13 });
    expect(at('a', 7)).toEqual({ line: 2, column: 8 });
  });

  test('of a repeated name the last one counts, as in JSON.parse', () => {
    expect(at('d')).toEqual({ line: 4, column: 7 });
    expect(at('d', 'y')).toEqual({ line: 4, column: 14 });
    expect(at('d', 'x')).toEqual({ line: 4, column: 7 });
  });
});
