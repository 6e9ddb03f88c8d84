import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runInputInsertMany } from '../queries/run-inputs.ts';
import { invariantCheckLock } from '../queries/invariants.ts';
import { inTransaction } from '../../../base/postgres/transaction.ts';
import { newId } from '../../../base/ids.ts';
import { minute } from '../../../testing/engine-reading.ts';
import { ana, startTestEngine, type TestEngine } from '../../../testing/test-engine.ts';
import { checkInvariants } from './check-invariants.ts';

const send = (text: string) => ({ type: 'action', name: 'send_whatsapp', data: { type: 'text', message: text } });
const wait = (minutes: number) => ({ type: 'delay', minutes });
const nothingLate = { timers: 0, events: 0, inputs: 0, messages: 0 };

let service: TestEngine;
beforeEach(async () => {
  service = await startTestEngine();
});
afterEach(() => service.stop());

/** Starts runs that have sent a message and wait for an hour; returns their ids. */
async function park(count: number): Promise<string[]> {
  await service.publish({ steps: [send('Oi'), wait(60), send('Ainda aí?')] as never });
  await service.happen(...Array.from({ length: count }, () => event));
  await service.settle();
  const { rows } = await service.db.query<{ run_id: string }>('select run_id from runs order by run_id');
  return rows.map(({ run_id }) => run_id);
}
const event = { type: 'pix.generated' as const, data: { customer: ana } };
const watch = () => checkInvariants(service.engine);
const gauges = async () => ({
  live: (await service.engine.metrics.live.get()).values[0]!.value,
  unaccounted: (await service.engine.metrics.unaccounted.get()).values[0]!.value,
  overdue: Object.fromEntries(
    (await service.engine.metrics.overdue.get()).values.map(({ labels, value }) => [labels.kind, value]),
  ),
});

describe('the invariants of all runs', () => {
  test('hold while runs start, wait, send and end', async () => {
    expect(await watch()).toEqual({ live: 0, unaccounted: 0, overdue: nothingLate, ok: true });
    await park(3);
    expect(await watch()).toEqual({ live: 3, unaccounted: 0, overdue: nothingLate, ok: true });
    let release = (): void => {};
    const answer = new Promise<void>((resolve) => (release = resolve));
    service.script.deliver = () => answer.then(() => ({ outcome: 'sent' as const }));
    service.pass(60 * minute);
    const settled = service.settle();
    await expect.poll(() => service.delivered.length).toBe(6);
    // Each run now waits for its message and has no timer.
    expect((await service.db.query('select from run_timers')).rowCount).toBe(0);
    expect(await watch()).toEqual({ live: 3, unaccounted: 0, overdue: nothingLate, ok: true });
    release();
    await settled;
    expect(await watch()).toEqual({ live: 0, unaccounted: 0, overdue: nothingLate, ok: true });
    expect(await gauges()).toEqual({ live: 0, unaccounted: 0, overdue: nothingLate });
    expect(service.logged).toEqual([]);
  });

  test('R4: a run that lost its timer waits for nothing, and is reported in the log and the metrics', async () => {
    const [runId] = await park(2);
    await service.db.query('update run_timers set run_ids = array_remove(run_ids, $1)', [runId]);
    expect(await watch()).toMatchObject({ live: 2, unaccounted: 1, ok: false });
    expect(await gauges()).toMatchObject({ live: 2, unaccounted: 1 });
    expect(service.logged).toHaveLength(1);
    expect(JSON.parse(service.logged[0]!)).toMatchObject({ live: 2, unaccounted: 1, overdue: nothingLate });
  });

  test('R4: a timer without a run is unaccounted for', async () => {
    await park(1);
    await service.db.query(`insert into run_timers select store_id, due_at, array[$1::uuid] from run_timers`, [
      newId(),
    ]);
    expect(await watch()).toMatchObject({ live: 1, unaccounted: -1, ok: false });
  });

  test('R4: a message settled without its run leaves the run waiting for nothing', async () => {
    service.script.deliver = () => ({ outcome: 'later', reason: 'BUSY' });
    await service.publish({ steps: [send('Oi')] as never });
    await service.happen(event);
    await service.settle();
    expect(await watch()).toMatchObject({ live: 1, unaccounted: 0, ok: true });
    await service.db.query(
      `update messages set state = 'sent', next_attempt_at = null, lease_id = null, settled_at = now() where next_attempt_at is not null`,
    );
    expect(await watch()).toMatchObject({ live: 1, unaccounted: 1, ok: false });
  });

  test('a message still in progress when its run ends belongs to no live run', async () => {
    service.script.deliver = () => ({ outcome: 'later', reason: 'BUSY' });
    await service.publish({ steps: [send('Oi')] as never });
    await service.happen(event);
    await service.settle();
    const { rows } = await service.db.query<{ run_id: string }>('select run_id from runs');
    const input = { storeId: service.storeId, inputId: newId(), runId: rows[0]!.run_id };
    await runInputInsertMany(service.db, [{ ...input, input: '{"type":"cancel"}', receivedAt: service.now() }]);
    await service.settle();
    expect((await service.db.query('select from messages where next_attempt_at is not null')).rowCount).toBe(1);
    expect(await watch()).toMatchObject({ live: 0, unaccounted: 0, ok: true });
  });

  test('queued work is counted by queue, held work is not', async () => {
    await park(2);
    await service.happen(event, event, event);
    const waiting = async (): Promise<Record<string, number>> => {
      await watch();
      const { values } = await service.engine.metrics.waiting.get();
      return Object.fromEntries(values.map(({ labels, value }) => [labels.kind, value]));
    };
    expect(await waiting()).toEqual({ timers: 0, events: 3, inputs: 0, messages: 0 });
    service.pass(60 * minute);
    expect(await waiting()).toEqual({ timers: 2, events: 3, inputs: 0, messages: 0 });
    await service.settle();
    expect(await waiting()).toEqual({ timers: 0, events: 0, inputs: 0, messages: 0 });
  });

  test('R5: an event that no worker claims is late', async () => {
    await service.happen(event);
    await service.db.query('update events set recorded_at = to_timestamp($1 / 1000.0)', [service.now()]);
    service.pass(minute);
    expect(await watch()).toMatchObject({ overdue: { ...nothingLate, events: 60 }, ok: true });
    service.pass(1);
    expect(await watch()).toMatchObject({ overdue: { ...nothingLate, events: 60.001 }, ok: false });
  });

  test('R5: a timer that no worker claims is late; a held one is not', async () => {
    await park(1);
    service.pass(62 * minute);
    expect(await watch()).toMatchObject({ unaccounted: 0, overdue: { ...nothingLate, timers: 120 }, ok: false });
    await service.db.query(`update run_timers set due_at = 'infinity'`);
    expect(await watch()).toMatchObject({ unaccounted: 0, overdue: nothingLate, ok: true });
  });

  test('R5: an input and a message that no worker claims are late', async () => {
    service.script.deliver = () => ({ outcome: 'later', reason: 'BUSY' });
    const [runId] = await park(1);
    const input = { storeId: service.storeId, inputId: newId(), runId: runId!, input: '{"type":"skip"}' };
    await runInputInsertMany(service.db, [{ ...input, receivedAt: service.now() }]);
    service.pass(10 * minute);
    const report = (await watch())!;
    expect(report).toMatchObject({ unaccounted: 0, overdue: { timers: 0, events: 0, inputs: 600 }, ok: false });
    expect(report.overdue.messages).toBeGreaterThan(60);
  });

  test('only one worker checks at a time', async () => {
    await park(1);
    await inTransaction(service.db, async (client) => {
      expect(await invariantCheckLock(client)).toBe(true);
      expect(await watch()).toBeNull();
    });
    expect(await watch()).toMatchObject({ live: 1 });
  });
});
