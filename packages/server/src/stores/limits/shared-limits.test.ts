import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openContext, type Context } from '../../context.ts';
import { readConfig } from '../../base/config/config.ts';
import { openLog } from '../../base/log/log.ts';
import { limitData, purgeExpired } from '../../app/jobs/purge-expired.ts';
import { cloneDatabase } from '../../testing/test-service.ts';

const settings = { RATE_LIMIT_PER_SECOND: '100', RATE_LIMIT_BURST: '1000' };
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let processes: Context[];
/** The clock of all processes, which stands still. */
let now = 1_800_000_000_000;

beforeEach(async () => {
  database = await cloneDatabase();
  processes = [1, 2].map(() =>
    openContext({
      config: readConfig(settings),
      connectionString: database.url,
      secret: 'a secret for tests of thirty-two characters',
      baseUrl: 'https://pay.retoma.example',
      log: openLog('fatal', { write: () => {} }),
      clock: () => now,
    }),
  );
  // The tests alone exchange.
  for (const { sharedLimits } of processes) await sharedLimits.stop();
});
afterEach(async () => {
  for (const context of processes) await context.dispose();
  await database.drop();
});

const takeMany = ({ limits }: Context, caller: string, count: number): number =>
  Array.from({ length: count }, () => limits.requests!.take(caller, now).allowed).filter(Boolean).length;
const exchange = async (): Promise<void> => {
  for (const context of [...processes, ...processes]) await context.sharedLimits.exchange();
};

describe('[CHK9] limits of two processes', () => {
  test('the usage of one reduces the limit of the other', async () => {
    const [one, two] = processes as [Context, Context];
    expect(takeMany(one, 'key', 600)).toBe(600);
    expect(takeMany(two, 'key', 300)).toBe(300);
    await exchange();
    expect(two.limits.requests!.take('key', now, 0).remaining).toBe(100);
    // A caller without new requests is not exchanged.
    takeMany(one, 'key', 20);
    await exchange();
    expect(one.limits.requests!.take('key', now, 0).remaining).toBe(80);
    expect(takeMany(one, 'other', 1_000)).toBe(1_000);
  });

  test('during a flood both together pass one more burst than one process, and then its rate', async () => {
    const passed = { first: 0, later: 0 };
    for (const context of processes) passed.first += takeMany(context, 'key', 5_000);
    expect(passed.first).toBe(2_000);
    await exchange();
    for (let step = 0; step < 120; step++) {
      now += 500;
      for (const context of processes) passed.later += takeMany(context, 'key', 500);
      await exchange();
    }
    // 60 s at 100 a second, less the extra burst.
    expect(passed.later).toBeGreaterThan(4_800);
    expect(passed.later).toBeLessThanOrEqual(6_000 + 2 * 50);
  });

  test('concurrent usage adds up, for any interleaving', async () => {
    const [one, two] = processes as [Context, Context];
    for (let step = 0; step < 20; step++) {
      takeMany(one, 'key', 20);
      takeMany(two, 'key', 20);
      await Promise.all([one.sharedLimits.exchange(), two.sharedLimits.exchange()]);
    }
    for (const [context, left] of [
      [one, 180],
      [two, 160],
    ] as const) {
      takeMany(context, 'key', 20);
      await exchange();
      expect(context.limits.requests!.take('key', now, 0).remaining).toBe(left);
    }
  });

  test('shoppers cause no row, a full bucket is deleted, and without a database each process counts alone', async () => {
    const [one] = processes as [Context];
    takeMany(one, 'address 192.0.2.1', 19);
    await exchange();
    const rows = async (): Promise<number> => (await one.db.query('select from rate_buckets')).rowCount!;
    expect(await rows()).toBe(0);
    takeMany(one, 'key', 100);
    await exchange();
    expect(await rows()).toBe(1);
    await purgeExpired(one.db, limitData, now, new AbortController().signal);
    expect(await rows()).toBe(1);
    await purgeExpired(one.db, limitData, now + 2_000, new AbortController().signal);
    expect(await rows()).toBe(0);
    await database.asOwner('drop table rate_buckets');
    takeMany(one, 'key', 100);
    await exchange();
    expect(takeMany(one, 'key', 1_000)).toBe(800);
  });
});
