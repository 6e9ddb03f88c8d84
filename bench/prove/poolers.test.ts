import { describe, expect, test } from 'vitest';
import { checkWithoutFreeConnection, refusedModes, startThrough, workBehindPooler } from './poolers.ts';
import { hasPgBouncer } from './poolers/pgbouncer.ts';

// The short, seeded version of `npm run prove -- poolers`, where PgBouncer is installed.
describe.skipIf(!hasPgBouncer())('[CHK27] the whole product behind PgBouncer', () => {
  test.each(refusedModes)(
    'in %s mode is refused with exit status 2 and advice, and nothing is migrated',
    async (mode) => {
      expect(await startThrough(mode)).toEqual({ exitStatus: 2, isAdvised: true, tables: 0 });
    },
  );

  test('in session mode with all connections in use is distinguished from a database that is away', async () => {
    expect(await checkWithoutFreeConnection()).toContain('a pooler without a free connection');
  }, 30_000);

  test('in session mode loses and duplicates nothing when PgBouncer and PostgreSQL are killed with -9', async () => {
    const { wrong, counts, blows } = await workBehindPooler(
      { apis: 1, workers: 1, stores: 2 },
      { seconds: 240, calm: 2, between: [1, 3], blows: 4, rate: 30, seed: 1, settle: false },
    );
    expect(wrong).toEqual([]);
    expect(new Set(blows.map(({ word }) => word)).size).toBe(2);
    for (const what of ['checkouts', 'events', 'runs', 'messages']) expect(counts[what]).toBeGreaterThan(0);
  }, 600_000);
});
