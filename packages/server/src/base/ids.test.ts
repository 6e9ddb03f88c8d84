import { describe, expect, test } from 'vitest';
import { firstIdOf, idInstant, isId, newId, newIdInShard, shardOf } from './ids.ts';

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

describe('[SHD1] the shard of an id', () => {
  test.each([0, 1, 7, 0xfff])('shard %i is named by a store’s id and by ids made beside it', (shard) => {
    const before = Date.now();
    const storeId = newIdInShard(shard);
    const ids = [storeId, ...Array.from({ length: 2_000 }, () => newId(storeId))];
    expect(ids.every(isId)).toBe(true);
    expect(new Set(ids.map(shardOf))).toEqual(new Set([shard]));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(ids);
    expect(idInstant(storeId)).toBeGreaterThanOrEqual(before);
  });

  test('ids of version 4 and 7 are of shard 0', () => {
    expect(shardOf('9f1d2c3b-0000-4abc-8def-000000000000')).toBe(0);
    expect(shardOf('0198c0de-0000-7000-8fff-000000000001')).toBe(0);
    expect(shardOf(newId('0198c0de-0000-7000-8fff-000000000001'))).toBe(0);
  });
});
