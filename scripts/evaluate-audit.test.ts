import { describe, expect, test } from 'vitest';
import { evaluateAudit } from './evaluate-audit.ts';

const via = [{ title: 'Prototype pollution', url: 'https://github.com/advisories/GHSA-1' }];

const strict = { allowsUnanswered: false };

describe('the audit of dependencies', () => {
  test.each([
    ['critical', true, true],
    ['high', { name: 'fastify', version: '6.0.0' }, true],
    ['high', false, false],
    ['moderate', true, false],
  ])('%s, fix: %j: fails %s', (severity, fixAvailable, fails) => {
    const evaluated = evaluateAudit({ vulnerabilities: { leftpad: { severity, via, fixAvailable } } }, strict);
    expect(evaluated.fails).toBe(fails);
    expect(evaluated.lines[0]).toContain(`${severity} leftpad: Prototype pollution https://`);
  });

  test.each([{ message: 'the request failed: ECONNREFUSED' }, { message: '405 Method Not Allowed' }, {}])(
    'fails where the registry does not answer: %j',
    (report) => {
      const lines = [expect.stringMatching(/^NOT CHECKED, the registry does not answer: .+/)];
      expect(evaluateAudit(report, strict)).toEqual({ fails: true, lines });
      expect(evaluateAudit(report, { allowsUnanswered: true })).toEqual({ fails: false, lines });
    },
  );
});
