import pino from 'pino';
import { expect, test } from 'vitest';
import { startJobs } from './run-jobs.ts';

test('a failing job is logged and does not affect another; stopping signals running jobs and waits for them', async () => {
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  const order: string[] = [];
  const jobs = startJobs(log, [
    { name: 'broken', everyMs: 1_000_000, run: () => Promise.reject(new Error('no')) },
    { name: 'idle', everyMs: 1_000_000, run: () => Promise.resolve(0) },
    { name: 'busy', everyMs: 1_000_000, run: () => Promise.resolve(7) },
    {
      name: 'long',
      everyMs: 1_000_000,
      run: (signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            order.push('signalled');
            setImmediate(() => {
              order.push('done');
              resolve(1);
            });
          });
        }),
    },
  ]);
  await jobs.stop();
  order.push('stopped');
  expect(order).toEqual(['signalled', 'done', 'stopped']);
  const logLines = logged.map((line) => JSON.parse(line) as { job: string; msg: string; count?: number });
  const done = logLines.filter(({ msg }) => msg === 'job completed').map(({ job, count }) => [job, count]);
  expect(done).toEqual([
    ['busy', 7],
    ['long', 1],
  ]);
  expect(logLines.filter(({ msg }) => msg === 'job failed').map(({ job }) => job)).toEqual(['broken']);
});
