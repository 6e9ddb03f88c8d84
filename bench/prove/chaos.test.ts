import { describe, expect, test } from 'vitest';
import { killAtRandom } from './chaos.ts';

// The short, seeded version of `npm run prove -- chaos`; only that one measures the recovery time.
describe('[RUN13] the whole product under load loses and duplicates nothing', () => {
  test('when API, worker and PostgreSQL are killed with -9 in turn', async () => {
    const { wrong, counts, blows } = await killAtRandom(
      { apis: 1, workers: 1, stores: 2 },
      { seconds: 240, calm: 2, between: [1, 3], blows: 3, rate: 30, seed: 1, settle: false },
    );
    expect(wrong).toEqual([]);
    expect(new Set(blows.map(({ word }) => word)).size).toBe(3);
    for (const what of ['checkouts', 'events', 'runs', 'messages']) expect(counts[what]).toBeGreaterThan(0);
  }, 600_000);
});
