import { afterEach, beforeEach, expect, test } from 'vitest';
import { minute, readRuns, send, textsOf, eventData, wait } from '../../testing/engine-reading.ts';
import { startTestEngine, type TestEngine } from '../../testing/test-engine.ts';

let service: TestEngine;
beforeEach(async () => {
  service = await startTestEngine();
});
afterEach(() => service.stop());

/** Rewrites the states as another program would: during an upgrade, processes of two releases run together. */
const rewrite = (from: number, to: number): Promise<unknown> =>
  service.db.query(`update runs set state = replace(state, $1, $2)`, [`"v":${from}`, `"v":${to}`]);

test('[RUN13] a run whose state a newer release wrote keeps its timer until a worker of that release claims it', async () => {
  await service.publish({ steps: [wait(30), send('Ainda aí?')] as never });
  await service.happen({ type: 'pix.generated', data: eventData });
  await service.settle();
  const before = await readRuns(service);
  await rewrite(1, 2);
  service.pass(30 * minute);
  for (let turns = 0; turns < 3; turns++) await expect(service.poll()).rejects.toThrow('newer than this program');
  expect(await readRuns(service)).toEqual(before);
  expect((await service.db.query('select from run_timers')).rowCount).toBe(1);
  expect(service.delivered).toEqual([]);
  await rewrite(2, 1);
  await service.settle();
  expect(textsOf(service.delivered)).toEqual(['Ainda aí?']);
  expect(await readRuns(service)).toMatchObject([{ status: 'completed' }]);
});
