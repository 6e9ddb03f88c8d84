import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { publishAutomation, saveAutomation } from '../definitions/save-automation.ts';
import type { Automations } from '../definitions/automation-deps.ts';
import { deleteAutomation, setAutomationActive, type WaitingChoice } from '../definitions/switch-automation.ts';
import { automationFind } from '../definitions/queries/automations.ts';
import { minute, send, wait } from '../../testing/engine-reading.ts';
import { ana, startTestEngine, type TestEngine } from '../../testing/test-engine.ts';
import { receiveInbound } from '../delivery/inbound/receive-inbound.ts';

const hour = 60 * minute;

let service: TestEngine;
let automations: Automations;
let automationId: string;
beforeEach(async () => {
  service = await startTestEngine();
  automations = { db: service.db, mode: 'off', by: 'ana@loja.example' };
});
afterEach(() => service.stop());

async function begin(...steps: object[]): Promise<void> {
  automationId = await service.publish({ steps: steps as never });
  await happen();
}
async function happen(): Promise<void> {
  await service.happen({ type: 'pix.generated', data: { customer: ana } });
  await service.settle();
}
const off = (waiting?: WaitingChoice): Promise<unknown> =>
  setAutomationActive(
    automations,
    service.storeId,
    automationId,
    { active: false, ...(waiting && { waiting }) },
    unaudited,
  );
async function on(): Promise<void> {
  expect(await setAutomationActive(automations, service.storeId, automationId, { active: true }, unaudited)).toEqual({
    ok: true,
  });
  await service.settle();
}
async function later(ms: number): Promise<void> {
  service.pass(ms);
  await service.settle();
}
async function reply(): Promise<void> {
  const { rows } = await service.db.query<{ id: string }>(
    `select connection_id as id from connections where store_id = $1 and channel = 'whatsapp'`,
    [service.storeId],
  );
  const received = { kind: 'reply', at: service.now(), text: 'oi', from: ana.phone } as const;
  const inbound = await receiveInbound(service.engine, { connectionId: rows[0]!.id, inboundId: 'one', ...received });
  expect(inbound).toMatchObject({ result: 'accepted' });
  await service.settle();
}
const texts = (): string[] => service.delivered.map(({ content }) => (content as { message: string }).message);
const runs = async () =>
  (await service.db.query('select status, reason, held from runs order by run_id')).rows as {
    status: string;
    reason: string | null;
    held: boolean;
  }[];
const operations = async () =>
  (await service.db.query('select kind, reason, requested_by from run_operations order by requested_at'))
    .rows as object[];

describe('switching off', () => {
  test('[RUN16] starts no run and holds by default: nothing is sent; switched on again, due runs continue', async () => {
    await begin(wait(10), send('Oi'));
    await off();
    await happen();
    await later(11 * minute);
    await later(20 * hour);
    expect(texts()).toEqual([]);
    expect(await runs()).toEqual([{ status: 'waiting', reason: null, held: true }]);
    await on();
    expect(texts()).toEqual(['Oi']);
    expect(await runs()).toEqual([{ status: 'completed', reason: null, held: false }]);
    expect(await operations()).toEqual([{ kind: 'release', reason: null, requested_by: 'ana@loja.example' }]);
  });

  test('[RUN16] a run that was not due meanwhile is not affected', async () => {
    await begin(wait(60), send('Oi'));
    await off('hold');
    await later(30 * minute);
    await on();
    expect(texts()).toEqual([]);
    await later(30 * minute);
    expect(texts()).toEqual(['Oi']);
  });

  test('[RUN16] a run that was due more than 24 hours ago is cancelled as STALE, one due exactly then continues', async () => {
    await begin(wait(10), send('Oi'));
    await later(1);
    await happen();
    await off();
    await later(10 * minute + 24 * hour);
    await on();
    expect(await runs()).toMatchObject([
      { status: 'cancelled', reason: 'STALE', held: false },
      { status: 'completed', reason: null, held: false },
    ]);
    expect(texts()).toEqual(['Oi']);
    expect((await service.db.query('select * from run_timers')).rows).toEqual([]);
  });

  test('[RUN16] a message that waited for its provider is sent after switching on again, unless it is too late', async () => {
    for (const [pause, sent] of [
      [2 * hour, ['Oi', 'Oi']],
      [25 * hour, ['Oi']],
    ] as const) {
      service.delivered.length = 0;
      service.script.deliver = () => ({ outcome: 'later', reason: 'SLOW' });
      await begin(send('Oi'));
      await off();
      service.script.deliver = () => ({ outcome: 'sent' });
      await later(pause);
      expect(texts()).toEqual(['Oi']);
      await on();
      expect(texts()).toEqual(sent);
      await off();
    }
    const { rows } = await service.db.query('select state, reason from messages order by run_id');
    expect(rows).toEqual([
      { state: 'sent', reason: null },
      { state: 'failed', reason: 'TOO_LATE' },
    ]);
  });

  test('[RUN16] a reply during the pause is stored and counts at its instant after switching on again', async () => {
    await begin(send('Oi', { onResponse: [wait(5), send('Que bom!')], onNoReply: [send('Cadê você?')] }));
    await off();
    await later(23 * hour);
    await reply();
    await later(2 * hour);
    expect(texts()).toEqual(['Oi']);
    expect((await service.db.query('select held from run_inputs')).rows).toEqual([{ held: true }]);
    await on();
    expect(texts()).toEqual(['Oi', 'Que bom!']);
    expect((await service.db.query('select * from run_inputs')).rows).toEqual([]);
  });

  test('[RUN17] sends after a reply of more than 24 hours ago fail', async () => {
    await begin(send('Oi', { onResponse: [send('Que bom!')] }));
    await off();
    await reply();
    await later(24 * hour + 1);
    await on();
    expect(texts()).toEqual(['Oi']);
    const { rows } = await service.db.query<{ timeline: string }>('select timeline from runs');
    expect(rows[0]!.timeline).toContain('TOO_LATE');
  });

  test('[RUN16] finish: waiting runs continue to their end, no new ones start', async () => {
    await begin(wait(10), send('Oi'));
    await off('finish');
    await happen();
    await later(10 * minute);
    expect(texts()).toEqual(['Oi']);
    expect(await runs()).toMatchObject([{ status: 'completed' }]);
    expect(await operations()).toEqual([]);
  });

  test('[RUN16] finish after hold releases held runs; hold after finish holds again', async () => {
    await begin(wait(10), send('Oi'), wait(10), send('Olá'));
    await off('hold');
    await later(10 * minute);
    await off('finish');
    await service.settle();
    expect(texts()).toEqual(['Oi']);
    await off('hold');
    await later(10 * minute);
    expect(texts()).toEqual(['Oi']);
    await on();
    expect(texts()).toEqual(['Oi', 'Olá']);
  });

  test('[RUN16] cancel: waiting runs are cancelled, runs that start later are not', async () => {
    await begin(wait(10), send('Oi'));
    await off('cancel');
    await service.settle();
    expect(await runs()).toEqual([{ status: 'cancelled', reason: 'SWITCHED_OFF', held: false }]);
    await on();
    await happen();
    await later(10 * minute);
    expect(texts()).toEqual(['Oi']);
  });

  test('[RUN16] a release stops if the automation is off again, and all runs stay held', async () => {
    await begin(wait(10), send('Oi'));
    await off();
    await later(10 * minute);
    await setAutomationActive(automations, service.storeId, automationId, { active: true }, unaudited);
    await off();
    await service.settle();
    await later(20 * hour);
    expect(texts()).toEqual([]);
    expect(await runs()).toMatchObject([{ held: true }]);
    await on();
    expect(texts()).toEqual(['Oi']);
  });

  test('[RUN16] publishing an active version releases like switching on', async () => {
    await begin(wait(10), send('Oi'));
    await off();
    await later(10 * minute);
    expect(
      await publishAutomation(automations, service.storeId, automationId, { active: true }, unaudited),
    ).toMatchObject({
      ok: true,
    });
    await service.settle();
    expect(texts()).toEqual(['Oi']);
    const draft = { name: 'Nova', trigger_event: 'pix.generated', steps: [wait(10), send('Oi')] };
    const existing = {
      automationId,
      revision: (await automationFind(service.db, service.storeId, automationId))!.draftRevision,
    };
    const save = { storeId: service.storeId, text: JSON.stringify(draft), existing, publish: true };
    expect(await saveAutomation(automations, save, unaudited)).toMatchObject({ ok: true });
    expect(await operations()).toHaveLength(1);
  });
});

describe('deleting', () => {
  test('[RUN16] cancels the runs of the automation, including held ones, and of no other', async () => {
    await begin(wait(10), send('Fica'));
    const otherId = automationId;
    await begin(wait(5), send('Oi'));
    await off();
    await later(5 * minute);
    expect(await deleteAutomation(automations, service.storeId, automationId, unaudited)).toEqual({ ok: true });
    expect(await deleteAutomation(automations, service.storeId, automationId, unaudited)).toMatchObject({
      code: 'AUTOMATION_NOT_FOUND',
    });
    expect(await deleteAutomation(automations, await service.newStore(), otherId, unaudited)).toMatchObject({
      code: 'AUTOMATION_NOT_FOUND',
    });
    await service.settle();
    await later(10 * minute);
    expect(texts()).toEqual(['Fica', 'Fica']);
    expect((await runs()).filter(({ status }) => status === 'cancelled')).toEqual([
      { status: 'cancelled', reason: 'AUTOMATION_DELETED', held: false },
    ]);
  });
});
