import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connectionActivate } from '../db/queries/connections.ts';
import { optOutInsert } from '../db/queries/opt-outs.ts';
import { newId } from '../ids.ts';
import { ana, startTestEngine, type TestEngine } from '../testing/test-engine.ts';
import { personOf } from './recipient.ts';

const minute = 60_000;
const send = (text: string, more: object = {}) => ({
  type: 'action' as const,
  name: 'send_whatsapp' as const,
  data: { type: 'text', message: text },
  ...more,
});
const wait = (minutes: number) => ({ type: 'delay' as const, minutes });
const told = { customer: ana };

let service: TestEngine;
beforeEach(async () => {
  service = await startTestEngine();
});
afterEach(() => service.stop());

type Run = { status: string; reason: string | null; held: boolean; wake_at: Date | null };
type Message = { message: string; state: string; reason: string | null; recipient: string | null; attempts: number };

const runs = async (): Promise<Run[]> =>
  (await service.db.query<Run>('select status, reason, held, wake_at from runs order by started_at, run_id')).rows;
const messages = async (): Promise<Message[]> =>
  (
    await service.db.query<Message>(
      'select message, state, reason, recipient, attempts from messages order by reserved_at, run_id, message',
    )
  ).rows;
const texts = (): string[] => service.delivered.map(({ content }) => (content as { message: string }).message);
const addOrder = async (more: Record<string, unknown> = {}): Promise<string> => {
  const orderId = newId();
  const row = {
    order_id: orderId,
    store_id: service.storeId,
    status: 'pending',
    status_at: new Date(0),
    customer: ana,
    ...more,
  };
  const names = Object.keys(row);
  await service.db.query(
    `insert into orders (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
  return orderId;
};
const pay = (orderId: string) =>
  service.db.query(`update orders set status = 'paid', paid_at = now() where order_id = $1`, [orderId]);

describe('a run on PostgreSQL', () => {
  test('[C13] goes from its event over messages and waits to its end', async () => {
    await service.publish({ steps: [send('Oi {{customer.first_name}}'), wait(30), send('Ainda aí?')] as never });
    await service.happen({ type: 'pix.generated', data: told });
    await service.settle();
    expect(texts()).toEqual(['Oi Ana']);
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

  test('[C13] an event that is queued again starts nothing again', async () => {
    await service.publish({ steps: [send('Oi')] as never });
    const [eventId] = await service.happen({ type: 'pix.generated', data: told });
    await service.settle();
    await service.db.query('insert into event_queue (store_id, event_id) values ($1, $2)', [service.storeId, eventId]);
    await service.settle();
    expect(await runs()).toHaveLength(1);
    expect(service.delivered).toHaveLength(1);
    expect((await service.db.query('select * from event_queue')).rows).toEqual([]);
  });

  test('[C13] many engines that turn at once start each event once and send each message once', async () => {
    await service.publish({ steps: [send('Oi'), wait(1), send('De novo')] as never });
    await service.happen(...Array.from({ length: 300 }, () => ({ type: 'pix.generated' as const, data: told })));
    const engines = [service.engine, service.another(), service.another(), service.another()];
    const together = async (): Promise<number> =>
      (await Promise.all(engines.map((engine) => service.turn(engine)))).reduce((sum, found) => sum + found, 0);
    while ((await together()) > 0);
    service.pass(minute);
    while ((await together()) > 0);
    expect(new Set(service.delivered.map(({ key }) => key)).size).toBe(600);
    expect(service.delivered).toHaveLength(600);
    expect((await runs()).filter(({ status }) => status === 'completed')).toHaveLength(300);
  });

  test('[C12] runs of a definition that the engine cannot read fail alone, and say so', async () => {
    await service.publish({ steps: [send('Oi')] as never });
    const broken = await service.publish({ steps: [send('Quebrado')] as never });
    await service.db.query('alter table automation_versions disable trigger user');
    await service.db.query(`update automation_versions set definition = '{' where automation_id = $1`, [broken]);
    await service.happen({ type: 'pix.generated', data: told });
    await service.settle();
    expect((await runs()).map(({ status, reason }) => `${status} ${reason}`).sort()).toEqual([
      'completed null',
      'failed DEFECT',
    ]);
    expect(texts()).toEqual(['Oi']);
  });

  test('a run keeps the version it began with', async () => {
    const automationId = await service.publish({ steps: [wait(10), send('Velho')] as never });
    await service.happen({ type: 'pix.generated', data: told });
    await service.settle();
    await service.db.query(
      `insert into automation_versions (automation_id, version, store_id, definition, trigger_event)
       select automation_id, 2, store_id, replace(definition, 'Velho', 'Novo'), trigger_event from automation_versions`,
    );
    await service.db.query('update automations set published_version = 2 where automation_id = $1', [automationId]);
    await service.happen({ type: 'pix.generated', data: told });
    service.pass(10 * minute);
    await service.settle();
    service.pass(10 * minute);
    await service.settle();
    expect(texts().sort()).toEqual(['Novo', 'Velho']);
  });

  test('[C15] a timeline that grows long leaves its row, and nothing of it is lost', async () => {
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
    await service.happen({ type: 'pix.generated', data: told, orderId: await addOrder() });
    for (let step = 0; step <= 200; step++) {
      await service.settle();
      service.pass(minute);
    }
    expect(await runs()).toMatchObject([{ status: 'completed' }]);
    const { rows } = await service.db.query<{ whole: string; rest: number; chapters: number }>(
      `select (select string_agg(entries, '' order by chapter) from run_chapters) || timeline as whole,
         octet_length(timeline) as rest, (select count(*)::int from run_chapters) as chapters from runs`,
    );
    expect(rows[0]!.chapters).toBeGreaterThan(1);
    expect(rows[0]!.rest).toBeLessThan(6000);
    const entries = JSON.parse(`[${rows[0]!.whole.slice(0, -1)}]`) as unknown[];
    // 100 iterations, 200 delays, 100 conditions, and the loop's end
    expect(entries).toHaveLength(401);
  });
});

describe('what forbids a message', () => {
  test('[C18] stopOn ends a run as soon as the event is there, in the middle of a wait', async () => {
    await service.publish({ settings: { stopOn: 'payment.confirmed' }, steps: [wait(30), send('Pague')] as never });
    const orderId = await addOrder();
    await service.happen({ type: 'pix.generated', data: told, orderId });
    await service.settle();
    await service.happen({ type: 'payment.confirmed', data: {}, orderId });
    await service.settle();
    expect(await runs()).toMatchObject([{ status: 'ended', reason: 'payment.confirmed', wake_at: null }]);
    service.pass(30 * minute);
    await service.settle();
    expect(service.delivered).toEqual([]);
  });

  test('[C18] an event that is stored but that no worker has looked at yet forbids the message too', async () => {
    await service.publish({ settings: { stopOn: 'payment.confirmed' }, steps: [wait(30), send('Pague')] as never });
    const orderId = await addOrder();
    await service.happen({ type: 'pix.generated', data: told, orderId });
    await service.settle();
    await service.happen({ type: 'payment.confirmed', data: {}, orderId });
    await service.db.query('delete from event_queue');
    service.pass(30 * minute);
    await service.settle();
    expect(service.delivered).toEqual([]);
    expect(await runs()).toMatchObject([{ status: 'ended', reason: 'payment.confirmed' }]);
  });

  test('[C18] an event of the same order that came before the run does not end it', async () => {
    await service.publish({ settings: { stopOn: 'payment.failed' }, steps: [wait(30), send('Pague')] as never });
    const orderId = await addOrder();
    await service.happen({ type: 'payment.failed', data: {}, orderId });
    await service.happen({ type: 'pix.generated', data: told, orderId });
    service.pass(30 * minute);
    await service.settle();
    service.pass(30 * minute);
    await service.settle();
    expect(texts()).toEqual(['Pague']);
  });

  test('[B5] a condition sees the order as it is when it runs', async () => {
    const guarded = {
      type: 'condition',
      field: 'payment_status',
      operator: '!=',
      value: 'paid',
      if_true: [send('Pague')],
      if_false: [send('Obrigada')],
    };
    await service.publish({ steps: [wait(30), guarded] as never });
    const [paid, pending] = [await addOrder(), await addOrder()];
    await service.happen(
      { type: 'pix.generated', data: told, orderId: paid },
      { type: 'pix.generated', data: told, orderId: pending },
    );
    await service.settle();
    await pay(paid);
    service.pass(30 * minute);
    await service.settle();
    expect(texts().sort()).toEqual(['Obrigada', 'Pague']);
  });

  test('a recovery is not begun for an order that is paid when its event is looked at', async () => {
    await service.publish({ steps: [send('Pague')] as never });
    const orderId = await addOrder();
    await service.happen({ type: 'pix.generated', data: told, orderId });
    await pay(orderId);
    await service.settle();
    expect(await runs()).toEqual([]);
  });

  test('an opt-out forbids the channel, whatever the number looks like, and no other channel', async () => {
    const person = personOf(service.engine, service.storeId, 'whatsapp', '11 8765-4321')!;
    await optOutInsert(service.db, { storeId: service.storeId, channel: 'whatsapp', person }, 'test');
    const email = {
      type: 'action',
      name: 'send_email',
      data: { remetente_nome: 'Loja', remetente_email: 'oi@loja.example', subject: 'Olá!', html: '<p>Oi</p>' },
    };
    await service.publish({ steps: [send('Oi'), email] as never });
    await service.happen({ type: 'pix.generated', data: told });
    await service.settle();
    expect(service.delivered.map(({ channel }) => channel)).toEqual(['email']);
    const [run] = (await service.db.query<{ timeline: string }>('select timeline from runs')).rows;
    expect(run!.timeline).toContain('OPTED_OUT');
  });

  test('[C5] no connection, no recipient: the send fails with its reason and the flow goes on', async () => {
    await service.db.query(`update connections set active = false where channel = 'sms'`);
    const sms = { type: 'action', name: 'send_sms', data: { message: 'Oi' } };
    await service.publish({ steps: [sms, send('Oi'), wait(1)] as never });
    await service.happen({ type: 'pix.generated', data: { customer: { email: ana.email } } });
    await service.settle();
    const [run] = (await service.db.query<{ timeline: string; status: string }>('select timeline, status from runs'))
      .rows;
    expect(run!.timeline).toContain('NO_RECIPIENT');
    expect(run!.timeline.indexOf('NO_CONNECTION')).toBeGreaterThan(-1);
    expect(run!.status).toBe('waiting');
    expect(await messages()).toEqual([]);
  });

  test('[C17] a send more than a day late is not made', async () => {
    await service.publish({ steps: [wait(30), send('Tarde'), wait(1), send('Depois')] as never });
    await service.happen({ type: 'pix.generated', data: told });
    await service.settle();
    service.pass(30 * minute + 24 * 60 * minute + 1);
    await service.settle();
    service.pass(minute);
    await service.settle();
    expect(texts()).toEqual(['Depois']);
  });

  test('[C17] an event that is old when it comes sends nothing at once', async () => {
    await service.publish({ steps: [send('Tarde')] as never });
    await service.happen({ type: 'pix.generated', data: told, occurredAt: service.now() - 25 * 60 * minute });
    await service.settle();
    expect(service.delivered).toEqual([]);
  });
});

describe('what providers answer', () => {
  const begin = async (more: object = {}): Promise<void> => {
    await service.publish({ steps: [send('Oi', more), wait(100_0), send('Fim')] as never });
    await service.happen({ type: 'pix.generated', data: told });
    await service.settle();
  };

  test('later: it is given again after a growing pause, and five times at most', async () => {
    service.script.deliver = () => ({ outcome: 'later', reason: 'RATE_LIMITED' });
    await begin();
    const at: number[] = [service.now()];
    for (let second = 0; second < 3600 && service.delivered.length < 6; second += 5) {
      const before = service.delivered.length;
      service.pass(5_000);
      // other failures close the connection meanwhile; what is looked at here is the message
      await service.db.query(`update connections set closed_until = '-infinity', failures = 0`);
      await service.settle();
      if (service.delivered.length > before) at.push(service.now());
    }
    expect(service.delivered).toHaveLength(5);
    const gaps = at.slice(1).map((instant, index) => instant - at[index]!);
    expect([...gaps].sort((one, other) => one - other)).toEqual(gaps);
    expect(await messages()).toMatchObject([{ state: 'failed', reason: 'RATE_LIMITED', attempts: 5 }]);
    expect(new Set(service.delivered.map(({ key }) => key)).size).toBe(1);
  });

  test('refused: the send fails and the flow goes on', async () => {
    service.script.deliver = () => ({ outcome: 'refused', reason: 'CANNOT_RECEIVE' });
    await begin();
    expect(await messages()).toMatchObject([{ state: 'failed', reason: 'CANNOT_RECEIVE' }]);
    expect(await runs()).toMatchObject([{ status: 'waiting' }]);
  });

  test('opted out: it is recorded, and the next message is not even tried', async () => {
    service.script.deliver = () => ({ outcome: 'opted_out' });
    await begin();
    service.pass(1000 * minute);
    await service.settle();
    expect(service.delivered).toHaveLength(1);
  });

  test('broken: the connection is closed and says why; the message goes when it is mended', async () => {
    service.script.deliver = () => ({ outcome: 'broken', reason: 'WRONG_TOKEN' });
    await begin();
    const { rows } = await service.db.query<{ trouble: string }>(
      `select trouble from connections where trouble is not null`,
    );
    expect(rows).toEqual([{ trouble: 'WRONG_TOKEN' }]);
    service.script.deliver = () => ({ outcome: 'sent' });
    service.pass(14 * minute);
    await service.settle();
    expect(service.delivered).toHaveLength(1);
    service.pass(minute + 1);
    await service.settle();
    expect(service.delivered).toHaveLength(2);
    expect(await messages()).toMatchObject([{ state: 'sent' }]);
    expect((await service.db.query(`select 1 from connections where trouble is not null`)).rows).toEqual([]);
  });

  test('five failures in a row close a connection; other connections go on', async () => {
    service.script.deliver = ({ channel }) =>
      channel === 'whatsapp' ? { outcome: 'later', reason: 'DOWN' } : { outcome: 'sent' };
    await service.publish({
      steps: [send('Oi'), { type: 'action', name: 'send_sms', data: { message: 'Oi' } }] as never,
    });
    for (let count = 0; count < 6; count++) {
      await service.happen({ type: 'pix.generated', data: told });
      await service.settle();
    }
    const { rows } = await service.db.query<{ channel: string }>(
      `select channel from connections where closed_until > to_timestamp($1 / 1000.0)`,
      [service.now()],
    );
    expect(rows).toEqual([{ channel: 'whatsapp' }]);
    expect(service.delivered.filter(({ channel }) => channel === 'whatsapp')).toHaveLength(5);
  });

  test('[C13] uncertain, and the provider deduplicates: it is given again under the same key', async () => {
    let answers = 0;
    service.script.deliver = () => (answers++ === 0 ? { outcome: 'uncertain' } : { outcome: 'sent' });
    await begin();
    expect(await messages()).toMatchObject([{ state: 'sending' }]);
    service.pass(minute);
    await service.settle();
    expect(service.delivered.map(({ key }) => key)).toEqual([service.delivered[0]!.key, service.delivered[0]!.key]);
    expect(await messages()).toMatchObject([{ state: 'sent', attempts: 2 }]);
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
    expect(await messages()).toMatchObject([{ state: 'sent', attempts: 2 }]);
  });

  test('a provider takes so many at once; the others wait in the ledger and go when there is room', async () => {
    await service.stop();
    service = await startTestEngine({ concurrency: 3 });
    await service.publish({ steps: [send('Oi')] as never });
    await service.happen(...Array.from({ length: 10 }, () => ({ type: 'pix.generated' as const, data: told })));
    await service.turn();
    expect((await messages()).filter(({ state, reason }) => state === 'queued' && reason === 'BUSY')).toHaveLength(7);
    for (let count = 0; count < 10; count++) {
      await service.settle();
      service.pass(250);
    }
    expect(service.delivered).toHaveLength(10);
    expect((await messages()).every(({ state }) => state === 'sent')).toBe(true);
  });

  test('the pace of a connection holds for all engines together', async () => {
    await connectionActivate(service.db, {
      connectionId: newId(),
      storeId: service.storeId,
      channel: 'whatsapp',
      provider: 'test',
      name: 'Devagar',
      perMinute: 60,
    });
    await service.publish({ steps: [send('Oi')] as never });
    await service.happen(...Array.from({ length: 20 }, () => ({ type: 'pix.generated' as const, data: told })));
    const engines = [service.engine, service.another()];
    const counts: number[] = [];
    for (let second = 0; second < 40 && service.delivered.length < 20; second++) {
      const before = service.delivered.length;
      for (;;) {
        const found = await Promise.all(engines.map((engine) => service.turn(engine)));
        if (found.every((count) => count === 0)) break;
      }
      counts.push(service.delivered.length - before);
      service.pass(1_000);
    }
    expect(service.delivered).toHaveLength(20);
    expect(Math.max(...counts)).toBe(1);
  });

  test('[C18] a message that waited is not sent once the condition before it holds no more', async () => {
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
    const orderId = await addOrder();
    await service.happen({ type: 'pix.generated', data: told, orderId });
    await service.settle();
    await pay(orderId);
    service.script.deliver = () => ({ outcome: 'sent' });
    service.pass(10 * minute);
    await service.settle();
    expect(service.delivered).toHaveLength(1);
    expect(await messages()).toMatchObject([{ state: 'skipped', reason: 'CONDITION_CHANGED' }]);
    expect(await runs()).toMatchObject([{ status: 'completed' }]);
  });
});

describe('[C13] a worker that vanished with a message', () => {
  const vanish = async (): Promise<void> => {
    await service.publish({ steps: [send('Oi'), wait(1)] as never });
    await service.happen({ type: 'pix.generated', data: told });
    await service.turn();
    // The first engine got its answer and is gone before it wrote it down.
    expect(await messages()).toMatchObject([{ state: 'sending' }]);
  };

  test('is waited for until its lease ends; then a provider that deduplicates gets it again', async () => {
    await vanish();
    const other = service.another();
    service.pass(59_999);
    await service.turn(other);
    expect(service.delivered).toHaveLength(1);
    service.pass(1);
    while ((await service.turn(other)) > 0);
    expect(service.delivered.map(({ key }) => key)).toEqual([service.delivered[0]!.key, service.delivered[0]!.key]);
    expect(await messages()).toMatchObject([{ state: 'sent' }]);
  });

  test('with another provider it is unknown, said so, and never sent again; the flow goes on', async () => {
    await service.stop();
    service = await startTestEngine({ deduplicates: false });
    await vanish();
    const other = service.another();
    service.pass(60_000);
    while ((await service.turn(other)) > 0);
    expect(service.delivered).toHaveLength(1);
    expect(await messages()).toMatchObject([{ state: 'unknown' }]);
    expect(await runs()).toMatchObject([{ status: 'waiting' }]);
    expect((await service.db.query<{ timeline: string }>('select timeline from runs')).rows[0]!.timeline).toContain(
      ',4]',
    );
  });

  test('that comes back after all says what became of it, and the run, which went on, is left alone', async () => {
    await service.stop();
    service = await startTestEngine({ deduplicates: false });
    await vanish();
    service.pass(60_000);
    const other = service.another();
    while ((await service.turn(other)) > 0);
    const [before] = (await service.db.query('select timeline, state, wake_at from runs')).rows;
    await service.turn(service.engine);
    expect(await messages()).toMatchObject([{ state: 'sent' }]);
    expect((await service.db.query('select timeline, state, wake_at from runs')).rows).toEqual([before]);
    expect(service.delivered).toHaveLength(1);
  });

  test('that comes back after its lease changes nothing any more', async () => {
    await vanish();
    const other = service.another();
    service.pass(60_000);
    service.script.deliver = () => ({ outcome: 'refused', reason: 'LATER' });
    while ((await service.turn(other)) > 0);
    expect(await messages()).toMatchObject([{ state: 'failed', reason: 'LATER' }]);
    await service.turn(service.engine); // writes its own, old outcome: sent
    expect(await messages()).toMatchObject([{ state: 'failed', reason: 'LATER' }]);
  });
});

describe('one run that cannot be moved', () => {
  const bad = { customer: { phone: '+5511900000001' } };
  const begin = async (): Promise<void> => {
    await service.publish({ steps: [send('Oi'), wait(1), send('Fim')] as never });
    await service.happen(...[told, bad, told].map((data) => ({ type: 'pix.generated' as const, data })));
  };
  const standings = async (): Promise<string[]> =>
    (await runs()).map(({ status, reason }) => `${status} ${reason}`).sort();

  test('[C12] because the database refuses what it wants to write: it fails, and the others of its batch go on', async () => {
    await service.db.query(`alter table messages add check (recipient <> '${bad.customer.phone}')`);
    await begin();
    await service.settle();
    expect(await standings()).toEqual(['failed DEFECT', 'waiting null', 'waiting null']);
    expect((await service.db.query('select * from event_queue')).rows).toEqual([]);
    service.pass(minute);
    await service.settle();
    expect(await standings()).toEqual(['completed null', 'completed null', 'failed DEFECT']);
    expect(texts()).toEqual(['Oi', 'Oi', 'Fim', 'Fim']);
    expect(service.logged.join()).toContain('a run has a defect');
    expect(service.logged.join()).not.toContain(bad.customer.phone);
  });

  test('[C12] because its data cannot be read, in the middle of a wait', async () => {
    await begin();
    await service.settle();
    const { liveDataOf } = service.engine;
    Object.assign(service.engine, {
      liveDataOf(...given: Parameters<typeof liveDataOf>) {
        if (given[0].event.data.includes(bad.customer.phone)) throw new TypeError('a bug');
        return liveDataOf(...given);
      },
    });
    service.pass(minute);
    await service.settle();
    expect(await standings()).toEqual(['completed null', 'completed null', 'failed DEFECT']);
  });

  test('what a provider says fits whatever it is', async () => {
    service.script.deliver = () => ({ outcome: 'refused', reason: `\0${'é'.repeat(1000)}\ud800` });
    await begin();
    await service.settle();
    expect((await messages()).map(({ reason }) => reason)).toEqual(Array.from({ length: 3 }, () => 'é'.repeat(200)));
  });
});

describe('[C18] re-entry', () => {
  test.each([
    ['once_per_customer', { phone: '+5511987654321', email: 'outra@cliente.example' }, 1],
    ['once_per_customer', { phone: '+5511900000000', email: 'outra@cliente.example' }, 2],
    ['every', ana, 2],
  ] as const)('%s: a second event of %o makes %i runs', async (reentry, customer, expected) => {
    await service.publish({ settings: { reentry }, steps: [wait(1)] as never });
    await service.happen({ type: 'pix.generated', data: told });
    await service.settle();
    await service.happen({ type: 'pix.generated', data: { customer } });
    await service.settle();
    expect(await runs()).toHaveLength(expected);
  });

  test('counts for its days only, and for events that come together too', async () => {
    await service.publish({ settings: { reentry: 'once_per_customer', withinDays: 2 }, steps: [wait(1)] as never });
    const event = { type: 'pix.generated' as const, data: told };
    await service.happen(event, event, event);
    await service.settle();
    expect(await runs()).toHaveLength(1);
    service.pass(2 * 24 * 60 * minute + 1);
    await service.happen(event);
    await service.settle();
    expect(await runs()).toHaveLength(2);
  });

  test('once_per_order knows the order', async () => {
    await service.publish({ settings: { reentry: 'once_per_order' }, steps: [wait(1)] as never });
    const [one, other] = [await addOrder(), await addOrder()];
    for (const orderId of [one, one, other]) {
      await service.happen({ type: 'pix.generated', data: told, orderId });
      await service.settle();
    }
    expect(await runs()).toHaveLength(2);
  });

  test('two engines that take two events of one person at once start one run', async () => {
    await service.publish({ settings: { reentry: 'once_per_customer' }, steps: [wait(1)] as never });
    const engines = [service.engine, service.another(), service.another()];
    for (let round = 0; round < 10; round++) {
      const customer = { phone: `+55119${String(80_000_000 + round)}` };
      const event = { type: 'pix.generated' as const, data: { customer } };
      await service.happen(event, event, event);
      await Promise.all(engines.map((engine) => service.turn(engine)));
      await service.settle();
    }
    expect(await runs()).toHaveLength(10);
  });
});
