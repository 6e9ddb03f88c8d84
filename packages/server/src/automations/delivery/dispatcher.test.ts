import { expect, test } from 'vitest';
import { PermitCounts, PermitScope } from './dispatcher.ts';

test('batches acquire no more permits of a connection than it has, and give surplus ones back at once', () => {
  const counts = new PermitCounts();
  const [one, other] = [new PermitScope(counts), new PermitScope(counts)];
  expect(one.acquire('a', 3, 5)).toBe(3);
  expect(other.acquire('a', 3, 5)).toBe(2);
  expect(other.acquire('a', 1, 5)).toBe(0);
  one.giveBack('a', 1);
  expect(other.acquire('a', 3, 5)).toBe(1);
  expect([counts.of('a'), counts.busy(5)]).toEqual([5, ['a']]);
  // The concurrency of its provider has become smaller meanwhile.
  expect(one.acquire('a', 1, 2)).toBe(0);
});

test('each message of a batch keeps its permit, and the rest is given back', () => {
  const counts = new PermitCounts();
  const scope = new PermitScope(counts);
  scope.acquire('a', 3, 5);
  scope.acquire('b', 1, 5);
  scope.handOver([{ connectionId: 'a' }]);
  expect([counts.of('a'), counts.of('b')]).toEqual([1, 0]);
});

test('the permits of a batch end once', () => {
  const counts = new PermitCounts();
  const scope = new PermitScope(counts);
  scope.acquire('a', 2, 5);
  scope.release();
  expect(counts.of('a')).toBe(0);
  expect(() => scope.release()).toThrow('twice');
  expect(() => scope.handOver([{ connectionId: 'a' }])).toThrow('twice');
  expect(counts.of('a')).toBe(0);
});
