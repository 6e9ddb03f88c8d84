import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openPool } from '../../base/postgres/pool.ts';
import type { NewCheckout } from './queries/checkouts.ts';
import { newId } from '../../base/ids.ts';
import { ingestEvent } from '../orders/ingest-event.ts';
import { readCustomerRecords } from '../../privacy/read-customer.ts';
import { listRecentEvents, readRecentEvent } from '../../automations/run-data/recent-events.ts';
import { changeStore } from '../../stores/manage-stores.ts';
import { eventsOf, makeCheckout, maria, shopperAt } from '../../testing/checkouts.ts';
import { openCheckoutInserts } from './insert-checkouts.ts';
import { showCheckout } from './read-checkouts.ts';
import { smallCart, startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await listen(true);
});
afterAll(() => service.stop());

/** Creates an automation for leads of the store, active or not. */
async function listen(active: boolean): Promise<void> {
  const { db } = service.context;
  await db.query('delete from automations where store_id = $1', [service.storeId]);
  await db.query(
    `insert into automations (automation_id, store_id, draft, name, trigger_event, active, published_version)
     values ($1, $2, '{}', 'Leads', 'lead.created', $3, 1)`,
    [newId(), service.storeId, active],
  );
}

const newestOf = async (token: string): Promise<string | undefined> => {
  const { rows } = await service.context.db.query<{ checkoutId: string }>(
    `select checkout_id as "checkoutId" from checkouts where store_id = $1 and cart_token = $2 and has_request_token
     order by checkout_id desc limit 1`,
    [service.storeId, token],
  );
  return rows[0]?.checkoutId;
};
const withToken = (token: string) => ({ cart: { ...smallCart.cart, token } });

describe('a request with the shopper’s data', () => {
  test('[COM1] captures the lead, with its event and its abandonment clock, in one statement with the checkout', async () => {
    const before = service.context.clock();
    const checkoutId = await makeCheckout(service, { customer: { ...maria.customer, name: null } });
    const shopper = (await shopperAt(service, checkoutId))!;
    const { name: _, ...customer } = maria.customer;
    expect(shopper).toMatchObject({ customer: customer, abandonedAt: null, browser: null, address: null });
    expect(shopper.capturedAt).toBe(shopper.activeAt);
    expect(shopper.capturedAt).toBeGreaterThanOrEqual(before);
    expect(shopper.abandonAt).toBe(shopper.capturedAt! + 30 * 60_000);
    const cart = {
      subtotal: 9980,
      discount: 0,
      total: 9980,
    };
    expect(await eventsOf(service, checkoutId)).toEqual([
      {
        type: 'lead.created',
        data: { checkout_id: checkoutId, lead: customer, cart: { ...cart, token: expect.stringMatching(/^ext_/) } },
        occurredAt: new Date(shopper.capturedAt!),
        queued: true,
      },
    ]);
  });

  test.each([
    ['nobody', undefined],
    ['a name', { name: 'Maria', email: '', phone: null, document: '12345678909' }],
    ['nothing that reaches anyone', { email: 'n/a', phone: 'ligar' }],
    ['what no database holds', { email: 'a\u0000@b.example', phone: '\ud80011987654321' }],
    ['more than anybody is called', { email: `${'a'.repeat(600)}@b.example` }],
  ])('[COM1] captures no lead from %s', async (_, customer) => {
    const checkoutId = await makeCheckout(service, { customer });
    expect([await shopperAt(service, checkoutId), await eventsOf(service, checkoutId)]).toEqual([undefined, []]);
  });

  test('[COM1] cleans a pasted contact, in the lead, its keys and its event', async () => {
    const customer = { email: 'Maria@gmail.com\u200b', phone: '\u202a+55 11 98765\u20114321\u202c', name: 'Maria' };
    const checkoutId = await makeCheckout(service, { customer });
    const cleaned = { email: 'Maria@gmail.com', phone: '+5511987654321', name: 'Maria' };
    expect((await shopperAt(service, checkoutId))?.customer).toEqual(cleaned);
    const { rows } = await service.context.db.query<object>(
      'select email_key, phone_key from checkouts where checkout_id = $1',
      [checkoutId],
    );
    expect(rows).toEqual([{ email_key: 'maria@gmail.com', phone_key: '1187654321' }]);
    expect((await eventsOf(service, checkoutId)).map(({ data }) => data['lead'])).toEqual([cleaned]);
  });

  test('[COM1] captures once if repeated with its Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { ...smallCart, customer: maria.customer };
    const ids = [];
    for (const _ of [1, 2]) {
      const answer = (await (await service.post(body, headers)).json()) as { checkoutId: string };
      ids.push(answer.checkoutId);
    }
    expect(ids[1]).toBe(ids[0]);
    expect((await eventsOf(service, ids[0]!)).map(({ type, queued }) => [type, queued])).toEqual([
      ['lead.created', true],
    ]);
    expect((await shopperAt(service, ids[0]!))?.customer).toEqual(maria.customer);
  });

  test('[COM1] captures the right lead for each of many concurrent requests, with and without leads', async () => {
    const bodies = Array.from({ length: 60 }, (_, index) => ({
      ...(index % 3 === 0 ? withToken(`cart ${index}`) : {}),
      ...(index % 2 === 0 ? { customer: { email: `a${index}@cliente.example` } } : {}),
    }));
    const ids = await Promise.all(bodies.map((body) => makeCheckout(service, body)));
    const shoppers = await Promise.all(ids.map((id) => shopperAt(service, id)));
    expect(shoppers.map((shopper) => shopper?.customer?.email)).toEqual(bodies.map(({ customer }) => customer?.email));
    const customer = await Promise.all(
      ids.map(async (id) => (await eventsOf(service, id)).map(({ data }) => data['lead'])),
    );
    expect(customer).toEqual(bodies.map(({ customer }) => (customer ? [customer] : [])));
  });

  test('[COM1] captures once if the outcome of the first insert is unknown', async () => {
    const db = openPool(service.databaseUrl, 1, () => {}, { pipeline: true });
    onTestFinished(() => db.end());
    const [known, fresh] = [newId(), newId()].toSorted().map((checkoutId): NewCheckout => {
      const customer = { checkoutId, cartToken: 'tried twice', subtotal: 1, discount: 0, total: 1 };
      return {
        ...customer,
        storeId: service.storeId,
        signed: false,
        request: Buffer.from(JSON.stringify(maria)),
        hasRequestToken: true,
        at: 1,
        lead: {
          abandonAt: 2,
          emailKey: null,
          phoneKey: null,
        },
      };
    });
    const insert = openCheckoutInserts(db);
    await insert([known!], false);
    await db.query('delete from event_queue');
    await insert([known!, fresh!], true);
    const customer = async (checkout?: NewCheckout) =>
      (await eventsOf(service, checkout!.checkoutId)).map(({ type, queued }) => [type, queued]);
    expect([await customer(known), await customer(fresh)]).toEqual([
      [['lead.created', false]],
      [['lead.created', true]],
    ]);
    expect(await newestOf('tried twice')).toBe(fresh!.checkoutId);
  });

  test('[COM6] queues its event only if an active automation starts with it', async () => {
    const queued = async () =>
      (await eventsOf(service, await makeCheckout(service, digital))).map((event) => event.queued);
    const digital = { customer: maria.customer };
    expect(await queued()).toEqual([true]);
    await listen(false);
    expect(await queued()).toEqual([false]);
    await listen(true);
    expect(await queued()).toEqual([true]);
  });

  test('[COM6] without such an automation the checkout represents its event: listed, tested, exported, and reported once', async () => {
    await listen(false);
    onTestFinished(() => listen(true));
    const { storeId, context } = service;
    const email = 'so.visita@cliente.example';
    const checkoutId = await makeCheckout(service, { customer: { name: 'Só Visita', email } });
    expect((await context.db.query('select from events where checkout_id = $1', [checkoutId])).rowCount).toBe(0);
    const { events } = (await showCheckout(context, storeId, checkoutId))!;
    expect(events).toMatchObject([{ eventId: checkoutId, type: 'lead.created', runs: [] }]);
    const recent = { db: context.db, baseUrl: '', now: 0 };
    const [newest] = await listRecentEvents(recent, storeId, 'lead.created');
    expect(newest).toMatchObject({ eventId: checkoutId, name: 'Só Visita' });
    expect(await readRecentEvent(recent, storeId, checkoutId)).toMatchObject({ data: { lead: { email } } });
    const customer = await readCustomerRecords(context.db, storeId, { name: null, email, phone: null });
    expect(customer).toMatchObject({ events: [{ type: 'lead.created', queued: false }], runs: [] });
    const occurred_at = new Date(context.clock()).toISOString();
    const reported = {
      id: randomUUID(),
      type: 'lead.created',
      occurred_at,
      data: { checkout_id: checkoutId, lead: { email } },
    } as const;
    expect(await ingestEvent(context, storeId, reported)).toEqual({ ok: true, eventId: checkoutId, duplicate: true });
  });

  test('[COM3] uses the store’s abandonment time', async () => {
    await changeStore(service.context.db, service.storeId, { abandonMinutes: 600 }, unaudited);
    service.context.directory.forget();
    const shopper = await shopperAt(service, await makeCheckout(service, { customer: maria.customer }));
    expect(shopper!.abandonAt! - shopper!.activeAt).toBe(600 * 60_000);
    await changeStore(service.context.db, service.storeId, { abandonMinutes: 30 }, unaudited);
    service.context.directory.forget();
  });
});

describe('[CHK6] the newest checkout of a cart', () => {
  test('is found by its request token, in sequence and concurrently', async () => {
    const first = await makeCheckout(service, withToken('one cart'));
    expect(await newestOf('one cart')).toBe(first);
    const second = await makeCheckout(service, withToken('one cart'));
    expect(await newestOf('one cart')).toBe(second);
    const ids = await Promise.all(Array.from({ length: 20 }, () => makeCheckout(service, withToken('a race'))));
    expect(await newestOf('a race')).toBe(ids.toSorted().at(-1));
  });

  test('excludes checkouts with a generated token', async () => {
    const checkoutId = await makeCheckout(service, { customer: maria.customer });
    const text = 'select has_request_token from checkouts where checkout_id = $1';
    expect((await service.context.db.query(text, [checkoutId])).rows).toEqual([{ has_request_token: false }]);
  });
});
