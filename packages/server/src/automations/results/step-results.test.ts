import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { saveAutomation } from '../definitions/save-automation.ts';
import { addOrder, minute, pay, send, eventData, wait } from '../../testing/engine-reading.ts';
import { ana, startTestEngine, type TestEngine } from '../../testing/test-engine.ts';
import { receiveInbound } from '../delivery/inbound/receive-inbound.ts';
import { VersionCache } from '../definitions/compiled-versions.ts';
import { stepResults, type StepFigures, type StepResults } from './step-results.ts';

const day = 24 * 60 * minute;
let service: TestEngine;
beforeEach(async () => {
  service = await startTestEngine();
});
afterEach(() => service.stop());

const paid = { field: 'payment_status', operator: '=', value: 'paid' } as const;
const steps = [
  { id: 'wait', ...wait(30) },
  {
    id: 'check',
    type: 'condition',
    branches: [{ id: 'paid', conditions: [paid], steps: [{ id: 'end', type: 'end' }] }],
  },
  send('Oi', { id: 'send', onResponse: [{ id: 'later', ...wait(60) }] }),
  { id: 'long', ...wait(600) },
];

const read = async (automationId: string, days = 30): Promise<StepResults> => {
  const resultsQuery = { storeId: service.storeId, automationId, since: service.now() - days * day };
  return (await stepResults({ db: service.db, plans: new VersionCache() }, resultsQuery))!;
};
const figuresOf = ({ steps }: StepResults, id: string): StepFigures | undefined => steps.find((step) => step.id === id);
const enteredOf = ({ steps }: StepResults): Record<string, number | null> =>
  Object.fromEntries(steps.map(({ id, entered }) => [id, entered]));
const branchesOf = ({ branches }: StepResults): Record<string, number> =>
  Object.fromEntries(branches.map(({ id, branch, entered }) => [`${id}/${branch}`, entered]));

/** Creates orders whose PIX was generated now; returns their ids. */
async function generate(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made++) {
    const orderId = await addOrder(service);
    await service.happen({ type: 'pix.generated', data: eventData, orderId });
    ids.push(orderId);
  }
  await service.settle();
  return ids;
}

async function payNow(orderId: string): Promise<void> {
  await pay(service, orderId);
  await service.db.query('update orders set paid_at = to_timestamp($2 / 1000.0) where order_id = $1', [
    orderId,
    service.now(),
  ]);
}

async function passAndSettle(ms: number): Promise<void> {
  service.pass(ms);
  await service.settle();
}

test('each step of any kind counts the runs that entered it, took its branches and wait there', async () => {
  const automationId = await service.publish({ steps: steps as never });
  const [first, second] = await generate(3);
  expect(enteredOf(await read(automationId))).toEqual({ wait: 3, check: 0, end: 0, send: 0, later: 0, long: 0 });
  await payNow(first!);
  await passAndSettle(31 * minute);
  await generate(1);
  const { rows } = await service.db.query<{ id: string }>(
    `select connection_id as id from connections where store_id = $1 and channel = 'whatsapp'`,
    [service.storeId],
  );
  const reply = { connectionId: rows[0]!.id, inboundId: '1', kind: 'reply', text: 'oi', from: ana.phone } as const;
  await receiveInbound(service.engine, { ...reply, at: service.now() });
  await service.settle();
  service.pass(minute);
  await payNow(second!);
  const results = await read(automationId);
  expect(results).toMatchObject({ hasRun: true, entered: 4, reached: null, isMoreWaiting: false });
  expect(enteredOf(results)).toEqual({ wait: 4, check: 3, end: 1, send: 2, later: 1, long: 2 });
  expect(branchesOf(results)).toEqual({ 'check/paid': 1, 'check/none': 2, 'send/onResponse': 1 });
  expect(results.steps.filter(({ waiting }) => waiting > 0).map(({ id, waiting }) => [id, waiting])).toEqual([
    ['wait', 1],
    ['later', 1],
    ['long', 2],
  ]);
  expect(figuresOf(results, 'send')?.message).toEqual({ sent: 2, read: 1, paid: 1 });
  expect(figuresOf(results, 'wait')).toMatchObject({ message: null, changedAt: null });
});

test('a message in delivery counts as entered, and finished runs wait nowhere', async () => {
  const automationId = await service.publish({ steps: [send('Oi', { id: 'send' })] as never });
  service.script.deliver = () => ({ outcome: 'later', reason: 'BUSY', retryAfterMs: 600 });
  await generate(1);
  expect(figuresOf(await read(automationId), 'send')).toMatchObject({ entered: 1, waiting: 0, message: { sent: 0 } });
  service.script.deliver = () => ({ outcome: 'sent' });
  await passAndSettle(day / 2);
  expect(figuresOf(await read(automationId), 'send')).toMatchObject({ entered: 1, waiting: 0, message: { sent: 1 } });
});

test('runs before the period count only where they wait now', async () => {
  const automationId = await service.publish({ steps: [{ id: 'wait', ...wait(7 * 24 * 60) }] as never });
  await generate(2);
  service.pass(5 * day);
  expect(await read(automationId, 3)).toMatchObject({
    hasRun: true,
    entered: 0,
    steps: [{ id: 'wait', entered: null, waiting: 2 }],
  });
  await generate(1);
  expect(await read(automationId, 3)).toMatchObject({ entered: 1, steps: [{ entered: 1, waiting: 3 }] });
  expect(await read(automationId, 30)).toMatchObject({ entered: 3, steps: [{ entered: 3, waiting: 3 }] });
});

test('a step is identified by its id in every version, and reports since when it is unchanged', async () => {
  const automationId = await service.publish({ steps: [{ id: 'a', ...wait(1) }, send('Oi', { id: 'b' })] as never });
  await generate(1);
  const flow = { name: 'Recuperação', trigger_event: 'pix.generated' };
  const next = { ...flow, steps: [{ id: 'new', ...wait(2) }, { id: 'a', ...wait(1) }, send('Olá', { id: 'b' })] };
  const existing = { automationId, revision: 1 };
  const request = { storeId: service.storeId, text: JSON.stringify(next), existing, publish: true };
  expect(await saveAutomation({ db: service.db, mode: 'off' }, request, unaudited)).toMatchObject({ ok: true });
  await service.asOwner('alter table automation_versions disable trigger all');
  await service.db.query(`update automation_versions set published_at = '2026-03-09T12:00:00Z' where version = 2`);
  await generate(1);
  await passAndSettle(10 * minute);
  await passAndSettle(10 * minute);
  const results = await read(automationId);
  expect(enteredOf(results)).toEqual({ new: 1, a: 2, b: 2 });
  expect(results.steps.filter(({ changedAt }) => changedAt).map(({ id, changedAt }) => [id, changedAt])).toEqual([
    ['b', new Date('2026-03-09T12:00:00Z')],
  ]);
});

test('an automation without runs is reported as such', async () => {
  const automationId = await service.publish({ steps: steps as never });
  expect(await read(automationId)).toEqual({
    hasRun: false,
    entered: 0,
    reached: null,
    isMoreWaiting: false,
    steps: [],
    branches: [],
  });
});

test('if there are too many runs the newest are counted, and the result reports since when, and that more may wait', async () => {
  const automationId = await service.publish({ steps: [{ id: 'wait', ...wait(600) }] as never });
  await generate(1);
  const columns = 'store_id, automation_id, version, status, state, wake_at, timeline, started_at';
  // The ids match their ages: each run begins a second before the previous one.
  await service.db.query(
    `insert into runs (run_id, event_id, ${columns})
     select (lpad(to_hex(floor(extract(epoch from r.started_at) * 1000)::bigint - n * 1000), 12, '0') || '7000'
       || lpad(to_hex(n), 16, '8'))::uuid, gen_random_uuid(), ${columns.replace('started_at', `started_at - n * interval '1 s'`)}
     from runs r, generate_series(1, 20500) n where r.automation_id = $1`,
    [automationId],
  );
  await service.db.query(
    `insert into run_counters (automation_id, store_id, outcome, count) values ($1, $2, 'entered', 20500)`,
    [automationId, service.storeId],
  );
  const results = await read(automationId);
  expect(results).toMatchObject({
    entered: 20_000,
    isMoreWaiting: true,
    steps: [{ entered: 20_000, waiting: 20_000 }],
  });
  expect(results.reached!.getTime()).toBeLessThan(service.now() - 19_000_000);
});
