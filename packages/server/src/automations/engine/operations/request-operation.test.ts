import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { minute, send, wait } from '../../../testing/engine-reading.ts';
import { ana, startTestEngine, type TestEngine } from '../../../testing/test-engine.ts';
import { continueOperations } from '../queues/operations.ts';
import { runEngine } from '../start-engine.ts';
import { requestOperation, type OperationRequest, type OperationRequestResult } from './request-operation.ts';

let service: TestEngine;
beforeEach(async () => {
  service = await startTestEngine();
});
afterEach(() => service.stop());

type Row = { run_id: string; status: string; reason: string | null };
const runs = async (): Promise<Row[]> =>
  (await service.db.query<Row>('select run_id, status, reason from runs order by run_id')).rows;
const ids = async (): Promise<string[]> => (await runs()).map(({ run_id }) => run_id);
const states = async (): Promise<string[]> =>
  (await service.db.query<{ state: string }>('select state from messages order by run_id, message_key')).rows.map(
    ({ state }) => state,
  );
const operations = async () =>
  (
    await service.db.query<{ applied: number; rejected: number; finished: boolean; cursor: string | null }>(
      'select applied_count as applied, rejected_count as rejected, cursor, finished_at is not null as finished from run_operations order by requested_at',
    )
  ).rows;
/** Runs that began minus those that are live or have ended must be zero for each outcome. */
const counters = async () =>
  (
    await service.db.query<{ outcome: string; sum: number }>(
      'select outcome, sum(count)::int from run_counters group by 1 having sum(count) <> 0 order by 1',
    )
  ).rows.map(({ outcome, sum }) => [outcome, sum]);
const texts = (): string[] => service.delivered.map(({ content }) => (content as { message: string }).message);

/** Starts runs of one flow. */
async function begin(steps: object[], count = 1): Promise<string> {
  const automationId = await service.publish({ steps: steps as never });
  await service.happen(
    ...Array.from({ length: count }, () => ({ type: 'pix.generated' as const, data: { customer: ana } })),
  );
  await service.settle();
  return automationId;
}

/** An Omit that preserves unions. */
type RequestedOperation = OperationRequest extends infer One
  ? One extends unknown
    ? Omit<One, 'storeId' | 'by'>
    : never
  : never;
const ask = (request: RequestedOperation): Promise<OperationRequestResult> =>
  requestOperation(service.db, { storeId: service.storeId, by: 'ana@loja.example', ...request });

describe('cancelling', () => {
  test('[RUN12] one run is cancelled with its reason and sends nothing more', async () => {
    await begin([wait(10), send('Oi')], 2);
    const [first, second] = await ids();
    expect(await ask({ kind: 'cancel', of: { runIds: [first!.toUpperCase()] }, reason: 'PEDIDO' })).toMatchObject({
      ok: true,
    });
    await service.settle();
    expect(await runs()).toMatchObject([
      { run_id: first, status: 'cancelled', reason: 'PEDIDO' },
      { run_id: second, status: 'waiting' },
    ]);
    service.pass(10 * minute);
    await service.settle();
    expect(texts()).toEqual(['Oi']);
    expect(await counters()).toEqual([
      ['cancelled', 1],
      ['completed', 1],
      ['entered', 2],
    ]);
  });

  test('[RUN12] messages that wait for their provider are skipped, and inputs are deleted', async () => {
    await begin([send('Oi', { onResponse: [send('Que bom!')] })]);
    service.script.deliver = () => ({ outcome: 'later', reason: 'SLOW' });
    await begin([send('Olá')]);
    const rows = await runs();
    const live = rows.filter(({ status }) => status !== 'completed');
    await service.db.query(
      `insert into run_inputs (store_id, input_id, run_id, input, received_at, held)
       select store_id, run_id, run_id, '{"type":"reply","message":"steps[0]#1"}', now(), true from runs`,
    );
    await ask({ kind: 'cancel', of: { runIds: live.map(({ run_id }) => run_id) } });
    await service.settle();
    expect(new Set((await runs()).map(({ status }) => status))).toEqual(new Set(['cancelled']));
    expect(await states()).not.toContain('queued');
    expect(await states()).toContain('skipped');
    expect((await service.db.query('select * from run_inputs')).rows).toEqual([]);
    expect((await service.db.query('select * from run_timers')).rows).toEqual([]);
  });

  test('[RUN12] all runs of an automation are cancelled in batches: a worker that dies changes nothing, and another continues', async () => {
    const automationId = await begin([wait(10), send('Oi')], 7);
    await begin([wait(10)], 0);
    await ask({ kind: 'cancel', of: { automationId } });
    expect(await continueOperations(service.engine, 3)).toBe(3);
    expect(await operations()).toMatchObject([{ applied: 3, finished: false }]);
    for (const point of ['runs written'] as const) {
      const dying = service.another({
        crashPoint: (reached) => {
          if (reached === point) throw new Error('killed');
        },
      });
      await expect(continueOperations(dying, 3)).rejects.toThrow('killed');
    }
    expect(await operations()).toMatchObject([{ applied: 3, finished: false, cursor: (await ids())[2] }]);
    await service.settle();
    expect(await operations()).toMatchObject([{ applied: 7, rejected: 0, finished: true }]);
    expect((await runs()).map(({ status }) => status)).toEqual(Array<string>(7).fill('cancelled'));
    const results = await service.db.query('select run_id, outcome from run_operation_results order by run_id');
    expect(results.rows).toEqual((await ids()).map((run_id) => ({ run_id, outcome: 'applied' })));
  });

  test('[RUN12] concurrent workers process each run once; a small operation does not wait for a big one', async () => {
    const automationId = await begin([wait(10)], 12);
    const all = await ids();
    await ask({ kind: 'cancel', of: { automationId } });
    await continueOperations(service.engine, 2);
    await ask({ kind: 'skip', of: { runIds: [all.at(-1)!] } });
    await continueOperations(service.engine, 2);
    expect(await operations()).toMatchObject([
      { applied: 2, finished: false },
      { applied: 1, finished: true },
    ]);
    const engines = [service.engine, service.another(), service.another()];
    while ((await Promise.all(engines.map((engine) => continueOperations(engine, 2)))).some((found) => found > 0));
    expect(await operations()).toMatchObject([{ applied: 11, rejected: 0, finished: true }, { applied: 1 }]);
  });

  test('[RUN12] workers in the same process apply it', async () => {
    await begin([wait(10)]);
    const engine = service.another();
    const committed = Promise.withResolvers<void>();
    vi.spyOn(engine.metrics.claimed, 'inc').mockImplementation((labels) => {
      if ((labels as { queue: string }).queue === 'operations') committed.resolve();
    });
    const running = runEngine(engine);
    await ask({ kind: 'cancel', of: { runIds: await ids() } });
    running.notify();
    await committed.promise;
    await running.stop();
    expect(await runs()).toMatchObject([{ status: 'cancelled' }]);
  });

  test('[RUN12] a run that started after the request is not affected', async () => {
    const automationId = await begin([wait(10)], 1);
    await ask({ kind: 'cancel', of: { automationId } });
    service.pass(400 * 24 * 60 * minute);
    await service.happen({ type: 'pix.generated', data: { customer: ana } });
    await service.settle();
    expect((await runs()).map(({ status }) => status).toSorted()).toEqual(['cancelled', 'waiting']);
  });
});

describe('skipping', () => {
  test('[RUN19] ends the wait; a finished run is refused, and both results are stored', async () => {
    await begin([wait(600), send('Oi')]);
    const runIds = await ids();
    await ask({ kind: 'skip', of: { runIds } });
    await service.settle();
    expect(texts()).toEqual(['Oi']);
    await ask({ kind: 'skip', of: { runIds } });
    await service.settle();
    expect(await operations()).toMatchObject([
      { applied: 1, rejected: 0, finished: true },
      { applied: 0, rejected: 1, finished: true },
    ]);
  });
});

describe('retrying', () => {
  test('[RUN19] a finished run sends again under a new key', async () => {
    await begin([send('Oi'), wait(5), send('Ainda aí?')]);
    service.pass(5 * minute);
    await service.settle();
    const runIds = await ids();
    for (const step of ['steps[0]', 'steps[0]', 'steps[9]']) {
      await ask({ kind: 'retry', of: { runIds }, step });
      await service.settle();
    }
    service.pass(5 * minute);
    await service.settle();
    expect(texts()).toEqual(['Oi', 'Ainda aí?', 'Oi', 'Oi', 'Ainda aí?']);
    expect(new Set(service.delivered.map(({ key }) => key)).size).toBe(5);
    expect(await operations()).toMatchObject([{ applied: 1 }, { applied: 1 }, { applied: 0, rejected: 1 }]);
    expect(await runs()).toMatchObject([{ status: 'completed' }]);
    expect(await counters()).toEqual([
      ['completed', 1],
      ['entered', 1],
    ]);
    expect(service.logged).toEqual([]);
  });

  test('[RUN19] a run that failed by a defect continues after the fix, with its timer, and is counted once', async () => {
    await begin([wait(5), send('Oi')]);
    const runIds = await ids();
    const { rows } = await service.db.query<{ state: string }>('select state::text from runs');
    await service.db.query(
      `update runs set state = '{"v":1,"steps":1,"messages":0,"threads":[{"at":9,"wait":{"until":1}}]}'`,
    );
    await ask({ kind: 'skip', of: { runIds } });
    await service.settle();
    expect(await runs()).toMatchObject([{ status: 'failed', reason: 'DEFECT' }]);
    await service.db.query('update runs set state = $1', [rows[0]!.state]);
    await ask({ kind: 'retry', of: { runIds }, step: 'steps[0]' });
    await service.settle();
    expect(await runs()).toMatchObject([{ status: 'waiting', reason: null }]);
    service.pass(5 * minute);
    await service.settle();
    expect(texts()).toEqual(['Oi']);
    expect(await counters()).toEqual([
      ['completed', 1],
      ['entered', 1],
    ]);
  });
});

describe('requests', () => {
  test('[RUN19] runs and automations of another store, unknown ones and too many are refused', async () => {
    const automationId = await begin([wait(5)]);
    const runIds = await ids();
    const storeId = await service.newStore();
    const of = async (request: Partial<OperationRequest>): Promise<unknown> => {
      const result = await requestOperation(service.db, {
        storeId,
        kind: 'cancel',
        of: { runIds },
        by: 'ana',
        ...request,
      } as OperationRequest);
      return result.ok ? 'ok' : result.code;
    };
    expect(await of({})).toBe('RUN_NOT_FOUND');
    expect(await of({ of: { automationId } })).toBe('AUTOMATION_NOT_FOUND');
    const { storeId: ownStore } = service;
    expect(await of({ storeId: ownStore, of: { runIds: [] } })).toBe('RUN_NOT_FOUND');
    expect(await of({ storeId: ownStore, of: { runIds: [...runIds, storeId] } })).toBe('RUN_NOT_FOUND');
    const many = Array.from(
      { length: 10_001 },
      (_, index) => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    );
    expect(await of({ storeId: ownStore, of: { runIds: many } })).toBe('TOO_MANY_RUNS');
    expect(await operations()).toEqual([]);
  });
});
