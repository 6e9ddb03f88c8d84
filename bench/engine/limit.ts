// The upper bound that PostgreSQL sets for this job: a hand-written runner of about a hundred lines, two worker processes, a thousand runs
// a batch. Unlike the peers it inserts a row for each message, as a real engine must.
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { int8Array, textArray } from './binary-array.ts';
import { delayOf, payloadOf, type Delay } from './job.ts';
import { insertMessages, limitTables, renderBody } from './limit-tables.ts';
import type { FromWorker, WorkerReport } from './limit-worker.ts';
import { Progress } from './progress.ts';
import { heapAfterCollection, type Runner } from './runner.ts';

const workerCount = 2;
const workerFile = fileURLToPath(import.meta.resolve('./limit-worker.ts'));

/** The runner of the upper bound; `eager` runs the first step inside the transaction that stores the event. */
export function limit({ eager }: { eager: boolean }): Runner {
  const progress = new Progress();
  let client: Client;
  let delay: Delay;
  let workers: ChildProcess[] = [];
  const reports = (): Promise<WorkerReport[]> => Promise.all(workers.map(askForReport));
  return {
    name: eager ? 'limit, eager' : 'limit',
    async start(connectionString, wanted) {
      delay = wanted;
      client = new Client({ connectionString, application_name: 'limit' });
      await client.connect();
      await client.query(limitTables);
      workers = await Promise.all(Array.from({ length: workerCount }, () => startWorker(connectionString, progress)));
    },
    async submit(from, count) {
      const events = Array.from({ length: count }, (_, index) => from + index);
      await (eager ? beginEagerly(client, events, delay) : insertRuns(client, events, delay, 0));
      if (eager) progress.add('parked', count);
    },
    waitParked: (count) => progress.wait('parked', count),
    waitDone: (count) => progress.wait('done', count),
    lateness: async () => (await reports()).flatMap(({ lateness }) => lateness),
    heap: async () => (await reports()).reduce((sum, { heap }) => sum + heap, await heapAfterCollection()),
    async stop() {
      await Promise.all(workers.map(stopWorker));
      await client.end();
    },
  };
}

async function beginEagerly(client: Client, events: readonly number[], delay: Delay): Promise<void> {
  await client.query('begin');
  await insertRuns(client, events, delay, 1);
  await insertMessages(
    client,
    events.map((event) => ({ runId: event, step: 0, body: renderBody(payloadOf(event)) })),
  );
  await client.query('commit');
}

/** Inserts runs whose next step is `step`: step 0 is due now, step 1 after the delay. */
async function insertRuns(client: Client, events: readonly number[], delay: Delay, step: 0 | 1): Promise<void> {
  await client.query({
    name: 'insert-runs',
    text: `insert into runs (id, step, status, delay, wake_at, context)
      select id, $4::int, 'waiting', delay, now() + $4::int * delay * interval '1 millisecond', context::jsonb
      from unnest($1::int8[], $2::int8[], $3::text[]) as n (id, delay, context)`,
    values: [
      int8Array(events),
      int8Array(events.map((event) => delayOf(event, delay))),
      textArray(events.map((event) => JSON.stringify(payloadOf(event)))),
      step,
    ],
  });
}

function startWorker(connectionString: string, progress: Progress): Promise<ChildProcess> {
  const child = fork(workerFile, [], { env: { ...process.env, DATABASE_URL: connectionString } });
  return new Promise((resolve) => {
    child.once('exit', (code) => {
      if (code !== 0) throw new Error(`a worker of the limit ended with ${code}`);
    });
    child.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') resolve(child);
      if (message.kind !== 'advanced') return;
      progress.add('parked', message.parked);
      progress.add('done', message.done);
    });
  });
}

function askForReport(child: ChildProcess): Promise<WorkerReport> {
  return new Promise((resolve) => {
    const take = (message: FromWorker): void => {
      if (message.kind !== 'report') return;
      child.off('message', take);
      resolve(message.report);
    };
    child.on('message', take);
    child.send('report');
  });
}

function stopWorker(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.disconnect();
  });
}
