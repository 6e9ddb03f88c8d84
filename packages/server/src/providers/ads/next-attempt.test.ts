import { expect, test } from 'vitest';
import { attemptResult } from './next-attempt.ts';

const lost = { outcome: 'uncertain', status: null, code: 'TIMEOUT', message: null } as const;

test('[COM37] pauses grow, and after the last attempt a conversion has failed', () => {
  const pauses: number[] = [];
  for (let attempts = 1; ; attempts++) {
    const result = attemptResult(lost, { event: 'purchase', attempts, now: 0, deduplicates: ['purchase'] });
    if (result.state === 'failed') break;
    pauses.push(result.dueAt!);
  }
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
  expect(pauses).toHaveLength(8);
  // The longest outage that is outlasted: almost two days.
  expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(46 * 60 * 60_000);
});

test('[COM37] what may have been counted is repeated only where the repetition is recognised', () => {
  const of = { event: 'lead', attempts: 1, now: 0, deduplicates: ['purchase'] } as const;
  expect(attemptResult(lost, of)).toMatchObject({ state: 'failed', code: 'TIMEOUT' });
  expect(attemptResult({ ...lost, outcome: 'later' }, of)).toMatchObject({ state: 'queued' });
});
