import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { openLog } from '../../base/log/log.ts';
import { openEngineMetrics } from './engine-metrics.ts';
import { PollLoop } from './poll-loop.ts';

const long = 3_600_000;

test.each([0, 1, 2, 3, 4, 5, 6])(
  'a notification wakes a poll loop at any moment: %i ticks after it starts to sleep',
  async (ticks) => {
    const isNotified = Promise.withResolvers<void>();
    let batchSeconds = 0;
    const loop: PollLoop = new PollLoop({
      name: 'test',
      poll() {
        if (++batchSeconds === 2) isNotified.resolve();
        return Promise.resolve(0);
      },
      withLimit: (start) => start(),
      hasCapacity: () => true,
      batchSize: 1,
      batchDelayMs: 10,
      idleMs() {
        if (batchSeconds === 1) void notifyAfter(ticks);
        return long;
      },
      log: openLog('silent'),
      metrics: openEngineMetrics(new Registry()),
    });
    const notifyAfter = async (left: number): Promise<void> => {
      for (; left > 0; left--) await Promise.resolve();
      loop.notify();
    };
    await isNotified.promise;
    await loop.stop();
  },
);

test('a poll loop stopped while waiting for a slot does not poll', async () => {
  const place = Promise.withResolvers<void>();
  let batchSeconds = 0;
  const loop = new PollLoop({
    name: 'test',
    poll: () => Promise.resolve(++batchSeconds),
    withLimit: (start) => place.promise.then(start),
    hasCapacity: () => true,
    batchSize: 1,
    batchDelayMs: 10,
    idleMs: () => long,
    log: openLog('silent'),
    metrics: openEngineMetrics(new Registry()),
  });
  const stopped = loop.stop();
  place.resolve();
  await stopped;
  expect(batchSeconds).toBe(0);
});
