import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeRefusal, operationCodes, refuse } from './operation-codes.ts';

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.endsWith('operation-codes.ts'))
  .map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'))
  .join('\n');

describe('[EDT2] codes of refusals', () => {
  test('every declared code is used, and every used code is declared', () => {
    const codes = Object.keys(operationCodes);
    expect(codes.filter((code) => !new RegExp(`'${code}'`).test(sources))).toEqual([]);
    const used = [...sources.matchAll(/refuse\(\s*'([A-Z_]+)'/g)].map((match) => match[1]!);
    expect(used.length).toBeGreaterThan(20);
    expect(used.filter((code) => !codes.includes(code))).toEqual([]);
  });

  test.each(Object.entries(operationCodes))('%s has a text in both languages, with the same values', (_, texts) => {
    for (const text of Object.values(texts)) expect(text).toMatch(/^\p{Lu}.*\.$/u);
    const values = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
    expect(values(texts.en)).toEqual(values(texts['pt-BR']));
    expect(texts.en).not.toBe(texts['pt-BR']);
  });

  test('values are inserted once and shortened', () => {
    expect(describeRefusal(refuse('UNKNOWN_STEP', { id: '{id}' }), 'en')).toBe('There is no step with the ID {id}.');
    expect(describeRefusal(refuse('UNKNOWN_STEP', { id: 'x'.repeat(200) })).length).toBeLessThan(120);
  });
});
