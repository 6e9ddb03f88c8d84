import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { openLog } from '../platform/log.ts';
import { openEngineMetrics } from './engine-metrics.ts';
import { PollLoop } from './poll-loop.ts';

const long = 3_600_000;

test.each([0, 1, 2, 3, 4, 5, 6])(
  'a poke wakes a lane at whatever moment it comes: %i ticks after it has begun to sleep',
  async (ticks) => {
    const isNotified = Promise.withResolvers<void>();
    let turns = 0;
    const lane: PollLoop = new PollLoop({
      name: 'test',
      turn() {
        if (++turns === 2) isNotified.resolve();
        return Promise.resolve(0);
      },
      inPlace: (begin) => begin(),
      ready: () => true,
      full: 1,
      batchDelayMs: 10,
      sleep() {
        if (turns === 1) void notifyAfter(ticks);
        return long;
      },
      log: openLog('silent'),
      metrics: openEngineMetrics(new Registry()),
    });
    const notifyAfter = async (left: number): Promise<void> => {
      for (; left > 0; left--) await Promise.resolve();
      lane.notify();
    };
    await isNotified.promise;
    await lane.stop();
  },
);

test('a lane that is stopped while it waits for its place begins no turn', async () => {
  const place = Promise.withResolvers<void>();
  let turns = 0;
  const lane = new PollLoop({
    name: 'test',
    turn: () => Promise.resolve(++turns),
    inPlace: (begin) => place.promise.then(begin),
    ready: () => true,
    full: 1,
    batchDelayMs: 10,
    sleep: () => long,
    log: openLog('silent'),
    metrics: openEngineMetrics(new Registry()),
  });
  const stopped = lane.stop();
  place.resolve();
  await stopped;
  expect(turns).toBe(0);
});
