import { describe, expect, test } from 'vitest';
import { crashPoints } from '../../packages/server/src/engine/engine.ts';
import { crashEngine } from './engine-crash.ts';

// The short, seeded version of `npm run prove -- engine-crash engine-crash-postgres`.
describe('[RUN13] a message is sent once and no run is lost', () => {
  test('whatever worker is killed with -9: at every crash point, and at moments of chance', async () => {
    const { runs, kills, points, wrong, sends, unknown } = await crashEngine({
      victim: 'workers',
      runs: 100,
      kills: 15,
      seed: 1,
    });
    expect(wrong).toEqual([]);
    expect(points.toSorted()).toEqual(crashPoints.toSorted());
    expect(kills).toBeGreaterThanOrEqual(15);
    expect(runs).toBeGreaterThanOrEqual(100);
    // Six messages of every run: sent, or unknown.
    expect(sends + unknown.length).toBeGreaterThanOrEqual(runs * 6);
  }, 600_000);
});
