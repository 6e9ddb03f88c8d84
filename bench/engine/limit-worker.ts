// One worker process of limit.ts: claims due runs with FOR UPDATE SKIP LOCKED, advances them in memory, and writes messages and runs in the
// same transaction. It has no interpreter, conditions, retries or timeline.
import { setTimeout as sleep } from 'node:timers/promises';
import { connectClient, Servers } from '../../packages/server/src/base/postgres/servers.ts';
import { sessionSettings } from '../../packages/server/src/base/postgres/session-settings.ts';
import { enginePool } from '../../packages/server/src/automations/engine/open-engine.ts';
import { int8Array } from './binary-array.ts';
import type { Payload } from './job.ts';
import { insertMessages, renderBody } from './limit-tables.ts';
import { heapAfterCollection } from './runner.ts';

/** A worker's message to the host: it is ready, it advanced runs, or the requested report. */
export type FromWorker =
  { kind: 'ready' } | { kind: 'advanced'; parked: number; done: number } | { kind: 'report'; report: WorkerReport };
/** A worker's figures: lateness of second sends in milliseconds, heap in bytes. */
export type WorkerReport = { lateness: number[]; heap: number };

type Due = { id: number; step: number; delay: number; context: Payload; late: number };

const batch = 1000;
const idleMs = 3;
const lateness: number[] = [];
// Session settings are those of our engine: with statistics that are a moment old the planner scans whole tables, which costs a third of
// the speed.
const connectionString = process.env['DATABASE_URL']!;
const client = await connectClient(new Servers(connectionString), {
  settings: sessionSettings(connectionString, enginePool.settings),
  application_name: 'limit',
});
const stopping = new AbortController();

const post = (message: FromWorker): void => void process.send!(message);
process.on('message', (message) => {
  if (message === 'report')
    void heapAfterCollection().then((heap) => post({ kind: 'report', report: { lateness, heap } }));
});
// The host ended or requests a stop: the worker finishes its batch first.
process.once('disconnect', () => stopping.abort());
post({ kind: 'ready' });

while (!stopping.signal.aborted) {
  const advanced = await advanceBatch();
  if (advanced < batch) await sleep(idleMs);
}
await client.end();

async function advanceBatch(): Promise<number> {
  await client.query('begin');
  const { rows } = await client.query<Due>({
    name: 'claim',
    text: `select id::float8 as id, step, delay, context, (extract(epoch from clock_timestamp() - wake_at) * 1000)::float8 as late
      from runs where status = 'waiting' and wake_at <= now() order by wake_at limit ${batch} for update skip locked`,
  });
  if (rows.length > 0) {
    await insertMessages(
      client,
      rows.map(({ id, step, context }) => ({ runId: id, step, body: renderBody(context) })),
    );
    await client.query({
      name: 'update-runs',
      text: `update runs set step = n.step, status = case n.step when 1 then 'waiting' else 'done' end,
          wake_at = case n.step when 1 then now() + n.delay * interval '1 millisecond' end
        from unnest($1::int8[], $2::int8[], $3::int8[]) as n (id, step, delay) where runs.id = n.id`,
      values: [
        int8Array(rows.map(({ id }) => id)),
        int8Array(rows.map(({ step }) => step + 1)),
        int8Array(rows.map(({ delay }) => delay)),
      ],
    });
  }
  await client.query('commit');
  const ended = rows.filter(({ step }) => step === 1);
  for (const { late } of ended) lateness.push(late);
  if (rows.length > 0) post({ kind: 'advanced', parked: rows.length - ended.length, done: ended.length });
  return rows.length;
}
