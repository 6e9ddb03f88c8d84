// graphile-worker 0.18, configured as its performance page recommends: jobs fetched 500 at a time into a local queue, completions in
// batches. A run is two jobs; the first adds the second (`helpers.addJob`) before it completes. A crash between the two repeats the first
// job: the library cannot do both in one transaction.
import { delayOf, payloadOf, type Delay, type Payload } from './job.ts';
import { loadPeer } from './peer-packages.ts';
import { Progress } from './progress.ts';
import { heapAfterCollection, type Runner } from './runner.ts';

type Helpers = {
  addJob: (task: string, payload: unknown, options: { runAt: Date }) => Promise<unknown>;
  job: { run_at: Date };
};
type Task = (payload: Payload, helpers: Helpers) => Promise<void>;
type Preset = { extends: unknown[]; worker: Record<string, unknown> };
type Utils = {
  addJobs(jobs: { identifier: string; payload: unknown }[]): Promise<unknown>;
  release(): Promise<void>;
};
type Graphile = {
  WorkerPreset: unknown;
  Logger: new (factory: () => () => void) => unknown;
  run: (options: { preset: Preset; taskList: Record<string, Task> }) => Promise<{ stop(): Promise<void> }>;
  makeWorkerUtils: (options: { preset: Preset }) => Promise<Utils>;
};

/** graphile-worker with its tuned settings. */
export function graphileWorker(): Runner {
  const progress = new Progress();
  let worker: { stop(): Promise<void> };
  let utils: Utils;
  const first = async (payload: Payload, { addJob }: Helpers, delay: Delay): Promise<void> => {
    await addJob('second', payload, { runAt: new Date(Date.now() + delayOf(payload.event, delay)) });
    progress.add('parked', 1);
  };
  const second: Task = (_, { job }) => {
    progress.lateness.push(Date.now() - job.run_at.getTime());
    progress.add('done', 1);
    return Promise.resolve();
  };
  return {
    name: 'graphile-worker',
    async start(connectionString, delay) {
      const { WorkerPreset, Logger, run, makeWorkerUtils } = loadPeer('graphile-worker') as Graphile;
      const preset: Preset = {
        extends: [WorkerPreset],
        worker: {
          connectionString,
          concurrentJobs: 100,
          maxPoolSize: 25,
          pollInterval: 100,
          localQueue: { size: 500 },
          completeJobBatchDelay: 50,
          failJobBatchDelay: 0,
          logger: new Logger(() => () => {}),
        },
      };
      utils = await makeWorkerUtils({ preset });
      worker = await run({ preset, taskList: { first: (payload, helpers) => first(payload, helpers, delay), second } });
    },
    async submit(from, count) {
      const jobs = Array.from({ length: count }, (_, index) => ({
        identifier: 'first',
        payload: payloadOf(from + index),
      }));
      await utils.addJobs(jobs);
    },
    waitParked: (count) => progress.wait('parked', count),
    waitDone: (count) => progress.wait('done', count),
    lateness: () => Promise.resolve(progress.lateness),
    heap: heapAfterCollection,
    async stop() {
      await worker.stop();
      await utils.release();
    },
  };
}
