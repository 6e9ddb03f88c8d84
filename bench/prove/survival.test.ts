import { describe, expect, test } from 'vitest';
import type { LoadReport } from '../harness/load.ts';
import { survive } from './survival.ts';

/** All statuses but 201, and 500 for a database that is away, or on a busy machine too slow. */
const unexpected = ({ statuses }: LoadReport): string[] =>
  Object.keys(statuses).filter((status) => !['201', '500 Retry-After'].includes(status));

// The short, seeded version of `npm run prove`.
describe('[CHK9] every checkout answered with 201 is in the database', () => {
  test('after kill -9 of the service under load', async () => {
    const { kills, answered, missing, load } = await survive('service', 6, 1);
    expect(kills).toBeGreaterThan(0);
    expect(answered).toBeGreaterThan(100);
    expect(missing).toBe(0);
    expect(unexpected(load)).toEqual([]);
  }, 600_000);

  test('after kill -9 of PostgreSQL under load; meanwhile requests get 500, and the process recovers by itself', async () => {
    const { kills, answered, missing, load } = await survive('postgres', 8, 2);
    expect(kills).toBeGreaterThan(0);
    expect(answered).toBeGreaterThan(100);
    expect(missing).toBe(0);
    expect(unexpected(load)).toEqual([]);
    expect(load.broken).toBe(0);
  }, 600_000);
});
