import { expect, test } from 'vitest';
import { JobQueue } from './job-queue.ts';

test('[TAG5] no store waits behind all e-mails of another one', () => {
  const queue = new JobQueue<string>();
  for (const [store, entry] of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => [name[0]!, name] as const))
    queue.push(store, entry);
  const order = Array.from({ length: 7 }, () => queue.shift());
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined]);
});
