import { expect, test } from 'vitest';
import { describeLargeStore, measureLargeStore } from './large-store.ts';

// The short version of `npm run prove`: checks that every page responds, not how fast.
test('every page of a store with 400 runs responds, and due runs are claimed', async () => {
  const found = await measureLargeStore(400, 1, 5);
  expect(found).toMatchObject({ runs: 422, messages: 4_220 });
  expect(found.pages.filter(({ times }) => !times.every(Number.isFinite))).toEqual([]);
  expect([found.late.before, found.late.after].map(({ length }) => length)).toEqual([5, 5]);
  expect(describeLargeStore(found)).toContain('422 runs, 4220 messages');
}, 600_000);
