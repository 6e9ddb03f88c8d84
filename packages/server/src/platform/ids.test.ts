import { expect, test } from 'vitest';
import { firstIdOf, idInstant, isId, newId } from './ids.ts';

test('ids are valid, unique, and sorted by creation', () => {
  const ids = Array.from({ length: 2_000 }, newId);
  expect(ids.every(isId)).toBe(true);
  expect(new Set(ids.map((id) => id.slice(19))).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
});

test('an id holds its time of creation', () => {
  const before = Date.now();
  const id = newId();
  expect(idInstant(id)).toBeGreaterThanOrEqual(before);
  expect(id > firstIdOf(before)).toBe(true);
  expect(id < firstIdOf(Date.now() + 1)).toBe(true);
});
