import { describe, expect, test } from 'vitest';
import type { Sample } from '../../load/recording.ts';
import { normalP99, recoveries } from './recovery.ts';

/** A request every 10 ms for 40 s; what is due between 20 s and 24 s takes long, or fails. */
const samples: Sample[] = Array.from({ length: 4_000 }, (_, index) => {
  const at = index * 10;
  const isHit = at >= 20_000 && at < 24_000;
  return { kind: 'page', at, ms: isHit ? 3_000 : 150, status: isHit && at < 21_000 ? 'broken' : '200' };
});

describe('recovery', () => {
  test('normal is the calm beginning at its worst, and half of that more', () => {
    expect(normalP99(samples, 15_000)).toBe(225);
  });

  test('is told for each blow: at once, after a while, or never seen', () => {
    const blow = (at: number, backAt: number) => ({ word: 'kill', at, backAt });
    const after = recoveries(samples, [blow(9_000, 10_000), blow(20_000, 21_000), blow(38_000, 39_500)], 225);
    // From 23.98 s on no more than one in a hundred waits: the first look after that is at 24 s.
    expect(after.map(({ afterMs }) => afterMs)).toEqual([0, 3_000, undefined]);
  });
});
