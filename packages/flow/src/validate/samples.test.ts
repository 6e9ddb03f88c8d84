import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { locales } from '@retoma/commerce/locale';
import { describe, expect, test } from 'vitest';
import { codes } from '../members/codes.ts';
import { validateFlow, validateText, type Validation } from './validate.ts';

// One folder per case: flow.json, and the expected result of the structure check in expected.json. UPDATE_SAMPLES=1 rewrites the
// expectations, for review.

type Expected = {
  format: string;
  issues: { path: string; line?: number; column?: number; code: string; suggestion?: string }[];
};

const folder = path.join(import.meta.dirname, '../../samples');
// The simulator's samples have a scenario instead of expectations: their flows only have to be valid.
const cases = readdirSync(folder)
  .filter((name) => existsSync(path.join(folder, name, 'flow.json')))
  .sort();
const isSimulated = (name: string): boolean =>
  !existsSync(path.join(folder, name, 'expected.json')) && existsSync(path.join(folder, name, 'scenario.json'));

const shortened = ({ format, structure }: Validation): Expected => ({
  format,
  issues: structure.map(({ severity: _severity, message: _message, ...issue }) => issue),
});

const expectations = cases.map((name) => {
  const text = readFileSync(path.join(folder, name, 'flow.json'), 'utf8');
  const found = shortened(validateText(text, { mode: 'off' }));
  const file = path.join(folder, name, 'expected.json');
  if (process.env['UPDATE_SAMPLES'] && !isSimulated(name)) {
    const issues = found.issues.map((issue) => `\n    ${JSON.stringify(issue)}`).join(',');
    writeFileSync(file, `{\n  "format": "${found.format}",\n  "issues": [${issues}${issues ? '\n  ' : ''}]\n}\n`);
  }
  const expected = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Expected) : undefined;
  return { name, text, found, expected };
});

describe('samples', () => {
  test.each(expectations.filter(({ name }) => !isSimulated(name)))('[DEF1] $name', ({ found, expected }) => {
    expect(found).toEqual(expected);
  });

  test.each(expectations.filter(({ name }) => isSimulated(name)))('$name is valid', ({ text }) => {
    expect(validateText(text, { mode: 'off' }).valid).toBe(true);
  });

  test('every code is declared, and every declared code has a sample', () => {
    const seen = new Set(expectations.flatMap(({ expected }) => expected?.issues.map(({ code }) => code) ?? []));
    expect([...seen].sort()).toEqual(Object.keys(codes).sort());
  });

  test.each(Array.from({ length: 12 }, (_, index) => index + 1))(
    '[DEF4] flat rule %i has a valid and an invalid sample',
    (rule) => {
      const issuesOf = (kind: string) =>
        expectations.find(({ name }) => name === `flat-rule-${rule}-${kind}`)?.expected?.issues;
      expect(issuesOf('bad')?.map(({ code }) => code)).toContain(`FLAT_RULE_${rule}`);
      expect(issuesOf('good')).toEqual([]);
    },
  );

  test('a value has the same issues as its text, without positions', () => {
    for (const { text, found } of expectations.filter(({ name }) => !name.startsWith('invalid-json'))) {
      const value = validateFlow(JSON.parse(text), { mode: 'off' });
      const comparable = found.issues.map(({ line: _line, column: _column, ...issue }) => JSON.stringify(issue));
      expect(
        shortened(value)
          .issues.map((issue) => JSON.stringify(issue))
          .sort(),
      ).toEqual(comparable.sort());
    }
  });

  test('every message has all placeholders filled, in both languages', () => {
    for (const { text } of expectations) {
      for (const locale of locales) {
        for (const { message } of validateText(text, { mode: 'off', locale }).structure) {
          expect(message).not.toMatch(/\{[a-z]\w*\}(?!\})|undefined|\[object/);
          expect(message).toMatch(/[.?]$/);
        }
      }
    }
  });
});
