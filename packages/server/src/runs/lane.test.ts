import { Registry } from 'prom-client';
import { test } from 'vitest';
import { openLog } from '../log.ts';
import { openEngineMetrics } from './engine-metrics.ts';
import { Lane } from './lane.ts';

const long = 3_600_000;

test.each([0, 1, 2, 3, 4, 5, 6])(
  'a poke wakes a lane at whatever moment it comes: %i ticks after it has begun to sleep',
  async (ticks) => {
    const poked = Promise.withResolvers<void>();
    let turns = 0;
    const lane: Lane = new Lane({
      name: 'test',
      turn() {
        if (++turns === 2) poked.resolve();
        return Promise.resolve(0);
      },
      full: 1,
      linger: 10,
      sleep() {
        if (turns === 1) void pokeAfter(ticks);
        return long;
      },
      log: openLog('silent'),
      metrics: openEngineMetrics(new Registry()),
    });
    const pokeAfter = async (left: number): Promise<void> => {
      for (; left > 0; left--) await Promise.resolve();
      lane.poke();
    };
    await poked.promise;
    await lane.stop();
  },
);
