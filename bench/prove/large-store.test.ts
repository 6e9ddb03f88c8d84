import { expect, test } from 'vitest';
import { describeLargeStore, measureLargeStore } from './large-store.ts';

// The short version of `npm run prove`: that every page answers, not how fast.
test('every page of a store with some hundred runs answers, and runs that fall due are taken', async () => {
  const found = await measureLargeStore(400, 1, 5);
  expect(found).toMatchObject({ runs: 422, messages: 4_220 });
  expect(found.pages.filter(({ times }) => !times.every(Number.isFinite))).toEqual([]);
  expect([found.late.before, found.late.after].map(({ length }) => length)).toEqual([5, 5]);
  expect(describeLargeStore(found)).toContain('422 runs, 4220 messages');
});
