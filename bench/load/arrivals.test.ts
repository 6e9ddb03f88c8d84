import { describe, expect, test } from 'vitest';
import { randomFrom } from '../../packages/server/src/automations/engine/proofs/testing/random.ts';
import { arrivals } from './arrivals.ts';
import { readMix, usualMix } from './settings.ts';

describe('arrivals', () => {
  const all = [...arrivals({ rate: 200, mix: usualMix, seconds: 100 }, randomFrom(1))];

  test('have the requested rate, ascending instants and exponential gaps', () => {
    expect(Math.abs(all.length - 20_000)).toBeLessThan(600);
    expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted((a, b) => a - b));
    const gaps = all.slice(1).map(({ at }, index) => at - all[index]!.at);
    // For exponential gaps, the share longer than the mean is 1/e.
    expect(gaps.filter((gap) => gap > 5).length / gaps.length).toBeCloseTo(1 / Math.E, 1);
  });

  test('have the requested mix', () => {
    const share = (kind: string): number => all.filter((arrival) => arrival.kind === kind).length / all.length;
    expect(share('page')).toBeCloseTo(0.4, 1);
    expect(share('reply')).toBeCloseTo(0.04, 2);
    const pages = [...arrivals({ rate: 50, mix: readMix('page=1'), seconds: 10 }, randomFrom(1))];
    expect(new Set(pages.map(({ kind }) => kind))).toEqual(new Set(['page']));
  });

  test.each(['pages=4', 'page=some', 'page=-1', 'page=0'])('a mix of %s is refused', (text) => {
    expect(() => readMix(text)).toThrow('--mix');
  });
});
