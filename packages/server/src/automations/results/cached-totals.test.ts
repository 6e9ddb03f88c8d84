import { expect, test } from 'vitest';
import { Figures } from './cached-totals.ts';

let now = 0;
const figures = (): Figures<number> => new Figures(() => now);
/** Counts that take `ms` of the clock, each one higher than the one before. */
const counting = (ms: number): (() => Promise<number>) => {
  let counted = 0;
  return () => {
    now += ms;
    return Promise.resolve(++counted);
  };
};

test('a fast count is computed each time', async () => {
  const [cached, count] = [figures(), counting(5)];
  expect([await cached.read('a', count), await cached.read('a', count)]).toEqual([1, 2]);
});

test('a slow count is cached, and computed again when it is old', async () => {
  const [cached, count] = [figures(), counting(1_000)];
  expect(await cached.read('a', count)).toBe(1);
  now += 29_000;
  expect(await cached.read('a', count)).toBe(1);
  now += 1_000;
  expect(await cached.read('a', count)).toBe(1);
  await cached.read('b', () => Promise.resolve(0));
  expect(await cached.read('a', count)).toBe(2);
  expect(await cached.read('b', () => Promise.resolve(7))).toBe(7);
});

test('callers during the first count do not wait; a failed count is repeated', async () => {
  const cached = figures();
  const slow = Promise.withResolvers<number>();
  const first = cached.read('a', () => slow.promise);
  expect(await cached.read('a', () => Promise.resolve(2))).toBeUndefined();
  slow.reject(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  expect(await cached.read('a', () => Promise.resolve(3))).toBe(3);
});

test('a count that a caller did not wait for is cached for the next one, even if it was fast', async () => {
  const cached = figures();
  const slow = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  for (const [index, { promise }] of slow.entries()) void cached.read(`slow ${index}`, () => promise);
  const count = counting(1);
  expect(await cached.read('a', count)).toBeUndefined();
  slow[0]!.resolve(0);
  await expect.poll(() => cached.read('a', count)).toBe(1);
  now += 10_000;
  expect(await cached.read('a', count)).toBe(2);
});

test('a count of an hour ago is not returned', async () => {
  const [cached, count] = [figures(), counting(1_000)];
  expect(await cached.read('a', count)).toBe(1);
  now += 3_600_000;
  expect(await cached.read('a', count)).toBe(2);
});

test('two counts run at once, the next one waits', async () => {
  const cached = figures();
  const started: string[] = [];
  const ends = new Map<string, (value: number) => void>();
  for (const key of ['a', 'b', 'c'])
    void cached.read(key, () => {
      started.push(key);
      return new Promise((resolve) => ends.set(key, resolve));
    });
  await expect.poll(() => started).toEqual(['a', 'b']);
  ends.get('b')!(1);
  await expect.poll(() => started).toEqual(['a', 'b', 'c']);
});
