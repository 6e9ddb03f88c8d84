import { waitEnd } from '@retoma/flow';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  addOrder,
  minute,
  readMessages,
  readRuns,
  send,
  textsOf,
  eventData,
  wait,
} from '../../testing/engine-reading.ts';
import { runInputInsertMany } from './queries/run-inputs.ts';
import { newId } from '../../base/ids.ts';
import { ana, startTestEngine, type TestEngine } from '../../testing/test-engine.ts';
import { noStore, startRuns } from './queues/events.ts';
import { wakeRuns } from './queues/timers.ts';
import { checkInvariants } from './invariants/check-invariants.ts';

let service: TestEngine;
beforeEach(async () => {
  service = await startTestEngine();
});
afterEach(() => service.stop());

describe('a run on PostgreSQL', () => {
  test('[RUN13] goes from its event through messages and waits to its end', async () => {
    await service.publish({ steps: [send('Oi {{customer.first_name}}'), wait(30), send('Ainda aí?')] as never });
    await service.happen({ type: 'pix.generated', data: eventData });
    await service.settle();
    expect(textsOf(service.delivered)).toEqual(['Oi Ana']);
    expect(await readRuns(service)).toMatchObject([
      { status: 'waiting', wake_at: new Date(service.now() + 30 * minute) },
    ]);
    service.pass(30 * minute - 1);
    await service.settle();
    expect(service.delivered).toHaveLength(1);
    service.pass(1);
    await service.settle();
    expect(service.delivered.map(({ to }) => to)).toEqual([ana.phone, ana.phone]);
    expect(new Set(service.delivered.map(({ key }) => key)).size).toBe(2);
    expect(await readRuns(service)).toMatchObject([{ status: 'completed', wake_at: null }]);
    expect(await readMessages(service)).toMatchObject([
      { message: 'steps[0]#1', state: 'sent', recipient: ana.phone, attempts: 1 },
      { message: 'steps[2]#1', state: 'sent', recipient: ana.phone, attempts: 1 },
    ]);
    expect((await service.db.query('select * from run_timers')).rows).toEqual([]);
    expect((await service.db.query('select * from message_leases')).rows).toEqual([]);
    expect(service.logged).toEqual([]);
  });

  test('[RUN22] a wait until a time ends at it in the zone and hours of the store; runs that wait keep their end', async () => {
    const every = [0, 1, 2, 3, 4, 5, 6];
    const set = (zone: string, from: string): Promise<unknown> =>
      service.db.query('update stores set time_zone = $1, business_hours = $2', [
        zone,
        { from, to: '23:59', days: every },
      ]);
    await set('America/Manaus', '10:00');
    const untilNine = { type: 'delay', minutes: 60, until: { time: '09:00', nextDay: true }, businessHours: true };
    await service.publish({ steps: [untilNine, send('Bom dia')] as never });
    await service.happen({ type: 'pix.generated', data: eventData });
    await service.settle();
    const clock = { timeZone: 'America/Manaus', businessHours: { from: '10:00', to: '23:59', days: every } };
    const end = new Date(waitEnd({ ...untilNine }, service.now(), clock));
    // Manaus is four hours behind UTC, and nine is before the store opens at ten.
    expect(end.toISOString().slice(11, 16)).toBe('14:00');
    expect(await readRuns(service)).toMatchObject([{ status: 'waiting', wake_at: end }]);
    await set('America/Sao_Paulo', '20:00');
    service.pass(end.getTime() - service.now() - 1);
    await service.settle();
    expect(service.delivered).toHaveLength(0);
    service.pass(1);
    await service.settle();
    expect(textsOf(service.delivered)).toEqual(['Bom dia']);
  });

  test('[RUN13] a requeued event starts no second run', async () => {
    await service.publish({ steps: [send('Oi')] as never });
    const [eventId] = await service.happen({ type: 'pix.generated', data: eventData });
    await service.settle();
    await service.db.query('insert into event_queue (store_id, event_id) values ($1, $2)', [service.storeId, eventId]);
    await service.settle();
    expect(await readRuns(service)).toHaveLength(1);
    expect(service.delivered).toHaveLength(1);
    expect((await service.db.query('select * from event_queue')).rows).toEqual([]);
  });

  test('[RUN13] events reported together share a row of the queue and are claimed in batches', async () => {
    await service.publish({ steps: [wait(30)] as never });
    await service.happen(...Array.from({ length: 5 }, () => ({ type: 'pix.generated' as const, data: eventData })));
    expect((await service.db.query('select from event_queue')).rowCount).toBe(1);
    for (const [claimed, runs] of [
      [2, 2],
      [2, 4],
      [1, 5],
    ]) {
      expect(await startRuns(service.engine, { after: noStore }, 2)).toBe(claimed);
      expect(await readRuns(service)).toHaveLength(runs!);
    }
    expect((await service.db.query('select from event_queue')).rowCount).toBe(0);
  });

  test('[RUN17] runs due at one instant share a timer; another input of one run does not affect the others’ timer', async () => {
    await service.publish({ steps: [wait(30), wait(30)] as never });
    await service.happen(...Array.from({ length: 4 }, () => ({ type: 'pix.generated' as const, data: eventData })));
    await service.settle();
    const timers = async (): Promise<number[]> =>
      (await service.db.query<{ count: number }>('select cardinality(run_ids) as count from run_timers')).rows
        .map(({ count }) => count)
        .toSorted((one, other) => one - other);
    expect(await timers()).toEqual([4]);
    service.pass(minute);
    const { rows } = await service.db.query<{ run_id: string }>('select run_id from runs limit 1');
    const input = { storeId: service.storeId, inputId: newId(), runId: rows[0]!.run_id, input: '{"type":"skip"}' };
    await runInputInsertMany(service.db, [{ ...input, receivedAt: service.now() }]);
    await service.settle();
    expect(await timers()).toEqual([1, 3]);
    service.pass(30 * minute);
    expect(await wakeRuns(service.engine, { after: noStore, isSkewed: false }, 2)).toBe(2);
    expect((await timers()).reduce((sum, count) => sum + count)).toBe(4);
    await service.settle();
    expect(await checkInvariants(service.engine)).toMatchObject({ live: 3, unaccounted: 0, ok: true });
    service.pass(30 * minute);
    await service.settle();
    expect((await readRuns(service)).map(({ status }) => status)).toEqual(Array(4).fill('completed'));
    expect(await timers()).toEqual([]);
  });

  test('[RUN13] concurrent engines start each event once and send each message once', async () => {
    await service.publish({ steps: [send('Oi'), wait(1), send('De novo')] as never });
    await service.happen(...Array.from({ length: 300 }, () => ({ type: 'pix.generated' as const, data: eventData })));
    const engines = [service.engine, service.another(), service.another(), service.another()];
    const together = async (): Promise<number> =>
      (await Promise.all(engines.map((engine) => service.poll(engine)))).reduce((sum, found) => sum + found, 0);
    while ((await together()) > 0);
    service.pass(minute);
    while ((await together()) > 0);
    expect(new Set(service.delivered.map(({ key }) => key)).size).toBe(600);
    expect(service.delivered).toHaveLength(600);
    expect((await readRuns(service)).filter(({ status }) => status === 'completed')).toHaveLength(300);
  });

  test('[RUN12] only runs of an unreadable definition fail, with a reason', async () => {
    await service.publish({ steps: [send('Oi')] as never });
    const broken = await service.publish({ steps: [send('Quebrado')] as never });
    await service.asOwner('alter table automation_versions disable trigger user');
    await service.db.query(`update automation_versions set definition = '{' where automation_id = $1`, [broken]);
    await service.happen({ type: 'pix.generated', data: eventData });
    await service.settle();
    expect((await readRuns(service)).map(({ status, reason }) => `${status} ${reason}`).sort()).toEqual([
      'completed null',
      'failed DEFECT',
    ]);
    expect(textsOf(service.delivered)).toEqual(['Oi']);
  });

  test('a run keeps the version it started with', async () => {
    const automationId = await service.publish({ steps: [wait(10), send('Velho')] as never });
    await service.happen({ type: 'pix.generated', data: eventData });
    await service.settle();
    await service.db.query(
      `insert into automation_versions (automation_id, version, store_id, definition, trigger_event)
       select automation_id, 2, store_id, replace(definition, 'Velho', 'Novo'), trigger_event from automation_versions`,
    );
    await service.db.query('update automations set published_version = 2 where automation_id = $1', [automationId]);
    await service.happen({ type: 'pix.generated', data: eventData });
    service.pass(10 * minute);
    await service.settle();
    service.pass(10 * minute);
    await service.settle();
    expect(textsOf(service.delivered).sort()).toEqual(['Novo', 'Velho']);
  });

  test('[RUN15] a long timeline moves into segments without losing entries', async () => {
    await service.publish({
      steps: [
        {
          type: 'loop',
          maxIterations: 100,
          steps: [
            wait(1),
            {
              type: 'condition',
              field: 'payment_status',
              operator: '=',
              value: 'paid',
              if_true: [wait(1)],
              if_false: [wait(1)],
            },
          ],
        },
      ] as never,
    });
    await service.happen({ type: 'pix.generated', data: eventData, orderId: await addOrder(service) });
    for (let step = 0; step <= 200; step++) {
      await service.settle();
      service.pass(minute);
    }
    expect(await readRuns(service)).toMatchObject([{ status: 'completed' }]);
    const { rows } = await service.db.query<{ full: string; rest: number; segments: number }>(
      `select (select string_agg(entries, '' order by segment) from run_timeline_segments) || timeline as full,
         octet_length(timeline) as rest, (select count(*)::int from run_timeline_segments) as segments from runs`,
    );
    expect(rows[0]!.segments).toBeGreaterThan(1);
    expect(rows[0]!.rest).toBeLessThan(6000);
    const entries = JSON.parse(`[${rows[0]!.full.slice(0, -1)}]`) as unknown[];
    // 100 iterations, 200 delays, 100 conditions, and the loop's end
    expect(entries).toHaveLength(401);
  });
});

describe('a run that cannot be advanced', () => {
  const bad = { customer: { phone: '+5511900000001' } };
  const begin = async (): Promise<void> => {
    await service.publish({ steps: [send('Oi'), wait(1), send('Fim')] as never });
    await service.happen(...[eventData, bad, eventData].map((data) => ({ type: 'pix.generated' as const, data })));
  };
  const outcomes = async (): Promise<string[]> =>
    (await readRuns(service)).map(({ status, reason }) => `${status} ${reason}`).sort();

  test('[RUN12] fails if the database rejects its rows, and the rest of its batch continues', async () => {
    await service.asOwner(`alter table message_leases add check ('${bad.customer.phone}' <> all(recipients))`);
    await begin();
    await service.settle();
    expect(await outcomes()).toEqual(['failed DEFECT', 'waiting null', 'waiting null']);
    expect((await service.db.query('select * from event_queue')).rows).toEqual([]);
    service.pass(minute);
    await service.settle();
    expect(await outcomes()).toEqual(['completed null', 'completed null', 'failed DEFECT']);
    expect(textsOf(service.delivered)).toEqual(['Oi', 'Oi', 'Fim', 'Fim']);
    expect(service.logged.join()).toContain('run failed with an unexpected error');
    expect(service.logged.join()).not.toContain(bad.customer.phone);
  });

  test('[RUN12] fails if its data cannot be read, also during a wait', async () => {
    await begin();
    await service.settle();
    const { buildRunData } = service.engine;
    Object.assign(service.engine, {
      buildRunData(...args: Parameters<typeof buildRunData>) {
        if (args[0].event.data.includes(bad.customer.phone)) throw new TypeError('a bug');
        return buildRunData(...args);
      },
    });
    service.pass(minute);
    await service.settle();
    expect(await outcomes()).toEqual(['completed null', 'completed null', 'failed DEFECT']);
  });

  test('[RUN19] is then advanced by no outcome and no waiting message, only by a retry', async () => {
    service.script.deliver = () => ({ outcome: 'later', reason: 'DOWN' });
    await service.publish({ steps: [send('Oi'), wait(1), send('Fim')] as never });
    await service.happen({ type: 'pix.generated', data: eventData });
    await service.settle();
    expect(await readMessages(service)).toMatchObject([{ state: 'queued' }]);
    await service.db.query(`update runs set status = 'failed', reason = 'DEFECT', finished_at = now()`);
    service.script.deliver = () => ({ outcome: 'sent' });
    service.pass(10 * minute);
    await service.settle();
    expect(await readMessages(service)).toMatchObject([{ state: 'skipped', reason: 'RUN_OVER' }]);
    expect(await outcomes()).toEqual(['failed DEFECT']);
    expect(textsOf(service.delivered)).toEqual(['Oi']);
  });

  test('a provider’s text fits its columns, whatever it contains', async () => {
    service.script.deliver = () => ({ outcome: 'refused', reason: `\0${'é'.repeat(1000)}\ud800` });
    await begin();
    await service.settle();
    expect((await readMessages(service)).map(({ reason }) => reason)).toEqual(
      Array.from({ length: 3 }, () => 'é'.repeat(200)),
    );
  });
});
