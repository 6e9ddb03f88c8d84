import { expect, test } from 'vitest';
import { concurrencyLimit } from './concurrency-limit.ts';

test('two run at a time, in the order of calls, whether they succeed or not', async () => {
  const limited = concurrencyLimit(2);
  const started: number[] = [];
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<number>());
  const all = ends.map(({ promise }, index) =>
    limited(() => {
      started.push(index);
      return promise;
    }),
  );
  await settle();
  expect(started).toEqual([0, 1]);

  ends[1]!.reject(new Error('failed'));
  await expect(all[1]).rejects.toThrow('failed');
  await settle();
  expect(started).toEqual([0, 1, 2]);

  ends[2]!.resolve(2);
  ends[0]!.resolve(0);
  await settle();
  expect(started).toEqual([0, 1, 2, 3, 4]);

  ends[3]!.resolve(3);
  ends[4]!.resolve(4);
  expect(await Promise.all([all[0], all[2], all[3], all[4]])).toEqual([0, 2, 3, 4]);
  await expect(limited(() => Promise.resolve(5))).resolves.toBe(5);
});

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
