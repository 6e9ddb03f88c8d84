import fc from 'fast-check';
import { expect, test } from 'vitest';
import { importFlow } from './import.ts';
import { findJsonSyntaxIssue } from '../definition/json-syntax.ts';
import { limits } from '../members/limits.ts';
import { arbitraryDefinitionText } from '../testing/broken-definition.ts';
import { longPropertyRuns } from '../testing/long-property.ts';
import { validateFlow, validateText } from './validate.ts';

const runs = longPropertyRuns(2_000);

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test('[DEF1] any text: no exception, bounded issues at existing positions, and an accepted one survives a round trip', () => {
  let accepted = 0;
  const check = fc.property(arbitraryDefinitionText(), (text) => {
    const json = isJson(text);
    expect(findJsonSyntaxIssue(text.replace(/^\uFEFF/, '')) === undefined).toBe(
      json || isJson(text.replace(/^\uFEFF/, '')),
    );
    const found = validateText(text, { mode: 'warn' });
    expect(found.structure.length).toBeLessThanOrEqual(limits.issues);
    const lines = text.split(/\r\n|\r|\n/).length;
    for (const { line, column, path, message } of found.structure) {
      expect(line).toBeGreaterThan(0);
      expect(line).toBeLessThanOrEqual(lines);
      expect(column).toBeGreaterThan(0);
      expect(path.length).toBeLessThan(2_000);
      expect(message.length).toBeLessThan(2_000);
    }
    const imported = importFlow(text);
    expect(imported.ok).toBe(found.valid);
    if (!imported.ok) return;
    accepted++;
    const { flow, format } = imported;
    expect(format).toBe(found.format);
    const again = JSON.stringify(flow, null, 2);
    expect(JSON.parse(again)).toEqual(JSON.parse(text.replace(/^\uFEFF/, '')));
    const comparable = ({ structure, ...rest }: ReturnType<typeof validateText>): unknown => ({
      ...rest,
      structure: structure.map(({ line: _line, column: _column, ...issue }) => JSON.stringify(issue)).sort(),
    });
    expect(comparable(validateText(again, { mode: 'warn' }))).toEqual(comparable(found));
    expect(comparable(validateFlow(flow, { mode: 'warn' }))).toEqual(comparable(found));
  });
  fc.assert(check, { seed: 20_260_105, numRuns: runs });
  expect(accepted).toBeGreaterThan(runs / 20);
}, 3_600_000);
