import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flowOf, scenarioOf, sms } from '../testing/build-flow.ts';
import { checkScenario, readScenario } from './check-scenario.ts';
import { scenarioCodes } from './issues.ts';
import { instantOf } from './scenario.ts';
import { simulate } from './simulate.ts';

const start = '2026-01-05T12:00:00-03:00';
const found = (value: unknown, flow?: ReturnType<typeof flowOf>): string[] =>
  checkScenario(value, 'en', flow).issues.map(({ path, code }) => `${path} ${code}`);

/** Every code with a scenario that causes it. */
const samples: [code: keyof typeof scenarioCodes, value: unknown, issue: string][] = [
  ['REQUIRED', {}, 'start REQUIRED'],
  ['REQUIRED', { start, changes: [{}] }, 'changes[0].at REQUIRED'],
  ['REQUIRED', { start, messages: [{}] }, 'messages[0].step REQUIRED'],
  ['WRONG_TYPE', [], ' WRONG_TYPE'],
  ['WRONG_TYPE', { start: 5 }, 'start WRONG_TYPE'],
  ['WRONG_TYPE', { start, context: { order: 'x' } }, 'context.order WRONG_TYPE'],
  ['WRONG_TYPE', { start, changes: {} }, 'changes WRONG_TYPE'],
  ['WRONG_TYPE', { start, changes: [{ at: '3', set: {} }] }, 'changes[0].at WRONG_TYPE'],
  ['WRONG_TYPE', { start, messages: [{ step: 'a', pass: 1.5 }] }, 'messages[0].pass WRONG_TYPE'],
  ['WRONG_TYPE', { start, messages: [null] }, 'messages[0] WRONG_TYPE'],
  ['EMPTY', { start, messages: [{ step: 'a', fail: ' ' }] }, 'messages[0].fail EMPTY'],
  ['INVALID_DATE', { start: 'amanhã' }, 'start INVALID_DATE'],
  ['INVALID_DATE', { start: '2026-13-05T12:00:00Z' }, 'start INVALID_DATE'],
  ['OUT_OF_RANGE', { start, messages: [{ step: 'a', reply: -1 }] }, 'messages[0].reply OUT_OF_RANGE'],
  ['OUT_OF_RANGE', { start, messages: [{ step: 'a', pass: 0 }] }, 'messages[0].pass OUT_OF_RANGE'],
  ['TOO_MANY', { start, changes: Array.from({ length: 10_001 }) }, 'changes TOO_MANY'],
  [
    'INVALID_PLACE',
    { start, changes: [{ at: 1, set: { 'order..status': 1 } }] },
    'changes[0].set.order..status INVALID_PLACE',
  ],
  [
    'INVALID_PLACE',
    { start, changes: [{ at: 1, set: { [`x${'.y'.repeat(50_000)}`]: 1 } }] },
    `changes[0].set.x${'.y'.repeat(39)}. INVALID_PLACE`,
  ],
  ['UNKNOWN_MEMBER', { start, mesages: [] }, 'mesages UNKNOWN_MEMBER'],
  ['UNKNOWN_STEP', { start, messages: [{ step: 'b' }] }, 'messages[0].step UNKNOWN_STEP'],
];

describe('scenarios', () => {
  test.each(samples)('%s', (code, value, issue) => {
    const checked = checkScenario(value, 'en', flowOf([sms('a')]));
    expect(found(value, flowOf([sms('a')]))).toContain(issue);
    expect(checked.ok).toBe(scenarioCodes[code].severity === 'warning');
  });

  test('every code has a sample, and a text in both languages', () => {
    const sampled = new Set<string>([...samples.map(([code]) => code), 'INVALID_JSON']);
    expect([...sampled].sort()).toEqual(Object.keys(scenarioCodes).sort());
    for (const [, value] of samples) {
      for (const locale of ['pt-BR', 'en'] as const) {
        for (const { message } of checkScenario(value, locale, flowOf([sms('a')])).issues)
          expect(message).toMatch(/^[^{}]+\.$/);
      }
    }
  });

  test('text that is not JSON is reported', () => {
    expect(readScenario('{').issues).toEqual([
      { path: '', code: 'INVALID_JSON', severity: 'error', message: 'O cenário não é um JSON válido.' },
    ]);
    expect(readScenario(JSON.stringify(scenarioOf())).ok).toBe(true);
  });

  test('everything but start is optional', () => expect(found({ start })).toEqual([]));

  test('an instant without an offset is UTC, in any local time zone', () => {
    expect(instantOf('2026-01-05T12:00')).toBe(Date.UTC(2026, 0, 5, 12));
    expect(instantOf('2026-01-05')).toBe(Date.UTC(2026, 0, 5));
    expect(instantOf('2026-01-05T12:00:00-03:00')).toBe(Date.UTC(2026, 0, 5, 15));
  });

  test('no value makes the check throw, and an accepted scenario can be played', () => {
    const flow = flowOf([sms('a', { data: { message: '{{customer.name}} {{order.total}}' } })]);
    const object = fc.object({ withNullPrototype: true, maxDepth: 3 });
    const likely = fc.record(
      {
        start: fc.constant(start),
        context: object,
        changes: fc.array(fc.record({ at: fc.nat(), set: object })),
        messages: fc.array(object),
      },
      { requiredKeys: ['start'] },
    );
    const check = fc.property(fc.oneof(fc.anything(), likely), (value) => {
      const checked = checkScenario(value, 'pt-BR', flow);
      if (checked.ok) simulate(flow, checked.scenario);
    });
    fc.assert(check, { numRuns: 1000, seed: 1 });
  });
});
