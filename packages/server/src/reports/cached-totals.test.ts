import { expect, test } from 'vitest';
import { Figures } from './cached-totals.ts';

let now = 0;
const figures = (): Figures<number> => new Figures(() => now);
/** Counts that take `ms` of the clock, each one more than the one before. */
const counting = (ms: number): (() => Promise<number>) => {
  let counted = 0;
  return () => {
    now += ms;
    return Promise.resolve(++counted);
  };
};

test('what is counted quickly is counted each time', async () => {
  const [kept, count] = [figures(), counting(5)];
  expect([await kept.read('a', count), await kept.read('a', count)]).toEqual([1, 2]);
});

test('what takes long is shown as it was, and counted again once it is old', async () => {
  const [kept, count] = [figures(), counting(1_000)];
  expect(await kept.read('a', count)).toBe(1);
  now += 29_000;
  expect(await kept.read('a', count)).toBe(1);
  now += 1_000;
  expect(await kept.read('a', count)).toBe(1);
  await kept.read('b', () => Promise.resolve(0));
  expect(await kept.read('a', count)).toBe(2);
  expect(await kept.read('b', () => Promise.resolve(7))).toBe(7);
});

test('whoever asks while the first count is under way does not wait; a count that fails is made again', async () => {
  const kept = figures();
  const slow = Promise.withResolvers<number>();
  const first = kept.read('a', () => slow.promise);
  expect(await kept.read('a', () => Promise.resolve(2))).toBeUndefined();
  slow.reject(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  expect(await kept.read('a', () => Promise.resolve(3))).toBe(3);
});

test('what somebody missed is there when asked again, however quick it was', async () => {
  const kept = figures();
  const slow = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  for (const [index, { promise }] of slow.entries()) void kept.read(`slow ${index}`, () => promise);
  const count = counting(1);
  expect(await kept.read('a', count)).toBeUndefined();
  slow[0]!.resolve(0);
  await expect.poll(() => kept.read('a', count)).toBe(1);
  now += 10_000;
  expect(await kept.read('a', count)).toBe(2);
});

test('what was counted an hour ago is shown to nobody', async () => {
  const [kept, count] = [figures(), counting(1_000)];
  expect(await kept.read('a', count)).toBe(1);
  now += 3_600_000;
  expect(await kept.read('a', count)).toBe(2);
});

test('two are counted at once, the next one in its turn', async () => {
  const kept = figures();
  const begun: string[] = [];
  const ends = new Map<string, (value: number) => void>();
  for (const key of ['a', 'b', 'c'])
    void kept.read(key, () => {
      begun.push(key);
      return new Promise((resolve) => ends.set(key, resolve));
    });
  await expect.poll(() => begun).toEqual(['a', 'b']);
  ends.get('b')!(1);
  await expect.poll(() => begun).toEqual(['a', 'b', 'c']);
});
