import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { automationSetActive } from '../../definitions/queries/automations.ts';
import { runInputInsertMany } from '../queries/run-inputs.ts';
import { runLockMany } from '../queries/runs.ts';
import { inTransaction } from '../../../base/postgres/transaction.ts';
import { newId } from '../../../base/ids.ts';
import { minute } from '../../../testing/engine-reading.ts';
import { ana, startTestEngine, type TestEngine } from '../../../testing/test-engine.ts';
import { runDoctor, type Finding } from './doctor.ts';
import { checkInvariants } from './check-invariants.ts';

const send = (text: string) => ({ type: 'action', name: 'send_whatsapp', data: { type: 'text', message: text } });
const wait = (minutes: number) => ({ type: 'delay', minutes });
const event = { type: 'pix.generated' as const, data: { customer: ana } };

let service: TestEngine;
beforeEach(async () => {
  service = await startTestEngine();
});
afterEach(() => service.stop());

const look = (repair = false, storeId: string | null = null) =>
  runDoctor(service.db, () => service.now(), { storeId, repair });
const query = async (text: string, values: unknown[] = []) =>
  (await service.db.query<Record<string, unknown>>(text, values)).rows;
const found = (kind: Finding['kind'], ids: string[], repaired = 0): Finding => ({
  kind,
  ids,
  count: ids.length,
  repaired,
});

/** Starts runs of a flow; returns their ids in order. */
async function begin(steps: object[], count = 1): Promise<string[]> {
  await service.publish({ steps: steps as never });
  await service.happen(...Array.from({ length: count }, () => event));
  await service.settle();
  return (await query('select run_id from runs order by run_id')).map(({ run_id }) => run_id as string);
}

/**
 * Expects that the doctor finds this, changes nothing without `repair`, repairs it with `repair`, and then finds nothing; the same for the
 * periodic check.
 */
async function expectRepaired(findings: Finding[]): Promise<void> {
  const preview = await look();
  expect(preview).toMatchObject({ ok: false, findings });
  expect(await look()).toEqual(preview);
  const repaired = await look(true);
  expect(repaired).toMatchObject({ ok: true, findings: findings.map((one) => ({ ...one, repaired: one.count })) });
  await service.settle();
  expect(await look()).toMatchObject({ ok: true, findings: [] });
  expect(await checkInvariants(service.engine)).toMatchObject({ ok: true });
}

/** A run that waits for a message which its provider has not accepted. */
async function beginSending(): Promise<string> {
  service.script.deliver = () => ({ outcome: 'later', reason: 'BUSY' });
  const [runId] = await begin([send('Oi'), wait(60), send('Ainda aí?')]);
  service.script.deliver = () => ({ outcome: 'sent' });
  return runId!;
}

describe('the doctor', () => {
  test('finds no problem in runs that wait, send, are held or have ended', async () => {
    const [runId] = await begin([send('Oi'), wait(60), send('Ainda aí?')], 2);
    service.script.deliver = () => ({ outcome: 'later', reason: 'BUSY' });
    service.pass(60 * minute);
    await service.settle();
    const [automation] = await query('select automation_id from runs');
    await automationSetActive(service.db, service.storeId, automation!['automation_id'] as string, false, 'hold');
    await service.happen(event);
    service.pass(5 * minute);
    await service.settle();
    expect(await look()).toMatchObject({ ok: true, status: { live: 2, unaccounted: 0 }, findings: [] });
    const input = { storeId: service.storeId, inputId: newId(), runId: runId!, input: '{"type":"cancel"}' };
    await runInputInsertMany(service.db, [{ ...input, receivedAt: service.now() }]);
    expect(await look()).toMatchObject({ ok: true, findings: [] });
  });

  test('R1: sets timers that were lost or are wrong', async () => {
    const [lost, early, correct] = await begin([wait(60), send('Oi')], 3);
    await query('update run_timers set run_ids = array_remove(run_ids, $1)', [lost]);
    await query(
      `with gone as (update run_timers set run_ids = array_remove(run_ids, $1) returning store_id, due_at)
       insert into run_timers select store_id, due_at + interval '1 hour', array[$1::uuid] from gone`,
      [early],
    );
    const before = await query('select due_at from run_timers where $1 = any(run_ids)', [correct]);
    const preview = await look();
    expect(preview.findings).toEqual([found('timer_missing', [lost!]), found('timer_wrong', [early!])]);
    await expectRepaired(preview.findings);
    expect(new Set((await query('select due_at from run_timers')).map(String)).size).toBe(1);
    expect(await query('select due_at from run_timers where $1 = any(run_ids)', [lost])).toEqual(before);
    service.pass(60 * minute);
    await service.settle();
    expect(service.delivered).toHaveLength(3);
  });

  test('R1: reads again under the lock: a run that was repaired or advanced meanwhile is not changed', async () => {
    const [runId] = await begin([wait(60), send('Oi')]);
    await query('delete from run_timers');
    let repairing: ReturnType<typeof look> | undefined;
    await inTransaction(service.db, async (client) => {
      await runLockMany(client, [runId!]);
      repairing = look(true);
      await expect
        .poll(
          async () =>
            (
              await query(
                `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
              )
            ).length,
        )
        .toBe(1);
      await client.query(`insert into run_timers select store_id, wake_at, array[run_id] from runs`);
    });
    expect(await repairing).toMatchObject({ findings: [{ kind: 'timer_missing', count: 1, repaired: 0 }] });
  });

  test.each([
    ['sent', null, '0,0,3]'],
    ['read', null, '0,0,3]'],
    ['unknown', null, '0,0,4]'],
    ['failed', 'BLOCKED', '0,0,5,"BLOCKED"]'],
    ['skipped', null, '0,0,5,"SKIPPED"]'],
  ])('R2: adds the outcome of a message that was settled as %s without its run', async (state, reason, entry) => {
    const runId = await beginSending();
    await query(
      `update messages set state = $1, reason = $2, next_attempt_at = null, lease_id = null, settled_at = now()`,
      [state, reason],
    );
    await expectRepaired([found('outcome_missed', [runId])]);
    const [run] = await query('select status, timeline from runs');
    expect(run).toMatchObject({ status: 'waiting', timeline: expect.stringContaining(entry) as string });
    expect(service.delivered).toHaveLength(1);
  });

  test('R2: a message lost from the ledger is unknown, and never sent again', async () => {
    const runId = await beginSending();
    await query('delete from messages');
    await expectRepaired([found('message_lost', [runId])]);
    expect(service.delivered).toHaveLength(1);
  });

  test('R2: an input that is still queued is not added twice', async () => {
    await beginSending();
    await query('delete from messages');
    await look(true);
    expect(await look(true)).toMatchObject({ findings: [] });
    expect(await query('select run_id from run_inputs')).toHaveLength(1);
  });

  test('R3: removes timers and inputs, and settles messages, of runs that have ended or are deleted', async () => {
    const [over] = await begin([send('Oi')]);
    const deleted = newId();
    const { storeId } = service;
    await query(`insert into run_timers values ($3, now(), array[$1::uuid]), ($3, 'infinity', array[$2::uuid])`, [
      over,
      deleted,
      storeId,
    ]);
    const inputId = newId();
    await query(`insert into run_inputs values ($1, $2, $3, '{"type":"skip"}', to_timestamp($4 / 1000.0))`, [
      storeId,
      inputId,
      deleted,
      service.now(),
    ]);
    await query(
      `insert into messages (run_id, message_key, store_id, channel, connection_id, state, due_at, next_attempt_at)
       select $1, 'x#1', store_id, channel, connection_id, 'queued', due_at, 'infinity' from messages`,
      [deleted],
    );
    const preview = await look();
    expect(new Set(preview.findings[0]!.ids)).toEqual(new Set([over, deleted]));
    expect(preview.findings.slice(1)).toEqual([
      found('input_orphaned', [inputId]),
      found('message_orphaned', [deleted]),
    ]);
    // The timer without a run is late as well, until it is deleted.
    await expectRepaired(preview.findings);
    expect(await query('select state, reason from messages where run_id = $1', [deleted])).toEqual([
      { state: 'skipped', reason: 'RUN_GONE' },
    ]);
  });

  test('R3: removes queue rows whose event is deleted', async () => {
    const [eventId] = await service.happen(event);
    await query('delete from events');
    await expectRepaired([found('event_orphaned', [eventId!])]);
  });

  test('R6: leaves a message with an expired lease to the workers', async () => {
    const [runId] = await begin([send('Oi'), wait(60)]);
    await query(
      `update messages set state = 'sending', lease_id = $2, settled_at = null, next_attempt_at = to_timestamp($1 / 1000.0)`,
      [service.now() - 59_000, newId()],
    );
    expect(await look()).toMatchObject({ ok: true, findings: [] });
    service.pass(2_000);
    expect(await look(true)).toMatchObject({ ok: false, findings: [found('lease_expired', [runId!])] });
    await service.settle();
    expect(await look()).toMatchObject({ ok: true, findings: [] });
  });

  test('R4: corrects counters that disagree with the runs, once, also after retention has deleted runs', async () => {
    await begin([send('Oi')], 3);
    await begin([wait(60)], 2);
    await query(`delete from runs where ctid = (select ctid from runs where status = 'completed' limit 1)`);
    expect(await look()).toMatchObject({ ok: true, findings: [] });
    const sums = `select outcome, reason, sum(count) from run_counters group by 1, 2 order by 1`;
    const before = await query(sums);
    const [one, other] = (await query('select distinct automation_id from run_counters order by 1')).map(
      ({ automation_id }) => automation_id as string,
    );
    await query(`update run_counters set count = count + 5 where outcome = 'entered'`);
    await query(`update run_counters set count = 0 where outcome = 'completed'`);
    const preview = await look();
    expect(preview.findings.map(({ kind }) => kind)).toEqual(['counter_wrong']);
    expect(new Set(preview.findings[0]!.ids)).toEqual(new Set([one, other]));
    await expectRepaired(preview.findings);
    const after = await query(sums);
    expect(after.map(({ outcome }) => outcome)).toEqual(before.map(({ outcome }) => outcome));
  });

  test('R7: releases runs that are held although their automation is on, unless an operation is pending', async () => {
    const [runId] = await begin([wait(60), send('Oi')]);
    const [automation] = await query('select automation_id from runs');
    const automationId = automation!['automation_id'] as string;
    await automationSetActive(service.db, service.storeId, automationId, false, 'hold');
    service.pass(60 * minute);
    await service.settle();
    expect(await query('select held from runs')).toEqual([{ held: true }]);
    expect(await look()).toMatchObject({ ok: true, findings: [] });
    await automationSetActive(service.db, service.storeId, automationId, true, 'hold');
    expect(await look(true)).toMatchObject({ ok: true, findings: [found('held', [runId!], 1)] });
    expect(await query('select held from runs')).toEqual([{ held: true }]);
    expect(await look()).toMatchObject({ findings: [] });
    await service.settle();
    expect(await look()).toMatchObject({ ok: true, findings: [] });
    expect(service.delivered).toHaveLength(1);
    expect(await query('select status from runs')).toEqual([{ status: 'completed' }]);
  });

  test('reports an unreadable state, and repairs the other runs', async () => {
    const [broken, lost] = await begin([wait(60), send('Oi')], 2);
    await query(`update runs set state = '{"v":999}' where run_id = $1`, [broken]);
    await query('update run_timers set run_ids = array_remove(run_ids, $1)', [lost]);
    const report = await look(true);
    expect(report.ok).toBe(false);
    expect(report.findings.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))).toEqual([
      found('timer_missing', [lost!], 1),
      found('unreadable', [broken!]),
    ]);
  });

  test('checks only one store if requested', async () => {
    await begin([wait(60), send('Oi')]);
    await query('delete from run_timers');
    const other = await service.newStore();
    expect(await look(true, other)).toEqual({ ok: true, status: null, findings: [] });
    expect(await look(true, service.storeId)).toMatchObject({ ok: true, findings: [{ kind: 'timer_missing' }] });
  });

  test('late work is not ok, though nothing needs repair', async () => {
    await begin([wait(60), send('Oi')]);
    service.pass(62 * minute);
    expect(await look(true)).toMatchObject({ ok: false, status: { overdue: { timers: 120 } }, findings: [] });
  });
});

test('R4: an input that does not change a run with a defect leaves no timer and no counter row', async () => {
  const [runId] = await begin([wait(60), send('Oi')]);
  const [version] = await query('select definition from automation_versions');
  await service.asOwner('alter table automation_versions disable trigger user');
  await query(`update automation_versions set definition = '{}'`);
  const other = service.another();
  service.pass(60 * minute);
  while ((await service.poll(other)) > 0);
  expect(await query('select status, reason from runs')).toEqual([{ status: 'failed', reason: 'DEFECT' }]);
  await query('update automation_versions set definition = $1', [version!['definition']]);
  const input = { storeId: service.storeId, inputId: newId(), runId: runId!, receivedAt: service.now() };
  await runInputInsertMany(service.db, [{ ...input, input: '{"type":"open","message":"steps[1]#1"}' }]);
  await service.settle();
  expect(await look()).toMatchObject({ ok: true, status: { live: 0, unaccounted: 0 }, findings: [] });
});
