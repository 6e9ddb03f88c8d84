import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { limits } from '../members/limits.ts';
import { cleanJson } from './clean-json.ts';
import { draftIn } from './draft.ts';

const read = (text: string): unknown => JSON.parse(cleanJson(text).text);
const codes = (text: string): string[] => cleanJson(text).corrections.map(({ code }) => code);
const flow = '{"name": "x", "steps": [{"minutes": 1}]}';
const parsed = JSON.parse(flow) as unknown;

describe('[EDT16] JSON out of a chat', () => {
  test.each([
    ['a block of code', `\`\`\`json\n${flow}\n\`\`\``, ['fence', 'fence']],
    ['a block with another language', `\`\`\`jsonc title=x\r\n${flow}\r\n\`\`\`\r\n`, ['fence', 'fence']],
    ['a block without its end', `~~~~\n${flow}`, ['fence']],
    [
      'words around',
      `Claro! [1] {{order.id}} vem assim:\n\n${flow}\nEspero ter ajudado! :}`,
      ['text_outside', 'text_outside'],
    ],
    ['words and a block', `Segue:\n\`\`\`\n${flow}\n\`\`\`\nAté!`, ['text_outside', 'text_outside']],
    ['a word in front', `json\nCopiar código\n${flow}`, ['text_outside']],
    ['code in a line', `\`${flow}\``, ['text_outside', 'text_outside']],
    ['a mark of order', `\ufeff${flow}`, ['invisible']],
    ['other white space', `\u00a0\u200b${flow.replaceAll(' ', '\u00a0')}\u2028`, ['invisible']],
    ['an example before it', `Troque {"minutes": 2} por:\n${flow}`, ['text_outside']],
    ['an example after it', `${flow}\n\nTroque por {"minutes": 2}.`, ['text_outside']],
    ['comments', `// a\n${flow.replace('[', '[ /* b */ # c\n')}`, ['text_outside', 'comment', 'comment']],
    ['commas', flow.replace('}]}', ',},],}'), ['trailing_comma', 'trailing_comma', 'trailing_comma']],
  ])('%s', (_, text, found) => {
    expect(read(text)).toEqual(parsed);
    expect(codes(text)).toEqual(found);
  });

  test.each(['“”', '””', '„“', '„”', '«»', '»«', '＂＂', '‘’', '’’', "''", '‹›', '❝❞'])(
    'quotation marks %s',
    ([open, close]) => {
      const text = flow.replace(/"(\w+)"/g, `${open}$1${close}`);
      expect(read(text)).toEqual(parsed);
      expect(codes(text)).toEqual(['quote']);
    },
  );

  test('a mark of one kind may be closed by another, and by a straight one', () => {
    expect(read('{"a”: “b", „c": "d“, "e": [“f", "g”, "h"]}')).toEqual({ a: 'b', c: 'd', e: ['f', 'g', 'h'] });
  });

  test('marks inside texts stay, also where the text itself is in curly ones', () => {
    expect(read('{“a”: “Oi, “Maria”, tudo bem? «Sim», disse d’Ávila”, “b”: [“x “y”, z”], }')).toEqual({
      a: 'Oi, “Maria”, tudo bem? «Sim», disse d’Ávila',
      b: ['x “y”, z'],
    });
    expect(read("{'a': 'gota d’água: “boa”', 'b': “diz 'sim', 'não'”,}")).toEqual({
      a: 'gota d’água: “boa”',
      b: "diz 'sim', 'não'",
    });
    const text = '{"a": "“Oi”, disse: «x», // não /* é */ # nota,]}", "b": "\u00a0\u200b```",}';
    expect(read(text)).toEqual({ a: '“Oi”, disse: «x», // não /* é */ # nota,]}', b: '\u00a0\u200b```' });
    expect(codes(text)).toEqual(['trailing_comma']);
  });

  test('an escaped mark that a word processor bent is straight again', () => {
    expect(read('{“html”: “<p style=\\”a\\” b=\\“c\\”>é</p>\\n”}')).toEqual({ html: '<p style="a" b="c">é</p>\n' });
  });

  test('every position stays: lines, columns and length', () => {
    const text = 'Olá\r\n```\r\n{\n  // nota\n  “a”: [1,\u00a02,],\n  "b": "x"\n}\n```\nTchau';
    const { text: cleaned, corrections } = cleanJson(text);
    expect(cleaned).toHaveLength(text.length);
    expect(cleaned.indexOf('"b"')).toBe(text.indexOf('"b"'));
    expect(cleaned.split('\n')).toHaveLength(text.split('\n').length);
    expect(corrections.map(({ code, line, column }) => [code, line, column])).toEqual([
      ['text_outside', 1, 1],
      ['comment', 4, 3],
      ['quote', 5, 3],
      ['invisible', 5, 11],
      ['trailing_comma', 5, 13],
      ['text_outside', 7, 2],
    ]);
    expect(corrections[1]!.message).toBe('Comentários não fazem parte do JSON.');
    expect(cleanJson(text, 'en').corrections[1]!.message).toBe('JSON does not allow comments.');
  });

  test.each([
    flow,
    '{"a": "“isto” é ```texto```, // e [1,]", "b": [1, 2]}',
    '',
    'olá, {tudo} [bem]?',
    '“',
    '"',
    '```',
    '/*',
    '{}',
    `Um:\n${flow}\nOutro:\n${flow}`,
    ' '.repeat(limits.text + 1),
  ])('%.40j stays as it is', (text) => {
    expect(cleanJson(text)).toEqual({ text, corrections: [] });
  });

  test('what cannot be corrected in one way is left to its own issue', () => {
    for (const text of [
      '{"a": }',
      '{"a": 1 "b": 2}',
      '{“a”: “b}',
      '```json\n{"name": "cortado',
      '{"a": "diz "oi" aqui"}',
    ])
      expect(() => read(text)).toThrow(SyntaxError);
  });

  test('a long text of marks and brackets is read in linear time', () => {
    for (const part of [
      '{"',
      '{“',
      '“, ',
      '{"a": “x',
      '["',
      '{"x"}',
      '{"a": "b" c}',
      '[[',
      '{ ',
      '“ /*',
      "{'",
      '{"a”,',
    ])
      expect(cleanJson(part.repeat(20_000)).text).toHaveLength(part.length * 20_000);
  });
});

const samples = path.join(import.meta.dirname, '../../samples');
const strings = /"((?:[^"\\]|\\.)*)"/g;

test.each(readdirSync(samples))('[EDT16] %s is the same automation after a chat and a word processor', (name) => {
  const text = readFileSync(path.join(samples, name, 'flow.json'), 'utf8');
  const flow = draftIn(text);
  if (!flow || Object.keys(flow).length === 0) return;
  const outside = (part: string): string => part.replaceAll(' ', '\u00a0').replace(/[}\]]/g, ', // x\n$&');
  const spaced = text.replace(/"(?:[^"\\]|\\.)*"|[^"]+/g, (part) => (part.startsWith('"') ? part : outside(part)));
  const bent = ['“”', '„“', '«»', '””', '‘’'].map(([open, close]) => text.replace(strings, `${open}$1${close}`));
  for (const one of [spaced, ...bent]) {
    const answer = `Claro! Use {{order.id}}:\n\`\`\`json\n${one}\n\`\`\`\nEspero {ter} [ajudado]!`;
    expect(draftIn(cleanJson(answer).text)).toEqual(flow);
  }
});
