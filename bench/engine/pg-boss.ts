// pg-boss 12 at its best setting: the handler receives whole batches, and the next batch is fetched at once while batches are full. A run
// is two jobs; the second is inserted in the transaction that completes the first (`transactional`), so a run is never lost between them.
// Half a second is the shortest poll interval that it allows. Handlers count their jobs before the batch commits, since pg-boss does not
// report commits: the measured time ends one commit early, in favour of the peer.
import { delayOf, payloadOf, type Delay, type Payload } from './job.ts';
import { loadPeer } from './peer-packages.ts';
import { Progress } from './progress.ts';
import { heapAfterCollection, type Runner } from './runner.ts';

type Job<T> = { data: T };
type Insert = { data: object; startAfter?: Date };
type RunTask = {
  batchSize: number;
  localConcurrency: number;
  pollingIntervalSeconds: number;
  burstWhenBatchFull: boolean;
  transactional: true;
};
type Boss = {
  on(event: 'error', listener: (error: Error) => void): void;
  start(): Promise<unknown>;
  stop(options: { graceful: boolean }): Promise<void>;
  createQueue(name: string, options: { partition: boolean }): Promise<void>;
  insert(name: string, jobs: Insert[], options: { returnId: boolean; db?: unknown }): Promise<unknown>;
  work<T>(name: string, options: RunTask, handler: (jobs: Job<T>[], tx: unknown) => Promise<void>): Promise<string>;
};
type PgBoss = { PgBoss: new (options: { connectionString: string; max: number; schedule: boolean }) => Boss };
type Second = Payload & { dueAt: number };

/** pg-boss with `workers` fetchers for each of its two queues; each fetches `batchSize` jobs at a time. */
export function pgBoss(batchSize: number, workers: number): Runner {
  const progress = new Progress();
  let boss: Boss;
  const options: RunTask = {
    batchSize,
    localConcurrency: workers,
    pollingIntervalSeconds: 0.5,
    burstWhenBatchFull: true,
    transactional: true,
  };
  const first = async (jobs: Job<Payload>[], delay: Delay, db: unknown): Promise<void> => {
    const now = Date.now();
    const seconds = jobs.map(({ data }) => {
      const dueAt = now + delayOf(data.event, delay);
      return { data: { ...data, dueAt }, startAfter: new Date(dueAt) };
    });
    await boss.insert('second', seconds, { returnId: false, db });
    progress.add('parked', jobs.length);
  };
  const second = (jobs: Job<Second>[]): Promise<void> => {
    const now = Date.now();
    for (const { data } of jobs) progress.lateness.push(now - data.dueAt);
    progress.add('done', jobs.length);
    return Promise.resolve();
  };
  return {
    name: `pg-boss ${batchSize} x${workers}`,
    async start(connectionString, delay) {
      const { PgBoss } = loadPeer('pg-boss') as PgBoss;
      boss = new PgBoss({ connectionString, max: 10, schedule: false });
      boss.on('error', (error) => {
        throw error;
      });
      await boss.start();
      await boss.createQueue('first', { partition: true });
      await boss.createQueue('second', { partition: true });
      await boss.work<Payload>('first', options, (jobs, db) => first(jobs, delay, db));
      await boss.work<Second>('second', options, second);
    },
    async submit(from, count) {
      const jobs = Array.from({ length: count }, (_, index) => ({ data: payloadOf(from + index) }));
      await boss.insert('first', jobs, { returnId: false });
    },
    waitParked: (count) => progress.wait('parked', count),
    waitDone: (count) => progress.wait('done', count),
    lateness: () => Promise.resolve(progress.lateness),
    heap: heapAfterCollection,
    stop: () => boss.stop({ graceful: true }),
  };
}
