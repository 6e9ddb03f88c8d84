import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { saveAutomation } from '../../automations/definitions/save-automation.ts';
import { connectionActivate } from '../../testing/connections.ts';
import { heldContactRelease } from '../../stores/limits/queries/held-contacts.ts';
import { sandboxMessageList } from '../../automations/delivery/queries/sandbox-messages.ts';
import { newId } from '../../base/ids.ts';
import { engineOf, settle } from '../../privacy/testing/full-purchase.ts';
import type { Engine } from '../../automations/engine/engine.ts';
import { newContacts } from '../../automations/engine/batch/decide-send.ts';
import { createKey, createStore } from '../../stores/manage-stores.ts';
import { smallCart, startTestService, type TestService } from '../../testing/test-service.ts';

const minute = 60_000;
let service: TestService;
let engine: Engine;
let now = 1_800_000_000_000;
let storeId: string;
let key: string;
let people = 0;

beforeAll(async () => {
  const limits = { NEW_CONTACTS_PER_HOUR: '3', NEW_CONTACTS_PER_DAY: '20', STORE_NEW_CONTACTS_PER_HOUR: '6' };
  service = await startTestService(limits);
  service.context.clock = () => now;
  // It has the machine's clock.
  await service.context.sharedLimits.stop();
  engine = engineOf(service);
});
afterAll(() => service.stop());

beforeEach(async () => {
  const { db, keys } = service.context;
  ({ storeId } = await createStore(db, 'Loja'));
  key = (await createKey(db, keys, storeId, 'checkout', unaudited))!.key;
  await connectionActivate(db, { connectionId: newId(), storeId, channel: 'sms', provider: 'sandbox', name: 'Teste' });
  const steps = [{ type: 'action', name: 'send_sms', data: { type: 'text', message: 'Oi {{lead.name}}' } }];
  const text = JSON.stringify({ name: 'Lead', trigger_event: 'lead.created', steps });
  await saveAutomation({ db, mode: 'off' }, { storeId, text, publish: true }, unaudited);
  now += 60 * 60 * minute;
});

const person = () => {
  const phone = `+55119${String(80_000_000 + people++)}`;
  return { name: 'Ana Souza', email: `ana${people}@cliente.example`, phone, document: '529.982.247-25' };
};
const cartOf = (customer?: object) => ({
  cart: { ...smallCart.cart, requiresShipping: false },
  ...(customer && { customer }),
});

/** Creates a checkout from a network, with the contact in the request. */
const create = (remoteAddress: string, customer?: object, headers: Record<string, string> = {}): Promise<string> =>
  post(remoteAddress, JSON.stringify(cartOf(customer)), headers);

async function post(remoteAddress: string, payload: string, headers: Record<string, string>): Promise<string> {
  const answer = await service.app.inject({
    method: 'POST',
    url: '/stores/external/checkout',
    headers: { 'content-type': 'application/json', 'x-api-key': key, ...headers },
    payload,
    remoteAddress,
  });
  expect(answer.statusCode).toBe(201);
  return answer.json<{ checkoutId: string }>().checkoutId;
}

/** Enters a contact on the page of a checkout. */
async function enter(remoteAddress: string, checkoutId: string, customer: Record<string, string>): Promise<void> {
  const payload = new URLSearchParams(customer).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const url = `/pay/${checkoutId}/data`;
  expect((await service.app.inject({ method: 'POST', url, headers, payload, remoteAddress })).statusCode).toBe(303);
}

/** The number of sent messages. */
async function sent(): Promise<number> {
  await settle(engine);
  return (await sandboxMessageList(service.context.db, storeId, 1_000)).length;
}

describe('[COM21] new contacts of one network', () => {
  test('on the page: those above the limit are held, and released one by one at its rate', async () => {
    for (let count = 0; count < 5; count++) await enter('198.51.100.1', await create('198.51.100.1'), person());
    expect(await sent()).toBe(3);
    const { rows } = await service.context.db.query(
      `select reason from messages where state = 'queued' and store_id = $1`,
      [storeId],
    );
    expect(rows).toEqual([{ reason: newContacts }, { reason: newContacts }]);
    now += 20 * minute;
    expect(await sent()).toBe(4);
    now += 20 * minute;
    expect(await sent()).toBe(5);
  });

  test('in the request: held alike, with an Idempotency-Key or without', async () => {
    for (let count = 0; count < 3; count++) await create('198.51.100.2', person());
    for (let count = 0; count < 3; count++)
      await create('198.51.100.2', person(), { 'idempotency-key': `key ${count}` });
    expect(await sent()).toBe(3);
    now += 60 * minute;
    expect(await sent()).toBe(6);
  });

  test('another network is not affected, nor is a checkout of the same contact from there', async () => {
    for (let count = 0; count < 3; count++) await create('198.51.100.3', person());
    const victim = person();
    await create('198.51.100.3', victim);
    expect(await sent()).toBe(3);
    await create('198.51.100.4', victim);
    expect(await sent()).toBe(4);
  });

  test('an IPv6 network is its /64', async () => {
    for (let count = 1; count <= 4; count++) await create(`2001:db8:7::${count}`, person());
    expect(await sent()).toBe(3);
  });

  test('all networks of a store together are limited too', async () => {
    for (let count = 1; count <= 8; count++) await create(`198.51.100.${100 + count}`, person());
    expect(await sent()).toBe(6);
  });

  test('a repeated contact counts once, and a page without one does not count', async () => {
    const customer = person();
    const checkoutId = await create('198.51.100.5');
    for (let count = 0; count < 5; count++)
      await enter('198.51.100.5', checkoutId, { ...customer, name: `Ana ${'a'.repeat(count + 1)}` });
    for (let count = 0; count < 5; count++) await create('198.51.100.5');
    await create('198.51.100.5', person());
    await create('198.51.100.5', person());
    expect(await sent()).toBe(3);
  });

  test('a contact who has paid at the store is not held', async () => {
    const customer = person();
    await service.context.db.query(
      `insert into orders (order_id, store_id, status, status_at, paid_at, customer) values ($1, $2, 'paid', now(), now(), $3)`,
      [newId(), storeId, JSON.stringify(customer)],
    );
    for (let count = 0; count < 3; count++) await create('198.51.100.6', person());
    await create('198.51.100.6', customer);
    expect(await sent()).toBe(4);
  });

  test('signed carts are not counted', async () => {
    const { db, keys } = service.context;
    const secret = (await createKey(db, keys, storeId, 'secret', unaudited))!.key;
    for (let count = 0; count < 5; count++) {
      const body = JSON.stringify(cartOf(person()));
      const t = Math.floor(now / 1000);
      const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
      await post('198.51.100.9', body, { 'x-cart-signature': `t=${t},v1=${v1}` });
    }
    expect(await sent()).toBe(5);
  });

  test('an owner releases all at once', async () => {
    for (let count = 0; count < 6; count++) await create('198.51.100.7', person());
    expect(await sent()).toBe(3);
    await heldContactRelease(service.context.db, storeId, newContacts, new Date(now));
    expect(await sent()).toBe(6);
  });

  test('above the daily release they wait for an owner, and fail when they are too late', async () => {
    for (let count = 0; count < 30; count++) await enter('198.51.100.8', await create('198.51.100.8'), person());
    expect(await sent()).toBe(3);
    now += 25 * 60 * minute;
    const before = await sent();
    expect(before).toBeLessThanOrEqual(22);
    const { rows } = await service.context.db.query(
      `select state, reason from messages where store_id = $1 and state not in ('sent', 'delivered')`,
      [storeId],
    );
    expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
      new Set(['{"state":"failed","reason":"TOO_LATE"}']),
    );
  });
});
