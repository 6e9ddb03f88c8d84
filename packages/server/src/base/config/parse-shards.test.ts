import { expect, test } from 'vitest';
import { parseShards } from './parse-shards.ts';

test.each([
  ['0', [0]],
  ['0-3', [0, 1, 2, 3]],
  ['7, 0,9-10', [7, 0, 9, 10]],
  ['3843', [3843]],
])('[SHD4] the list %s', (text, shards) => {
  expect([...parseShards(text)!]).toEqual(shards);
});

test.each(['', 'a', '1-', '-1', '3-2', '3844', '1,,2', '0-99999'])('[SHD4] no list: %j', (text) => {
  expect(parseShards(text)).toBeUndefined();
});
