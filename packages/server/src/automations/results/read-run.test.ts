import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setAutomationActive } from '../definitions/switch-automation.ts';
import { runList } from '../engine/queries/run-views.ts';
import { minute, send, wait } from '../../testing/engine-reading.ts';
import { ana, startTestEngine, type TestEngine } from '../../testing/test-engine.ts';
import { requestOperation } from '../engine/operations/request-operation.ts';
import { readRun, type RunReading } from './read-run.ts';

let service: TestEngine;
beforeEach(async () => {
  service = await startTestEngine();
});
afterEach(() => service.stop());

async function begin(...steps: object[]): Promise<string> {
  const automationId = await service.publish({ steps: steps as never });
  await service.happen({ type: 'pix.generated', data: { customer: ana } });
  await service.settle();
  return automationId;
}
const newest = async (automationId?: string): Promise<RunReading> => {
  const [run] = await runList(service.db, service.storeId, { automationId }, 1);
  return (await readRun(service.db, service.storeId, run!.runId))!;
};

describe('reading a run', () => {
  test('[RUN13] shows a message in delivery as being sent, although the ledger has no row of it', async () => {
    await service.publish({ steps: [send('Oi')] as never });
    await service.happen({ type: 'pix.generated', data: { customer: ana } });
    await service.poll();
    expect((await service.db.query('select from messages')).rowCount).toBe(0);
    const run = await newest();
    expect(run.waitsFor).toEqual({ for: 'message', message: 'steps[0]#1' });
    expect(run.messages).toMatchObject([
      { messageKey: 'steps[0]#1', state: 'sending', recipient: ana.phone, attempts: 1, settledAt: null },
    ]);
  });

  test('[RUN15] returns its timeline, messages and operations, in order', async () => {
    const startedAt = service.now();
    await begin(send('Oi {{customer.first_name}}'), wait(10), send('Olá'));
    const { runId } = await newest();
    await requestOperation(service.db, { storeId: service.storeId, kind: 'skip', of: { runIds: [runId] }, by: 'ana' });
    service.pass(minute);
    await service.settle();
    const run = await newest();
    expect(run).toMatchObject({
      status: 'completed',
      event: 'pix.generated',
      waitsFor: null,
      automation: 'Recuperação',
    });
    expect(run.timeline!.map(({ entry: { at, path, outcome } }) => [at - startedAt, path, outcome])).toEqual([
      [0, 'steps[0]', 'sent'],
      [0, 'steps[1]', 'waits'],
      [minute, 'steps[2]', 'sent'],
    ]);
    expect(run.messages).toMatchObject([
      {
        messageKey: 'steps[0]#1',
        channel: 'whatsapp',
        state: 'sent',
        recipient: ana.phone,
        content: { message: 'Oi Ana' },
      },
      { messageKey: 'steps[2]#1', content: { message: 'Olá' } },
    ]);
    expect(run.operations).toMatchObject([{ kind: 'skip', requestedBy: 'ana', outcome: 'applied' }]);
  });

  test('[RUN15] returns a long timeline completely, its segments before the rest', async () => {
    await begin({ type: 'loop', maxIterations: 100, steps: [wait(1)] });
    for (let passed = 0; passed < 100; passed++) {
      service.pass(minute);
      await service.settle();
    }
    const { timeline, status } = await newest();
    expect((await service.db.query('select * from run_timeline_segments')).rows.length).toBeGreaterThan(0);
    expect(status).toBe('completed');
    const instants = timeline!.map(({ entry }) => entry.at);
    expect(instants).toEqual(instants.toSorted((one, other) => one - other));
    expect(timeline!.filter(({ entry }) => entry.outcome === 'waits')).toHaveLength(100);
  });

  test('[RUN12] returns the awaited timer, message, reply or end of a pause', async () => {
    await begin(wait(10));
    expect((await newest()).waitsFor).toEqual({ for: 'timer', at: service.now() + 10 * minute, path: 'steps[0]' });
    const paused = await begin(send('Oi', { onResponse: [send('Que bom!')], onNoReply: [send('Cadê você?')] }));
    const reply = { for: 'reply', message: 'steps[0]#1', until: service.now() + 24 * 60 * minute };
    expect((await newest(paused)).waitsFor).toEqual(reply);
    service.script.deliver = () => ({ outcome: 'later', reason: 'SLOW' });
    const slow = await begin(wait(1), send('Oi'));
    service.pass(minute);
    await service.settle();
    expect(await newest(slow)).toMatchObject({
      status: 'running',
      waitsFor: { for: 'message', message: 'steps[1]#1' },
    });
    await setAutomationActive({ db: service.db, mode: 'off' }, service.storeId, paused, { active: false }, unaudited);
    service.pass(24 * 60 * minute);
    await service.settle();
    const [held] = await runList(service.db, service.storeId, { automationId: paused, status: 'waiting' }, 1);
    expect((await readRun(service.db, service.storeId, held!.runId))!.waitsFor).toEqual({ for: 'held' });
  });

  test('does not find a run of another store', async () => {
    await begin(wait(10));
    const { runId } = await newest();
    const other = await service.newStore();
    expect(await readRun(service.db, other, runId)).toBeUndefined();
    expect(await runList(service.db, other, {}, 50)).toEqual([]);
  });
});

describe('listing runs', () => {
  test('returns the newest first, of one automation or of all, in one status or in any, up to a limit', async () => {
    const first = await begin(wait(10));
    const second = await begin({ type: 'end' });
    const of = async (filter: Parameters<typeof runList>[2], limit = 50): Promise<string[]> =>
      (await runList(service.db, service.storeId, filter, limit)).map(
        ({ automationId, status }) => `${automationId === first ? 'first' : 'second'} ${status}`,
      );
    expect((await of({})).toSorted()).toEqual(['first waiting', 'first waiting', 'second ended']);
    expect(await of({ automationId: second })).toEqual(['second ended']);
    expect(await of({ status: 'waiting' })).toEqual(['first waiting', 'first waiting']);
    const ids = (await runList(service.db, service.storeId, {}, 2)).map(({ runId }) => runId);
    expect(ids).toHaveLength(2);
    expect(ids).toEqual(ids.toSorted().toReversed());
  });
});
