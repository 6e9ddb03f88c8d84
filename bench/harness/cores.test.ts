import { describe, expect, test } from 'vitest';
import { limitOf } from './cores.ts';

describe('the limit of a throughput', () => {
  test('is the machine if all its cores are busy, with the process that uses most of them', () => {
    const cores = { 'PostgreSQL backends': 1.2, 'API 1': 0.5, load: 0.2, others: 0.05 };
    expect(limitOf(cores, ['API 1'], 2)).toBe('all 2 cores of the machine; most are used by PostgreSQL backends');
    expect(limitOf(cores, ['API 1'], 4)).toContain('2.05 cores are idle');
  });

  test('is the thread of a single-threaded process if that is busy', () => {
    expect(limitOf({ 'PostgreSQL backends': 1.2, 'API 1': 0.97 }, ['API 1'], 8)).toBe('the one thread of API 1');
  });
});
