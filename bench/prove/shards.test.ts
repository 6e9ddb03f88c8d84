import { describe, expect, test } from 'vitest';
import { proveShards } from './shards.ts';

// The short, seeded version of `npm run prove -- shards`; only that one measures recovery times.
describe('[SHD1] [SHD4] [SHD5] the whole product with four shards under load loses and duplicates nothing', () => {
  test('when each PostgreSQL is killed with -9, and a shard moves to the other one', async () => {
    const { wrong, counts, blows } = await proveShards(
      { apis: 1, workers: 1, stores: 4 },
      { seconds: 240, calm: 2, between: [1, 3], blows: 3, rate: 30, seed: 1, settle: false },
    );
    expect(wrong).toEqual([]);
    expect(new Set(blows.map(({ word }) => word)).size).toBe(3);
    for (const what of ['checkouts', 'events', 'runs', 'messages']) expect(counts[what]).toBeGreaterThan(0);
  }, 600_000);
});
