import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { addShippingOption } from '../../stores/shipping-options.ts';
import { createStore } from '../../stores/manage-stores.ts';
import { eventsOf, makeCheckout, maria, shopperAt, checkoutState, storeOfTest } from '../../testing/checkouts.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { chooseShipping } from './choose-shipping.ts';
import { noteActivity } from './touch-shopper.ts';
import { saveShopper, type SavedShopper, type ShopperForm } from './save-shopper.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const minute = 60_000;
const save = async (checkoutId: string, reported: ShopperForm, browser = {}): Promise<SavedShopper> =>
  saveShopper(service.context, await storeOfTest(service), checkoutId, reported, browser);
const types = async (checkoutId: string): Promise<string[]> =>
  (await eventsOf(service, checkoutId)).map(({ type }) => type);
const set = (table: string, checkoutId: string, change: string): Promise<unknown> =>
  service.context.db.query(`update ${table} set ${change} where checkout_id = $1`, [checkoutId]);

describe('data entered by a shopper', () => {
  test('[COM13] is stored in its checked form', async () => {
    const checkoutId = await makeCheckout(service);
    expect(await save(checkoutId, maria, { ip: '203.0.113.10' })).toEqual({ ok: true });
    expect(await shopperAt(service, checkoutId)).toMatchObject({
      storeId: service.storeId,
      customer: {
        name: 'Maria Souza Lima',
        email: 'maria@cliente.example',
        phone: '+5511987654321',
        document: '12345678909',
      },
      address: maria.address,
      browser: { ip: '203.0.113.10' },
    });
  });

  test('[COM13] is stored member by member, even if others are invalid, and valid earlier values stay', async () => {
    const checkoutId = await makeCheckout(service);
    const { document: _, ...rest } = maria.customer;
    expect(await save(checkoutId, { customer: { ...rest, document: '123' }, address: { zipcode: '1' } })).toMatchObject(
      {
        ok: false,
        code: 'INVALID_PERSON',
        issues: expect.arrayContaining([
          { field: 'document', code: 'cpf_short', count: 8 },
          { field: 'zipcode', code: 'zipcode_short', count: 7 },
        ]) as unknown,
      },
    );
    await save(checkoutId, { customer: { ...maria.customer, email: 'maria' } });
    expect((await shopperAt(service, checkoutId))!.customer).toEqual({
      name: 'Maria Souza Lima',
      email: 'maria@cliente.example',
      phone: '+5511987654321',
      document: '12345678909',
    });
  });

  test('[COM1] captures the lead once, when an e-mail or a phone is first known', async () => {
    const checkoutId = await makeCheckout(service);
    await save(checkoutId, { customer: { name: 'Maria' } });
    expect([(await shopperAt(service, checkoutId))!.capturedAt, await types(checkoutId)]).toEqual([null, []]);
    await save(checkoutId, { customer: { email: 'maria@cliente.example' } });
    const captured = await shopperAt(service, checkoutId);
    expect(captured!.abandonAt).toBe(captured!.capturedAt! + 30 * minute);
    service.pass(minute);
    await save(checkoutId, maria);
    const events = await eventsOf(service, checkoutId);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      type: 'lead.created',
      data: { checkout_id: checkoutId, lead: { name: 'Maria', email: 'maria@cliente.example' } },
      occurredAt: new Date(captured!.capturedAt!),
      queued: true,
    });
    expect((await shopperAt(service, checkoutId))!.capturedAt).toBe(captured!.capturedAt);
  });

  test('[COM1] captures no lead twice, neither after the request nor from two windows', async () => {
    const reported = await makeCheckout(service, { customer: { email: 'maria@cliente.example' } });
    await save(reported, maria);
    expect(await types(reported)).toEqual(['lead.created']);
    const raced = await makeCheckout(service);
    await Promise.all(Array.from({ length: 8 }, () => save(raced, maria)));
    expect(await types(raced)).toEqual(['lead.created']);
  });

  test('[COM1] causes no second event for a lead that the store’s own system reported', async () => {
    const checkoutId = await makeCheckout(service);
    await fetch(`${service.baseUrl}/stores/external/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': service.secretKey },
      body: JSON.stringify({
        id: randomUUID(),
        type: 'lead.created',
        occurred_at: new Date().toISOString(),
        data: { checkout_id: checkoutId, lead: { email: 'maria@cliente.example' } },
      }),
    });
    expect(await save(checkoutId, maria)).toEqual({ ok: true });
    expect(await types(checkoutId)).toEqual(['lead.created']);
  });

  test.each(['paid', 'expired'])('is refused for a checkout that is %s', async (state) => {
    const checkoutId = await makeCheckout(service);
    await set('checkouts', checkoutId, `state = '${state}'`);
    expect(await save(checkoutId, maria)).toEqual({ ok: false, code: 'CHECKOUT_CLOSED', issues: [] });
    expect(await shopperAt(service, checkoutId)).toBeUndefined();
  });

  test('is refused for a checkout of another store and for an unknown one', async () => {
    const other = await createStore(service.context.db, 'Outra');
    const checkoutId = await makeCheckout(service);
    const store = { ...(await storeOfTest(service)), storeId: other.storeId };
    for (const id of [checkoutId, newId(), 'x']) {
      expect(await saveShopper(service.context, store, id, maria, {})).toMatchObject({ code: 'CHECKOUT_CLOSED' });
    }
  });
});

describe('activity', () => {
  test('[COM3] restarts the clock only after a lead is captured', async () => {
    const checkoutId = await makeCheckout(service);
    expect(await noteActivity(service.context, checkoutId, { name: 'Chrome' })).toBe(true);
    expect(await shopperAt(service, checkoutId)).toMatchObject({ abandonAt: null, browser: { name: 'Chrome' } });
    await save(checkoutId, maria);
    const before = (await shopperAt(service, checkoutId))!;
    service.pass(10 * minute);
    await noteActivity(service.context, checkoutId, {});
    const after = (await shopperAt(service, checkoutId))!;
    expect(after.abandonAt).toBe(after.activeAt + 30 * minute);
    expect(after.activeAt - before.activeAt).toBeGreaterThanOrEqual(10 * minute);
    expect(await noteActivity(service.context, newId(), {})).toBe(false);
    expect(await noteActivity(service.context, 'x', {})).toBe(false);
  });

  test('[COM3] does not change the clock of a checkout that was abandoned, has a pending order, or cannot be paid', async () => {
    const cases: [string, (checkoutId: string) => Promise<unknown>][] = [
      ['abandoned once', (id) => set('checkouts', id, 'abandoned_at = now(), abandon_at = null')],
      ['ordered', (id) => addOrder(id, 'pending')],
      ['paid', (id) => addOrder(id, 'paid')],
      ['expired', (id) => set('checkouts', id, `state = 'expired'`)],
    ];
    for (const [name, arrange] of cases) {
      const checkoutId = await makeCheckout(service, { customer: maria.customer });
      await set('checkouts', checkoutId, 'abandon_at = null');
      await arrange(checkoutId);
      await noteActivity(service.context, checkoutId, {});
      expect([name, (await shopperAt(service, checkoutId))!.abandonAt]).toEqual([name, null]);
    }
    const failed = await makeCheckout(service, { customer: maria.customer });
    await set('checkouts', failed, 'abandon_at = null');
    await addOrder(failed, 'failed');
    await noteActivity(service.context, failed, {});
    expect((await shopperAt(service, failed))!.abandonAt).not.toBeNull();
  });

  test('[COM5] reopens an abandoned checkout, and no other', async () => {
    for (const [before, after] of [
      ['abandoned', 'open'],
      ['expired', 'expired'],
      ['paid', 'paid'],
    ]) {
      const [opened, reported] = [await makeCheckout(service), await makeCheckout(service)];
      await set('checkouts', opened, `state = '${before}'`);
      await set('checkouts', reported, `state = '${before}'`);
      await noteActivity(service.context, opened, {});
      await save(reported, maria);
      expect([before, await checkoutState(service, opened), await checkoutState(service, reported)]).toEqual([
        before,
        after,
        after,
      ]);
    }
  });

  test('keeps the first referrer and campaign, and the newest of everything else', async () => {
    const checkoutId = await makeCheckout(service);
    const browserAt = async () => (await shopperAt(service, checkoutId))!.browser;
    await noteActivity(service.context, checkoutId, { ip: '203.0.113.1', referrer: 'https://a.example/' });
    await noteActivity(service.context, checkoutId, { ip: '203.0.113.2', utms: { source: 'instagram' } });
    const reported = { ip: '203.0.113.3', referrer: 'https://b.example/', utms: { source: 'email' }, os: 'iOS' };
    const stored = { ip: '203.0.113.3', referrer: 'https://a.example/', utms: { source: 'instagram' }, os: 'iOS' };
    await noteActivity(service.context, checkoutId, reported);
    expect(await browserAt()).toEqual(stored);
    await save(checkoutId, maria, { ...reported, ip: '203.0.113.4' });
    expect(await browserAt()).toEqual({ ...stored, ip: '203.0.113.4' });
  });
});

describe('[COM12] the shipping option', () => {
  test('must be one that the store offers', async () => {
    const checkoutId = await makeCheckout(service);
    const store = await storeOfTest(service);
    const { db } = service.context;
    const option = { carrier: null, turnaroundMinDays: null, turnaroundMaxDays: null, freeAbove: null };
    const made = (await addShippingOption(db, service.storeId, { ...option, name: 'PAC', price: 1990 }, unaudited))!;
    const other = await createStore(db, 'Outra');
    const otherOption = (await addShippingOption(db, other.storeId, { ...option, name: 'PAC', price: 1 }, unaudited))!;
    const choose = (id: string) => chooseShipping(service.context, store, checkoutId, id);
    expect(await choose(made.shippingOptionId)).toEqual({ ok: true });
    expect((await shopperAt(service, checkoutId))!.shippingOptionId).toBe(made.shippingOptionId);
    for (const id of [otherOption.shippingOptionId, newId(), 'x']) {
      expect(await choose(id)).toEqual({ ok: false, code: 'SHIPPING_OPTION_NOT_FOUND' });
    }
    await set('checkouts', checkoutId, `state = 'paid'`);
    expect(await choose(made.shippingOptionId)).toMatchObject({ code: 'CHECKOUT_CLOSED' });
  });
});

async function addOrder(checkoutId: string, status: string): Promise<void> {
  await service.context.db.query(
    `insert into orders (order_id, store_id, checkout_id, status, status_at, paid_at) values ($1, $2, $3, $4, now(), now())`,
    [newId(), service.storeId, checkoutId, status],
  );
}
