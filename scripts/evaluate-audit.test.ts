import { describe, expect, test } from 'vitest';
import { evaluateAudit } from './evaluate-audit.ts';

const via = [{ title: 'Prototype pollution', url: 'https://github.com/advisories/GHSA-1' }];

describe('the audit of dependencies', () => {
  test.each([
    ['critical', true, true],
    ['high', { name: 'fastify', version: '6.0.0' }, true],
    ['high', false, false],
    ['moderate', true, false],
  ])('%s, fix: %j: fails %s', (severity, fixAvailable, fails) => {
    const evaluated = evaluateAudit({ vulnerabilities: { leftpad: { severity, via, fixAvailable } } });
    expect(evaluated.fails).toBe(fails);
    expect(evaluated.lines[0]).toContain(`${severity} leftpad: Prototype pollution https://`);
  });

  test('a registry that does not respond is reported, and fails nothing', () => {
    const evaluated = evaluateAudit({ message: 'the request failed: ECONNREFUSED' });
    expect(evaluated).toEqual({ fails: false, lines: [expect.stringContaining('ECONNREFUSED')] });
  });
});
