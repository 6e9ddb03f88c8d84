import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connectionActivate } from '../../../testing/connections.ts';
import { newId } from '../../../base/ids.ts';
import {
  addOrder,
  minute,
  pay,
  readMessages,
  readRuns,
  send,
  eventData,
  wait,
} from '../../../testing/engine-reading.ts';
import { startTestEngine, type TestEngine } from '../../../testing/test-engine.ts';
import { recordOutcomes } from './outcomes.ts';
import { releaseMessages } from './pending-messages.ts';
import { noStore, startRuns } from './events.ts';

let service: TestEngine;
beforeEach(async () => {
  service = await startTestEngine();
});
afterEach(() => service.stop());

describe('provider results', () => {
  const begin = async (more: object = {}): Promise<void> => {
    await service.publish({ steps: [send('Oi', more), wait(100_0), send('Fim')] as never });
    await service.happen({ type: 'pix.generated', data: eventData });
    await service.settle();
  };

  test('later: it is retried after a growing pause, at most five times', async () => {
    service.script.deliver = () => ({ outcome: 'later', reason: 'RATE_LIMITED' });
    await begin();
    const at: number[] = [service.now()];
    for (let second = 0; second < 3600 && service.delivered.length < 6; second += 5) {
      const before = service.delivered.length;
      service.pass(5_000);
      // Other failures close the connection meanwhile; this test is only about the message.
      await service.db.query(`update connections set circuit_open_until = '-infinity', failures = 0`);
      await service.settle();
      if (service.delivered.length > before) at.push(service.now());
    }
    expect(service.delivered).toHaveLength(5);
    const gaps = at.slice(1).map((instant, index) => instant - at[index]!);
    expect([...gaps].sort((one, other) => one - other)).toEqual(gaps);
    expect(await readMessages(service)).toMatchObject([{ state: 'failed', reason: 'RATE_LIMITED', attempts: 5 }]);
    expect(new Set(service.delivered.map(({ key }) => key)).size).toBe(1);
  });

  test('refused: the send fails and the flow continues', async () => {
    service.script.deliver = () => ({ outcome: 'refused', reason: 'CANNOT_RECEIVE' });
    await begin();
    expect(await readMessages(service)).toMatchObject([{ state: 'failed', reason: 'CANNOT_RECEIVE' }]);
    expect(await readRuns(service)).toMatchObject([{ status: 'waiting' }]);
  });

  test('opted out: it is recorded, and the next message is not sent', async () => {
    service.script.deliver = () => ({ outcome: 'opted_out' });
    await begin();
    service.pass(1000 * minute);
    await service.settle();
    expect(service.delivered).toHaveLength(1);
  });

  test('broken: the circuit opens with the error; the message is sent once the connection works again', async () => {
    service.script.deliver = () => ({ outcome: 'broken', reason: 'WRONG_TOKEN' });
    await begin();
    const { rows } = await service.db.query<{ lastError: string }>(
      `select last_error as "lastError" from connections where last_error is not null`,
    );
    expect(rows).toEqual([{ lastError: 'WRONG_TOKEN' }]);
    service.script.deliver = () => ({ outcome: 'sent' });
    service.pass(14 * minute);
    await service.settle();
    expect(service.delivered).toHaveLength(1);
    service.pass(minute + 1);
    await service.settle();
    expect(service.delivered).toHaveLength(2);
    expect(await readMessages(service)).toMatchObject([{ state: 'sent' }]);
    expect((await service.db.query(`select 1 from connections where last_error is not null`)).rows).toEqual([]);
  });

  test('five consecutive failures open a circuit; other connections continue', async () => {
    service.script.deliver = ({ channel }) =>
      channel === 'whatsapp' ? { outcome: 'later', reason: 'DOWN' } : { outcome: 'sent' };
    await service.publish({
      steps: [send('Oi'), { type: 'action', name: 'send_sms', data: { message: 'Oi' } }] as never,
    });
    for (let count = 0; count < 6; count++) {
      await service.happen({ type: 'pix.generated', data: eventData });
      await service.settle();
    }
    const { rows } = await service.db.query<{ channel: string }>(
      `select channel from connections where circuit_open_until > to_timestamp($1 / 1000.0)`,
      [service.now()],
    );
    expect(rows).toEqual([{ channel: 'whatsapp' }]);
    expect(service.delivered.filter(({ channel }) => channel === 'whatsapp')).toHaveLength(5);
  });

  test('[RUN13] uncertain, and the provider deduplicates: it is sent again under the same key', async () => {
    let answers = 0;
    service.script.deliver = () => (answers++ === 0 ? { outcome: 'uncertain' } : { outcome: 'sent' });
    await begin();
    expect(await readMessages(service)).toMatchObject([{ state: 'sending' }]);
    service.pass(minute);
    await service.settle();
    expect(service.delivered.map(({ key }) => key)).toEqual([service.delivered[0]!.key, service.delivered[0]!.key]);
    expect(await readMessages(service)).toMatchObject([{ state: 'sent', attempts: 2 }]);
  });

  test('a provider that throws is uncertain', async () => {
    let answers = 0;
    service.script.deliver = () => {
      if (answers++ === 0) throw new Error('socket hang up');
      return { outcome: 'sent' };
    };
    await begin();
    service.pass(minute);
    await service.settle();
    expect(await readMessages(service)).toMatchObject([{ state: 'sent', attempts: 2 }]);
  });

  test('messages above a provider’s concurrency wait in the ledger until a permit is free', async () => {
    await service.stop();
    service = await startTestEngine({ concurrency: 3 });
    await service.publish({ steps: [send('Oi')] as never });
    await service.happen(...Array.from({ length: 10 }, () => ({ type: 'pix.generated' as const, data: eventData })));
    await service.poll();
    expect(
      (await readMessages(service)).filter(({ state, reason }) => state === 'queued' && reason === 'BUSY'),
    ).toHaveLength(7);
    for (let count = 0; count < 10; count++) {
      await service.settle();
      service.pass(250);
    }
    expect(service.delivered).toHaveLength(10);
    expect((await readMessages(service)).every(({ state }) => state === 'sent')).toBe(true);
    expect(service.engine.dispatcher.busy(1)).toEqual([]);
  });

  test('all engines share the pace of a connection', async () => {
    await connectionActivate(service.db, {
      connectionId: newId(),
      storeId: service.storeId,
      channel: 'whatsapp',
      provider: 'test',
      name: 'Devagar',
      perMinute: 60,
    });
    await service.publish({ steps: [send('Oi')] as never });
    await service.happen(...Array.from({ length: 20 }, () => ({ type: 'pix.generated' as const, data: eventData })));
    const engines = [service.engine, service.another()];
    const counts: number[] = [];
    for (let second = 0; second < 40 && service.delivered.length < 20; second++) {
      const before = service.delivered.length;
      for (;;) {
        const found = await Promise.all(engines.map((engine) => service.poll(engine)));
        if (found.every((count) => count === 0)) break;
      }
      counts.push(service.delivered.length - before);
      service.pass(1_000);
    }
    expect(service.delivered).toHaveLength(20);
    expect(Math.max(...counts)).toBe(1);
  });

  test('[RUN18] a message that waited is not sent if the condition before it is no longer true', async () => {
    service.script.deliver = () => ({ outcome: 'later', reason: 'DOWN' });
    const guarded = {
      type: 'condition',
      field: 'payment_status',
      operator: '!=',
      value: 'paid',
      if_true: [send('Pague')],
      if_false: [wait(1)],
    };
    await service.publish({ steps: [guarded] as never });
    const orderId = await addOrder(service);
    await service.happen({ type: 'pix.generated', data: eventData, orderId });
    await service.settle();
    await pay(service, orderId);
    service.script.deliver = () => ({ outcome: 'sent' });
    service.pass(10 * minute);
    await service.settle();
    expect(service.delivered).toHaveLength(1);
    expect(await readMessages(service)).toMatchObject([{ state: 'skipped', reason: 'CONDITION_CHANGED' }]);
    expect(await readRuns(service)).toMatchObject([{ status: 'completed' }]);
  });
});

describe('[RUN13] a worker that died during a delivery', () => {
  const vanish = async (): Promise<void> => {
    await service.publish({ steps: [send('Oi'), wait(1)] as never });
    await service.happen({ type: 'pix.generated', data: eventData });
    await service.poll();
    // The first engine received the response and died before storing it.
    expect(await readMessages(service)).toMatchObject([{ state: 'sending' }]);
  };

  test('its lease ends first; then the message is sent again if the provider deduplicates', async () => {
    await vanish();
    const other = service.another();
    service.pass(59_999);
    await service.poll(other);
    expect(service.delivered).toHaveLength(1);
    service.pass(1);
    while ((await service.poll(other)) > 0);
    expect(service.delivered.map(({ key }) => key)).toEqual([service.delivered[0]!.key, service.delivered[0]!.key]);
    expect(await readMessages(service)).toMatchObject([{ state: 'sent' }]);
  });

  test('a message without a stored outcome is decided again; one with an outcome is not', async () => {
    await service.publish({ steps: [send('Oi'), wait(1)] as never });
    await service.happen(...Array.from({ length: 3 }, () => ({ type: 'pix.generated' as const, data: eventData })));
    await startRuns(service.engine, { after: noStore }, 1000);
    await service.engine.dispatcher.idle();
    expect(await recordOutcomes(service.engine, 1)).toBe(1);
    expect((await readMessages(service)).map(({ state }) => state).toSorted()).toEqual(['sending', 'sending', 'sent']);
    expect((await service.db.query('select from message_leases')).rowCount).toBe(1);
    service.pass(60_000);
    const other = service.another();
    while ((await service.poll(other)) > 0);
    expect(
      service.delivered
        .map(({ key }) => key)
        .slice(3)
        .toSorted(),
    ).toEqual(
      (
        await service.db.query<{ key: string }>(
          `select run_id || ':' || message_key as key from messages where attempts = 2 order by 1`,
        )
      ).rows.map(({ key }) => key),
    );
    expect(service.delivered).toHaveLength(5);
    expect((await readMessages(service)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
    // Its own outcomes come too late and change nothing.
    while ((await service.poll(service.engine)) > 0);
    expect(service.delivered).toHaveLength(5);
    service.pass(60_000);
    await service.settle();
    expect((await readRuns(service)).map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
  });

  test('a message whose process ended twice is not sent a third time, and shows why', async () => {
    await vanish();
    const second = service.another();
    service.pass(60_000);
    await releaseMessages(second, 10);
    await second.dispatcher.idle();
    expect(service.delivered).toHaveLength(2);
    expect(await readMessages(service)).toMatchObject([{ state: 'sending', reason: 'INTERRUPTED', attempts: 2 }]);
    const third = service.another();
    service.pass(60_000);
    while ((await service.poll(third)) > 0);
    expect(service.delivered).toHaveLength(2);
    expect(await readMessages(service)).toMatchObject([{ state: 'unknown', reason: 'INTERRUPTED' }]);
    service.pass(60_000);
    while ((await service.poll(third)) > 0);
    expect((await readRuns(service)).map(({ status }) => status)).toEqual(['completed']);
  });

  test('while the pace of its connection makes it wait, the message may still have been sent', async () => {
    await vanish();
    await service.db.query(
      `update connections set per_minute = 1, next_slot_at = to_timestamp($1 / 1000.0) where channel = 'whatsapp'`,
      [service.now() + 10 * minute],
    );
    const other = service.another();
    service.pass(minute);
    while ((await service.poll(other)) > 0);
    expect(await readMessages(service)).toMatchObject([{ state: 'sending', attempts: 1 }]);
    service.pass(10 * minute);
    while ((await service.poll(other)) > 0);
    expect(service.delivered.map(({ key }) => key)).toEqual([service.delivered[0]!.key, service.delivered[0]!.key]);
    expect(await readMessages(service)).toMatchObject([{ state: 'sent', attempts: 2 }]);
  });

  test('without deduplication the message is unknown and never sent again; the flow continues', async () => {
    await service.stop();
    service = await startTestEngine({ deduplicates: false });
    await vanish();
    const other = service.another();
    service.pass(60_000);
    while ((await service.poll(other)) > 0);
    expect(service.delivered).toHaveLength(1);
    expect(await readMessages(service)).toMatchObject([{ state: 'unknown' }]);
    expect(await readRuns(service)).toMatchObject([{ status: 'waiting' }]);
    expect((await service.db.query<{ timeline: string }>('select timeline from runs')).rows[0]!.timeline).toContain(
      ',4]',
    );
  });

  test('a late outcome is recorded, and the run, which has continued, is not changed', async () => {
    await service.stop();
    service = await startTestEngine({ deduplicates: false });
    await vanish();
    service.pass(60_000);
    const other = service.another();
    while ((await service.poll(other)) > 0);
    const [before] = (await service.db.query('select timeline, state, wake_at from runs')).rows;
    await service.poll(service.engine);
    expect(await readMessages(service)).toMatchObject([{ state: 'sent' }]);
    expect((await service.db.query('select timeline, state, wake_at from runs')).rows).toEqual([before]);
    expect(service.delivered).toHaveLength(1);
  });

  test('an outcome after its lease changes nothing', async () => {
    await vanish();
    const other = service.another();
    service.pass(60_000);
    service.script.deliver = () => ({ outcome: 'refused', reason: 'LATER' });
    while ((await service.poll(other)) > 0);
    expect(await readMessages(service)).toMatchObject([{ state: 'failed', reason: 'LATER' }]);
    await service.poll(service.engine); // writes its own outdated outcome: sent
    expect(await readMessages(service)).toMatchObject([{ state: 'failed', reason: 'LATER' }]);
  });
});
