import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ana, startTestEngine, type TestEngine } from '../testing/test-engine.ts';

const minute = 60_000;
const send = (text: string, more: object = {}) => ({
  type: 'action' as const,
  name: 'send_whatsapp' as const,
  data: { type: 'text', message: text },
  ...more,
});
const wait = (minutes: number) => ({ type: 'delay' as const, minutes });

let service: TestEngine;
beforeEach(async () => {
  service = await startTestEngine();
});
afterEach(() => service.stop());

const runs = async () =>
  (await service.db.query('select status, reason, held, wake_at from runs order by started_at, run_id')).rows as {
    status: string;
    reason: string | null;
    held: boolean;
    wake_at: Date | null;
  }[];
const messages = async () =>
  (await service.db.query('select message, state, reason, recipient, attempts from messages order by run_id, message'))
    .rows as {
    message: string;
    state: string;
    reason: string | null;
    recipient: string | null;
    attempts: number;
  }[];

describe('a run on PostgreSQL', () => {
  test('goes from its event over messages and waits to its end', async () => {
    await service.publish({ steps: [send('Oi {{customer.first_name}}'), wait(30), send('Ainda aí?')] as never });
    await service.happen({ type: 'pix.generated', data: { customer: ana } });
    await service.settle();
    expect(service.delivered.map(({ content }) => content)).toEqual([{ type: 'text', message: 'Oi Ana' }]);
    expect(await runs()).toMatchObject([{ status: 'waiting', wake_at: new Date(service.now() + 30 * minute) }]);
    service.pass(30 * minute - 1);
    await service.settle();
    expect(service.delivered).toHaveLength(1);
    service.pass(1);
    await service.settle();
    expect(service.delivered.map(({ to }) => to)).toEqual([ana.phone, ana.phone]);
    expect(new Set(service.delivered.map(({ key }) => key)).size).toBe(2);
    expect(await runs()).toMatchObject([{ status: 'completed', wake_at: null }]);
    expect(await messages()).toMatchObject([
      { message: 'steps[0]#1', state: 'sent', recipient: ana.phone, attempts: 1 },
      { message: 'steps[2]#1', state: 'sent', recipient: ana.phone, attempts: 1 },
    ]);
    expect((await service.db.query('select * from run_timers')).rows).toEqual([]);
    expect(service.logged).toEqual([]);
  });
});
