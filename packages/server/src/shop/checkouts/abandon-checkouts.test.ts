import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { abandonDueCheckouts, expireCheckouts } from '../../app/jobs/checkout-jobs.ts';
import { newId } from '../../base/ids.ts';
import { placeOrder } from '../orders/place-order.ts';
import { setPaymentAccount } from '../../providers/connections/testing/set-unverified.ts';
import { eventsOf, makeCheckout, maria, shopperAt, checkoutState, storeOfTest } from '../../testing/checkouts.ts';
import { smallCart, startTestService, type TestService } from '../../testing/test-service.ts';
import { createPaymentLink } from '../orders/create-payment-link.ts';
import { abandonCheckouts } from './abandon-checkouts.ts';
import { noteActivity } from './touch-shopper.ts';
import { saveShopper } from './save-shopper.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ DATABASE_POOL: '30' });
  await setPaymentAccount(service.context, service.storeId, { provider: 'sandbox', methods: ['pix'] }, unaudited);
});
afterAll(() => service.stop());
afterEach(() => rows('update checkouts set abandon_at = null'));

const minute = 60_000;
const signal = new AbortController().signal;
const digital = { cart: { ...smallCart.cart, requiresShipping: false }, customer: maria.customer };
const withToken = (token: string) => ({ ...digital, cart: { ...digital.cart, token } });

const rows = async (text: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
  (await service.context.db.query<Record<string, unknown>>(text, values)).rows;
const types = async (checkoutId: string): Promise<string[]> =>
  (await eventsOf(service, checkoutId)).map(({ type }) => type);
const abandon = () => abandonCheckouts(service.context, 100);
const order = async (checkoutId: string) =>
  placeOrder(service.context, { store: await storeOfTest(service), checkoutId, method: 'pix', card: null });
const addOrder = (checkoutId: string, status: string) =>
  rows(
    `insert into orders (order_id, store_id, checkout_id, status, status_at, paid_at) values ($1, $2, $3, $4, now(), now())`,
    newId(),
    service.storeId,
    checkoutId,
    status,
  );

describe('[COM3] an abandoned checkout', () => {
  test('has a lead without activity for 30 minutes: state, shopper and event change together, once', async () => {
    const checkoutId = await makeCheckout(service, digital);
    const { activeAt } = (await shopperAt(service, checkoutId))!;
    service.pass(29 * minute);
    expect(await abandon()).toEqual({ looked: 0, abandoned: 0 });
    service.pass(2 * minute);
    const at = service.context.clock();
    expect(await Promise.all([abandon(), abandon(), abandon()])).toContainEqual({ looked: 1, abandoned: 1 });
    expect(await checkoutState(service, checkoutId)).toBe('abandoned');
    const shopper = (await shopperAt(service, checkoutId))!;
    expect(shopper).toMatchObject({ abandonAt: null, activeAt });
    expect(shopper.abandonedAt).toBeGreaterThanOrEqual(at);
    const [, event, ...more] = await eventsOf(service, checkoutId);
    expect(more).toEqual([]);
    expect(event).toEqual({
      type: 'cart.abandoned',
      data: {
        checkout_id: checkoutId,
        lead: maria.customer,
        cart: {
          token: expect.stringMatching(/^ext_/) as string,
          subtotal: 9980,
          discount: 0,
          total: 9980,
        },
      },
      occurredAt: new Date(shopper.abandonedAt!),
      queued: true,
    });
    expect(await abandon()).toEqual({ looked: 0, abandoned: 0 });
  });

  test('of a payment link that a member made begins once its page was opened', async () => {
    const made = await createPaymentLink(
      service.context,
      await storeOfTest(service),
      { items: [{ title: 'Caneca', quantity: 1, unitPrice: 3900 }], requiresShipping: false, customer: maria.customer },
      unaudited,
    );
    if (!made.ok) throw new Error(made.code);
    service.pass(60 * minute);
    expect(await abandon()).toEqual({ looked: 0, abandoned: 0 });
    expect(await types(made.checkoutId)).toEqual(['lead.created']);
    await noteActivity(service.context, made.checkoutId, {});
    service.pass(31 * minute);
    expect(await abandon()).toEqual({ looked: 1, abandoned: 1 });
    expect(await types(made.checkoutId)).toEqual(['lead.created', 'cart.abandoned']);
  });

  test('does not exist while there is activity, which restarts the clock', async () => {
    const checkoutId = await makeCheckout(service, digital);
    for (const act of [
      () => noteActivity(service.context, checkoutId, {}),
      async () => saveShopper(service.context, await storeOfTest(service), checkoutId, {}, {}),
    ]) {
      service.pass(29 * minute);
      await act();
      service.pass(2 * minute);
      expect(await abandon()).toMatchObject({ abandoned: 0 });
      // The activity moved the clock, so nothing is due.
      expect(await abandon()).toEqual({ looked: 0, abandoned: 0 });
    }
    service.pass(29 * minute);
    expect(await abandon()).toEqual({ looked: 1, abandoned: 1 });
  });

  test.each([
    ['e-mail address', { email: 'Rita@Cliente.example' }, { email: ' rita@cliente.example' }],
    ['phone', { phone: '+55 (11) 98888-7777' }, { email: 'other@cliente.example', phone: '11988887777' }],
  ])('is none if the same person, by %s, bought in another one since', async (_by, here, there) => {
    const left = async (customer: object) => makeCheckout(service, { ...digital, customer });
    const buy = async (customer: object, status: string) =>
      rows(
        `insert into orders (order_id, store_id, status, status_at, paid_at, customer, created_at)
         values ($1, $2, $3, now(), case when $3 = 'paid' then $4::timestamptz end, $5, $4)`,
        newId(),
        service.storeId,
        status,
        new Date(service.context.clock()),
        JSON.stringify(customer),
      );
    for (const [status, abandoned] of [
      ['failed', 1],
      ['pending', 0],
      ['paid', 0],
    ] as const) {
      await left(here);
      service.pass(10 * minute);
      await buy(there, status);
      service.pass(21 * minute);
      expect(await abandon()).toEqual({ looked: 1, abandoned });
    }
    // What was bought before, and what another person buys, says nothing about this cart.
    await left(here);
    await buy({ email: 'stranger@cliente.example', phone: '11977776666' }, 'paid');
    service.pass(31 * minute);
    expect(await abandon()).toEqual({ looked: 1, abandoned: 1 });
  });

  test('is none if the person ordered the same goods under another token, until they come back to it', async () => {
    const first = await makeCheckout(service, withToken(randomUUID()));
    service.pass(5 * minute);
    const second = await makeCheckout(service, withToken(randomUUID()));
    const customer = { name: 'Maria Souza Lima', document: '12345678909' };
    await saveShopper(service.context, await storeOfTest(service), second, { customer }, {});
    expect(await order(second)).toMatchObject({ ok: true });
    service.pass(26 * minute);
    expect(await abandon()).toEqual({ looked: 1, abandoned: 0 });
    expect(await types(first)).toEqual(['lead.created']);
    await noteActivity(service.context, first, {});
    service.pass(31 * minute);
    expect(await abandon()).toEqual({ looked: 1, abandoned: 1 });
  });

  test('needs a lead', async () => {
    const checkoutId = await makeCheckout(service);
    await noteActivity(service.context, checkoutId, {});
    service.pass(31 * minute);
    expect(await abandon()).toEqual({ looked: 0, abandoned: 0 });
  });

  test('stays the same checkout: returning by the link opens it, without a second event', async () => {
    const checkoutId = await makeCheckout(service, digital);
    service.pass(31 * minute);
    await abandon();
    await noteActivity(service.context, checkoutId, {});
    expect(await checkoutState(service, checkoutId)).toBe('open');
    service.pass(31 * minute);
    expect(await abandon()).toEqual({ looked: 0, abandoned: 0 });
    expect(await types(checkoutId)).toEqual(['lead.created', 'cart.abandoned']);
  });

  test('causes no event if the store’s own system reported it', async () => {
    const checkoutId = await makeCheckout(service, digital);
    await fetch(`${service.baseUrl}/stores/external/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': service.secretKey },
      body: JSON.stringify({
        id: randomUUID(),
        type: 'cart.abandoned',
        occurred_at: new Date().toISOString(),
        data: { checkout_id: checkoutId, lead: { email: 'maria@cliente.example' } },
      }),
    });
    service.pass(31 * minute);
    expect(await abandon()).toEqual({ looked: 1, abandoned: 1 });
    expect(await types(checkoutId)).toEqual(['lead.created', 'cart.abandoned']);
  });

  test('[CHK6] is not one that a newer checkout of the same cart replaced', async () => {
    const [older, other] = [await makeCheckout(service, withToken('t')), await makeCheckout(service, withToken('u'))];
    const newer = await makeCheckout(service, withToken('t'));
    service.pass(31 * minute);
    expect(await abandon()).toEqual({ looked: 3, abandoned: 2 });
    expect(await Promise.all([older, other, newer].map((id) => checkoutState(service, id)))).toEqual([
      'open',
      'abandoned',
      'abandoned',
    ]);
    expect((await shopperAt(service, older))!).toMatchObject({ abandonAt: null, abandonedAt: null });
  });

  test.each([
    ['pending', 0],
    ['processing', 0],
    ['paid', 0],
    ['failed', 1],
    ['cancelled', 1],
  ])('with an order that is %s is abandoned %i times', async (status, times) => {
    const checkoutId = await makeCheckout(service, digital);
    await addOrder(checkoutId, status);
    service.pass(31 * minute);
    expect(await abandon()).toEqual({ looked: 1, abandoned: times });
    expect(await types(checkoutId)).toEqual(['lead.created', ...(times === 1 ? ['cart.abandoned'] : [])]);
  });

  test('are processed in batches until none is due', async () => {
    await rows(
      `insert into checkouts (checkout_id, store_id, cart_token, subtotal_cents, discount_cents, total_cents, signed, request,
         captured_at, abandon_at)
       select gen_random_uuid(), $1, 'many', 0, 0, 0, false, '{}', '2020-01-01', '2020-01-01' from generate_series(1, 1100)`,
      service.storeId,
    );
    const done = await Promise.all(
      [1, 2].map(() => abandonDueCheckouts(service.context.db, service.context.clock, signal)),
    );
    expect(done[0]! + done[1]!).toBeGreaterThanOrEqual(1);
    await abandonDueCheckouts(service.context.db, service.context.clock, signal);
    const [events] = await rows(
      `select count(*) as events, count(distinct e.checkout_id) as carts from events e join checkouts c using (checkout_id)
       where c.cart_token = 'many' and c.state = 'abandoned' and type = 'cart.abandoned'`,
    );
    expect(events).toEqual({ events: 1100, carts: 1100 });
  });
});

/** Expects this number of database statements to wait for a lock. */
const waiting = (count: number) =>
  expect
    .poll(() => rows(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
    .toHaveLength(count);

describe('[COM3] a cart that is ordered concurrently', () => {
  test('is skipped while the order is being placed, and gets no event afterwards', async () => {
    const checkoutId = await makeCheckout(service, digital);
    service.pass(31 * minute);
    const placing = await service.context.db.connect();
    await placing.query('begin');
    await placing.query('select from checkouts where checkout_id = $1 for update', [checkoutId]);
    expect(await abandon()).toEqual({ looked: 0, abandoned: 0 });
    await placing.query(
      `insert into orders (order_id, store_id, checkout_id, status, status_at) values ($1, $2, $3, 'pending', now())`,
      [newId(), service.storeId, checkoutId],
    );
    expect(await abandon()).toEqual({ looked: 0, abandoned: 0 });
    await placing.query('commit');
    placing.release();
    expect(await abandon()).toEqual({ looked: 1, abandoned: 0 });
    expect(await types(checkoutId)).toEqual(['lead.created']);
  });

  test('waits until its abandonment is written, and is ordered then', async () => {
    const checkoutId = await makeCheckout(service, digital);
    service.pass(31 * minute);
    // A second report of the same event blocks the job in the middle of its transaction.
    const blocking = await service.context.db.connect();
    await blocking.query('begin');
    await blocking.query(
      `insert into events (event_id, store_id, type, subject, occurred_at, data)
       values ($1, $2, 'cart.abandoned', $3, now(), '{}')`,
      [newId(), service.storeId, `checkout ${checkoutId}`],
    );
    const abandoning = abandon();
    await waiting(1);
    const ordering = order(checkoutId);
    await waiting(2);
    await blocking.query('rollback');
    blocking.release();
    expect(await abandoning).toEqual({ looked: 1, abandoned: 1 });
    expect(await ordering).toMatchObject({ ok: true });
    expect(await types(checkoutId)).toEqual(['lead.created', 'cart.abandoned', 'pix.generated']);
    expect(await checkoutState(service, checkoutId)).toBe('ordered');
  });

  test('never causes an event after its order, for any interleaving', async () => {
    // Sees what is committed when the event is written.
    await service.asOwner('create table too_late (checkout_id uuid); grant all on too_late to public');
    await service.asOwner(`create function note_too_late() returns trigger language plpgsql as $$ begin
      insert into too_late select new.checkout_id from orders o
        where o.checkout_id = new.checkout_id and o.status in ('pending', 'processing', 'paid');
      return null; end $$`);
    await service.asOwner(`create trigger note_too_late after insert on events for each row
      when (new.type = 'cart.abandoned') execute function note_too_late()`);
    const ids: string[] = [];
    for (let round = 0; round < 6; round++) {
      const fresh = await Promise.all(Array.from({ length: 6 }, () => makeCheckout(service, digital)));
      ids.push(...fresh);
      service.pass(31 * minute);
      const ordering = fresh.map(async (checkoutId, index) => {
        for (let turn = 0; turn < index + round; turn++) await rows('select 1');
        return order(checkoutId);
      });
      const abandoning = Array.from({ length: 12 }, () => abandonCheckouts(service.context, 2));
      await Promise.all([...ordering, ...abandoning]);
    }
    await abandon();
    expect(await rows('select checkout_id from too_late')).toEqual([]);
    expect(new Set(await Promise.all(ids.map((id) => checkoutState(service, id))))).toEqual(new Set(['ordered']));
    await service.asOwner('drop trigger note_too_late on events');
    // A shopper who ordered has no abandonment clock.
    expect((await Promise.all(ids.map((id) => shopperAt(service, id)))).map((shopper) => shopper!.abandonAt)).toEqual(
      ids.map(() => null),
    );
  });
});

describe('[COM5] a checkout expires', () => {
  test('after 30 days without an order or payment, together with its clock', async () => {
    const day = 24 * 60 * minute;
    const made = new Map<string, string>();
    const [older, newer] = [
      await makeCheckout(service, withToken('old')),
      await makeCheckout(service, withToken('old')),
    ];
    for (const state of ['open', 'abandoned', 'ordered', 'paid']) {
      const checkoutId = await makeCheckout(service, digital);
      await rows('update checkouts set state = $2 where checkout_id = $1', checkoutId, state);
      made.set(state, checkoutId);
    }
    const now = Date.now();
    await expireCheckouts(service.context.db, now + 29 * day, signal);
    expect(await checkoutState(service, made.get('open')!)).toBe('open');
    await expireCheckouts(service.context.db, now + 30 * day + minute, signal);
    const states = await Promise.all([...made.values()].map((id) => checkoutState(service, id)));
    expect(states).toEqual(['expired', 'expired', 'ordered', 'paid']);
    expect(await Promise.all([older, newer].map((id) => checkoutState(service, id)))).toEqual(['expired', 'expired']);
    expect((await shopperAt(service, made.get('open')!))!.abandonAt).toBeNull();
    await noteActivity(service.context, made.get('open')!, {});
    expect(await checkoutState(service, made.get('open')!)).toBe('expired');
  });
});
