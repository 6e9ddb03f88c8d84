import { describe, expect, test } from 'vitest';
import { crashPoints } from '../../packages/server/src/automations/engine/engine.ts';
import { crashEngine } from './engine-crash.ts';

// The short, seeded version of `npm run prove -- engine-crash engine-crash-postgres`.
describe('[RUN13] a message is sent once and no run is lost', () => {
  test('under kill -9 of workers at every crash point and at random moments', async () => {
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
    // Each run has six messages; each is sent or unknown.
    expect(sends + unknown.length).toBeGreaterThanOrEqual(runs * 6);
  }, 600_000);
});
