import { expect, test } from 'vitest';
import { others } from '../../harness/cores.ts';
import { describeOutcome, evaluateOutcome, type Outcome } from './outcome.ts';

const timing = (afterMs: number | undefined) => ({
  quiet: [40, undefined, 50],
  recoveries: [{ normal: 100, afterMs }],
  meanwhile: [20],
});
const outcome = (more: Partial<Outcome> = {}): Outcome => ({
  wrong: [],
  counts: { checkouts: 3 },
  blows: [{ word: 'kill -9 of API 1', at: 30_000, backAt: 31_500 }],
  answers: timing(500),
  messages: timing(0),
  cores: { 'API 1': 0.2, [others]: 0.1 },
  lateP99: 1,
  ...more,
});

test('a loss is reported on any machine; times count only on a quiet machine', () => {
  const busy = { cores: { 'API 1': 0.2, [others]: 0.5 } };
  const full = { cores: { 'API 1': 4_096, [others]: 0 } };
  expect(evaluateOutcome(outcome())).toBe('proven');
  expect(evaluateOutcome(outcome({ wrong: ['1 checkouts answered 201 are missing'], ...busy }))).toBe('not kept');
  for (const disturbed of [busy, full]) expect(evaluateOutcome(outcome(disturbed))).toBe('disturbed');
  for (const late of [10_500, undefined]) {
    expect(evaluateOutcome(outcome({ answers: timing(late) }))).toBe('slow');
    expect(evaluateOutcome(outcome({ messages: timing(late) }))).toBe('slow');
  }
});

test('the report starts with the result, then lists every violation and a row for each kill', () => {
  const report = describeOutcome(outcome({ wrong: ['x was sent 2 times'], messages: timing(undefined) }));
  expect(report.split('\n')[0]).toBe('RESULT: not kept.');
  expect(report).toContain('KEPT: not everything, 1 wrong. 3 checkouts; 1 blows.');
  expect(report).toContain('- x was sent 2 times');
  expect(report).toContain('p99 of each quiet stretch: 40, 50 ms');
  expect(report).toContain('| 30.0 | kill -9 of API 1 | 1.5 | 20 | 0.5 (100) | 20 | not seen (100) |');
});
