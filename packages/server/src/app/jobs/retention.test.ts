import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../base/config/config.ts';
import { copilotMessageInsert } from '../../automations/copilot/queries/copilot-messages.ts';
import { eventDataForget } from '../../base/retention/retention.ts';
import { newId } from '../../base/ids.ts';
import { minute } from '../../testing/engine-reading.ts';
import { ana, startTestEngine, type TestEngine } from '../../testing/test-engine.ts';
import { forgetOld } from './retention.ts';
import { runSweep } from './sweep.ts';

const day = 24 * 60 * minute;
const send = (text: string) => ({ type: 'action', name: 'send_whatsapp', data: { type: 'text', message: text } });
const wait = (minutes: number) => ({ type: 'delay', minutes });
const event = { type: 'pix.generated' as const, data: { customer: ana } };

let service: TestEngine;
let made: number;
beforeEach(async () => {
  service = await startTestEngine();
  // Ids use the machine's clock, so the engine's clock follows it here.
  made = Date.now();
  service.pass(made - service.now());
});
afterEach(() => service.stop());

const signal = new AbortController().signal;
/** Runs retention as if `days` had passed since the data was created. */
const retention = readConfig({}).retention;
const forgetAfter = (days: number) => forgetOld(service.db, retention, made + days * day + 10 * minute, signal);
const rows = async (text: string) => (await service.db.query<Record<string, unknown>>(text)).rows;
const count = async (table: string) => (await rows(`select count(*) as count from ${table}`))[0]!['count'] as number;

describe('retention', () => {
  test('the data of an event is blanked after its days, once none of its runs is live', async () => {
    await service.publish({ steps: [send('Oi'), wait(10_080)] as never });
    await service.publish({ steps: [send('Oi de novo')] as never });
    const [over, live] = await service.happen(event, { ...event, data: { customer: ana, waits: true } });
    await service.settle();
    const [queued] = await service.happen({ ...event, data: { queued: true } });
    await service.db.query(
      `update runs set finished_at = now(), status = 'ended', wake_at = null
       where wake_at is not null and event_id = $1`,
      [over],
    );
    const data = async () => {
      const { rows } = await service.db.query<{ data: string }>(
        'select data::text from events order by array_position($1::uuid[], event_id)',
        [[over, live, queued]],
      );
      return rows.map(({ data }) => data);
    };
    await forgetAfter(retention.events - 1);
    expect((await data()).filter((isReported) => isReported === '{}')).toEqual([]);
    await forgetAfter(retention.events);
    // The second has a live run, the third is not dispatched yet.
    expect(await data()).toEqual(['{}', JSON.stringify({ customer: ana, waits: true }), '{"queued":true}']);
    for (const days of [8, 8]) {
      service.pass(days * day);
      await service.settle();
    }
    await forgetAfter(retention.events + 2);
    expect(await data()).toEqual(['{}', '{}', '{}']);
  });

  test('the content of a message is blanked long enough after it was settled; one in delivery is not changed', async () => {
    service.script.deliver = ({ to }) =>
      to === ana.phone ? { outcome: 'sent' } : { outcome: 'later', reason: 'BUSY', retryAfterMs: 1000 };
    await service.publish({ steps: [send('Oi')] as never });
    await service.happen(event, { ...event, data: { customer: { ...ana, phone: '+5511912345678' } } });
    await service.poll();
    await service.poll();
    const bodies = () => rows('select state, content is null as blank, recipient from messages order by state desc');
    const pending = { state: 'queued', blank: false, recipient: '+5511912345678' };
    await forgetAfter(retention.messages - 1);
    expect(await bodies()).toEqual([{ state: 'sent', blank: false, recipient: ana.phone }, pending]);
    await forgetAfter(retention.messages);
    expect(await bodies()).toEqual([{ state: 'sent', blank: true, recipient: null }, pending]);
  });

  test('a run that ended long enough ago is deleted with all its data; a live one of the same age stays complete', async () => {
    await service.publish({ steps: [send('Oi'), wait(10_080), send('Ainda aí?')] as never });
    await service.happen(event, event);
    await service.settle();
    const [deleted, live] = (await rows('select run_id from runs order by run_id')).map(
      ({ run_id }) => run_id as string,
    );
    const operation = newId();
    await service.db.query(
      `insert into run_operations (operation_id, store_id, kind, run_ids, requested_by, finished_at)
       values ($1, $2, 'skip', $3, 'ana', now() + interval '2 days')`,
      [operation, service.storeId, [deleted, live]],
    );
    for (const runId of [deleted, live]) {
      await service.db.query(`insert into run_operation_results values ($1, $2, now(), 'applied')`, [runId, operation]);
    }
    await service.db.query('update run_timers set run_ids = array_remove(run_ids, $1)', [deleted]);
    await service.db.query(
      `update runs set finished_at = to_timestamp($2 / 1000.0), status = 'ended', wake_at = null where run_id = $1`,
      [deleted, service.now()],
    );
    await forgetAfter(retention.runs - 1);
    expect(await count('runs')).toBe(2);
    await forgetAfter(retention.runs);
    for (const table of ['runs', 'messages', 'run_operation_results']) {
      expect([table, await rows(`select run_id from ${table}`)]).toEqual([table, [{ run_id: live }]]);
    }
    service.pass(8 * day);
    service.script.deliver = () => ({ outcome: 'sent' });
    await service.settle();
    expect(await rows('select status from runs')).toEqual([{ status: 'completed' }]);
  });

  test('[COM8] the shopper of a checkout without an order is deleted; one who ordered is retained', async () => {
    const request = {
      cart: { items: [{ title: 'Camiseta', quantity: 1, unitPrice: 4990, image: 'https://l.example/c.png' }] },
      customer: ana,
      metadata: { seller: 'Ana' },
    };
    const [lead, buyer, empty] = [newId(), newId(), newId()].sort() as [string, string, string];
    for (const [checkoutId, body] of [
      [lead, request],
      [buyer, request],
      [empty, { cart: request.cart, metadata: {} }],
    ] as const) {
      await service.db.query(
        `insert into checkouts (checkout_id, store_id, cart_token, subtotal_cents, discount_cents, total_cents, signed, request)
         values ($1, $2, 'cart', 4990, 0, 4990, false, $3)`,
        [checkoutId, service.storeId, JSON.stringify(body)],
      );
    }
    await service.db.query(
      `insert into shoppers (checkout_id, store_id, customer, address, browser, active_at)
       select checkout_id, store_id, $1, '{"street":"Sé"}', '{"ip":"203.0.113.1"}', now() from checkouts`,
      [ana],
    );
    await service.db.query(
      `insert into shopper_consents select checkout_id, store_id, 'marketing', true, '1 en', 'checkout', now() from checkouts`,
    );
    await service.db.query(
      `insert into orders (order_id, store_id, checkout_id, status, status_at) values ($1, $2, $3, 'failed', now())`,
      [newId(), service.storeId, buyer],
    );
    const known = () =>
      rows(`select c.checkout_id, request::jsonb ? 'customer' as "isReported", s.customer is not null as typed, s.address is not null
         or s.browser is not null as seen from checkouts c join shoppers s using (checkout_id) order by c.checkout_id`);
    const before = await known();
    await forgetAfter(retention.leads - 1);
    expect(await known()).toEqual(before);
    await forgetAfter(retention.leads);
    expect(await known()).toEqual([
      { checkout_id: lead, isReported: false, typed: false, seen: false },
      { checkout_id: buyer, isReported: true, typed: true, seen: true },
      { checkout_id: empty, isReported: false, typed: false, seen: false },
    ]);
    expect(await rows('select checkout_id from shopper_consents')).toEqual([{ checkout_id: buyer }]);
    const [{ request: left }] = (await rows('select request::json from checkouts order by checkout_id')) as [
      Record<string, unknown>,
    ];
    expect(left).toEqual({ cart: request.cart });
  });

  test('[COM8] the retention days are settings', async () => {
    await service.happen(event);
    await service.db.query('delete from event_queue');
    const days = readConfig({ RETENTION_EVENT_DAYS: '2' }).retention;
    expect(await forgetOld(service.db, days, made + day, signal)).toBe(0);
    service.pass(day);
    expect(await forgetOld(service.db, days, made + 2 * day + minute, signal)).toBe(1);
    expect(() => readConfig({ RETENTION_EVENT_DAYS: '0' })).toThrow('RETENTION_EVENT_DAYS');
  });

  test('inbound messages, the sandbox and operations are deleted after their days, and more recent ones are retained', async () => {
    const at = (days: number) => new Date(made - days * day).toISOString();
    const insert = async (old: number, young: number, text: (at: string) => string) => {
      await service.db.query(text(at(old)));
      await service.db.query(text(at(young)));
    };
    const { storeId, db } = service;
    await insert(
      91,
      89,
      (at) => `insert into inbound_messages values ('${newId()}', 'x', '${storeId}', 'reply', null, null, '${at}')`,
    );
    await insert(
      31,
      29,
      (at) => `insert into sandbox_messages values ('${storeId}', '${newId()}', 'sms', '1', '{}', '${at}')`,
    );
    await insert(
      366,
      364,
      (at) =>
        `insert into run_operations (operation_id, store_id, kind, run_ids, requested_by, requested_at, finished_at)
         values ('${newId()}', '${storeId}', 'skip', '{}', 'ana', '${at}', '${at}')`,
    );
    await db.query(
      `insert into run_operation_results select gen_random_uuid(), operation_id, now(), 'applied' from run_operations`,
    );
    expect(await forgetOld(db, retention, made, signal)).toBe(4);
    for (const table of ['inbound_messages', 'sandbox_messages', 'run_operations', 'run_operation_results']) {
      expect([table, await count(table)]).toEqual([table, 1]);
    }
  });

  test('[WHK11] messages of webhooks are deleted after 30 days with their attempts, deleted endpoints after their messages', async () => {
    const [kept, deleted] = [newId(), newId()];
    await service.db.query(
      `insert into webhook_endpoints (endpoint_id, store_id, url, secret, state, state_at)
       select id, $1, 'https://erp.example', '', state, now() from (values ($2::uuid, 'enabled'), ($3, 'deleted')) as e (id, state)`,
      [service.storeId, kept, deleted],
    );
    await service.db.query(
      `insert into webhook_messages (endpoint_id, message_id, store_id, type, subject, body, state, next_attempt_at)
       select endpoint_id, gen_random_uuid(), store_id, 'ping', endpoint_id, '{}', 'pending', now() from webhook_endpoints`,
    );
    await service.db.query(
      `insert into webhook_attempts (endpoint_id, message_id, at, duration_ms) select endpoint_id, message_id, now(), 1 from webhook_messages`,
    );
    await forgetAfter(29);
    expect([await count('webhook_messages'), await count('webhook_endpoints')]).toEqual([2, 2]);
    await forgetAfter(30);
    expect([await count('webhook_messages'), await count('webhook_attempts')]).toEqual([0, 0]);
    expect(await rows('select endpoint_id as id from webhook_endpoints')).toEqual([{ id: kept }]);
  });

  test('[CON1] [CON8] [CON11] deliveries of platforms and consents are deleted after 7 days, ordered carts after 35', async () => {
    const id = newId();
    await service.db.query(
      `insert into platform_connections (connection_id, store_id, platform, shop, name, state_at, secrets, connected_at)
       values ($1, $2, 'woocommerce', 'https://loja.example', 'Loja', now(), '', now())`,
      [id, service.storeId],
    );
    await service.db.query(
      `insert into platform_deliveries (delivery_id, connection_id, store_id, key, named, topic, body, received_at, next_attempt_at)
       values ($1, $1, $2, 'id', true, '', '', now(), now())`,
      [id, service.storeId],
    );
    await service.db.query(
      `insert into platform_consents (consent_id, store_id, user_id, platform, method, state_hash, expires_at)
       values ($1, $2, $1, 'woocommerce', 0, '', now())`,
      [id, service.storeId],
    );
    await service.db.query(`insert into ordered_carts (connection_id, token, ordered_at) values ($1, 'x', now())`, [
      id,
    ]);
    await forgetAfter(6);
    expect([await count('platform_deliveries'), await count('platform_consents')]).toEqual([1, 1]);
    await forgetAfter(7);
    expect([await count('platform_deliveries'), await count('platform_consents')]).toEqual([0, 0]);
    expect(await count('ordered_carts')).toBe(1);
    await forgetAfter(35);
    expect(await count('ordered_carts')).toBe(0);
  });

  test('a sweep continues where another worker stopped, visits each id once in a pass, and pauses for a day', async () => {
    await service.happen(...Array.from({ length: 25 }, () => event));
    await service.db.query('delete from event_queue');
    const later = made + 31 * day;
    const visited: (string | null)[] = [];
    const stop = new AbortController();
    const sweep = (signal: AbortSignal, after: number) =>
      runSweep(
        service.db,
        {
          name: 'event data',
          days: 30,
          batchSize: 4,
          async visit(db, range) {
            const batch = await eventDataForget(db, range);
            visited.push(batch.cursor);
            if (visited.length === 2) stop.abort();
            return batch;
          },
        },
        after,
        signal,
      );
    expect(await sweep(stop.signal, later)).toBe(8);
    const several = await Promise.all([1, 2, 3].map(() => sweep(signal, later)));
    expect(several.reduce((sum, one) => sum + one)).toBe(17);
    expect(visited.filter((cursor) => cursor !== null)).toHaveLength(7);
    expect(new Set(visited).size).toBe(8);
    expect(await sweep(signal, later)).toBe(0);
    expect(visited).toHaveLength(8);
    await service.db.query(`update events set data = '{"back":true}'`);
    expect(await sweep(signal, later + day)).toBe(25);
  });

  test('copilot messages are deleted after half a year', async () => {
    const automationId = await service.publish({ steps: [send('Oi')] as never });
    const place = { storeId: service.storeId, automationId };
    const message = { kind: 'answer', body: 'Pronto.', userId: null, proposal: null, costMicros: null } as const;
    const used = { inputTokens: 1, outputTokens: 1 };
    await copilotMessageInsert(service.db, place, { ...message, ...used, messageId: newId(), at: new Date(made) });
    await forgetAfter(179);
    expect(await count('copilot_messages')).toBe(1);
    await forgetAfter(181);
    expect(await count('copilot_messages')).toBe(0);
  });

  test('rows that were too recent for the regular sweep are visited every thirtieth day', async () => {
    await service.happen(event);
    await service.db.query('delete from event_queue');
    const thirtieth = Math.ceil((made + 150 * day) / (30 * day)) * 30 * day;
    expect(await forgetOld(service.db, retention, thirtieth - day, signal)).toBe(0);
    expect(await forgetOld(service.db, retention, thirtieth, signal)).toBe(1);
  });
});
