import { describe, expect, test } from 'vitest';
import { isInTime, quietP99s, recoveries, type Watched } from './recovery.ts';

const blow = (at: number, backAt: number) => ({ word: 'kill', at, backAt });
const calm = { calm: 15_000, min: 100 };

/** A request every 10 ms for 60 s; requests between 20 s and 24 s are slow or fail. */
const watched: Watched[] = Array.from({ length: 6_000 }, (_, index) => {
  const at = index * 10;
  const isHit = at >= 20_000 && at < 24_000;
  return { at, ms: isHit ? 3_000 : 150, status: isHit && at < 21_000 ? 'broken' : '200' };
});

describe('recovery', () => {
  test('is reported for each kill: immediate, delayed or never', () => {
    const blows = [blow(16_000, 17_000), blow(20_000, 21_000), blow(58_000, 59_500)];
    const found = recoveries(watched, blows, calm);
    // From 23.98 s on, at most one request in a hundred is slow; the first check after that is at 24 s.
    expect(found.map(({ afterMs }) => afterMs)).toEqual([0, 3_000, undefined]);
    expect(found.map(isInTime)).toEqual([true, true, false]);
    for (const { normal } of found) expect(normal).toBe(225);
  });

  test('is not seen if latency stays high until the next kill, even if it is normal later', () => {
    const slow = watched.map((one) => ({ ...one, ms: one.at >= 20_000 && one.at < 45_000 ? 3_000 : 150 }));
    const found = recoveries(slow, [blow(20_000, 21_000), blow(40_000, 41_000), blow(57_000, 57_500)], calm);
    // The period before the second kill was not quiet, so it sets no baseline.
    expect(found.map(({ afterMs }) => afterMs)).toEqual([undefined, 4_000, 0]);
    expect(found[1]!.normal).toBe(225);
  });

  test('a machine that becomes slower without a kill gets a higher baseline, which is reported', () => {
    const slower = watched.map((one) => ({ at: one.at, ms: one.at < 30_000 ? 150 : 400 }));
    const blows = [blow(16_000, 17_000), blow(45_000, 46_000)];
    expect(quietP99s(slower, blows, calm.calm)).toEqual([150, 400]);
    expect(recoveries(slower, blows, calm)).toEqual([
      { normal: 225, afterMs: 0 },
      { normal: 600, afterMs: 0 },
    ]);
  });

  test('a latency below the fixed threshold counts as normal, however low the baseline is', () => {
    const quick = watched.map(({ at }) => ({ at, ms: at < 16_000 ? 2 : 90 }));
    expect(recoveries(quick, [blow(16_000, 17_000)], calm)).toEqual([{ normal: 100, afterMs: 0 }]);
  });
});
