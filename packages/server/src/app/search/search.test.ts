import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  automate,
  buyOnPage,
  engineOf,
  orderOf,
  purchaseCart,
  otto,
  sendEvent,
  settle,
  zelia,
} from '../../privacy/testing/full-purchase.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { newUser, PanelBrowser, password } from '../http/panel/testing/browser.ts';
import { createStore } from '../../stores/manage-stores.ts';

let service: TestService;
let otherStoreId: string;
const members: Record<string, PanelBrowser> = {};

beforeAll(async () => {
  service = await startTestService({ RATE_LIMIT_PER_SECOND: '0' });
  otherStoreId = (await createStore(service.context.db, 'Outra')).storeId;
  for (const role of ['owner', 'reader'] as const) {
    await newUser(service, `${role}@loja.example`, role);
    members[role] = new PanelBrowser(service);
    await members[role].post('/sign-in', { email: `${role}@loja.example`, password });
  }
  await automate(service, service.storeId);
  await buyOnPage(service, zelia);
  await buyOnPage(service, otto, 'pix-unpaid');
  await sendEvent(service, service.secretKey, 'pix.generated', orderOf(zelia, 'Z-1'));
  const joao = {
    ...otto,
    name: 'João Ávila',
    email: 'joao@cliente.example',
    phone: '+5531998127766',
    document: undefined,
  };
  await sendEvent(service, service.secretKey, 'pix.generated', { ...orderOf(otto, 'J-1'), customer: joao });
  await settle(engineOf(service));
});
afterAll(() => service.stop());

type Row = Record<string, unknown>;
type Found = Record<'orders' | 'people' | 'checkouts' | 'automations' | 'messages', Row[]> & {
  newestNumber: string | null;
};
const ask = async (query: string, role = 'owner', storeId = service.storeId): Promise<Found> =>
  (await members[role]!.get(`/stores/${storeId}/search?${query}`)).body as Found;
const search = (text: string, role?: string): Promise<Found> => ask(`search=${encodeURIComponent(text)}`, role);
const namesOf = (rows: readonly Row[]) => [
  ...new Set(rows.map((row) => (row['name'] ?? (row['person'] as Row)['name']) as string)),
];
const numbersOf = ({ orders }: Found) => orders.map(({ number }) => number);
const value = async (sql: string): Promise<string> =>
  (await service.context.db.query<{ value: string }>(sql, [service.storeId])).rows[0]!.value;

describe('the search over everything', () => {
  test.each([
    ['zelia quaresma', 'the name'],
    ['ZÉLIA', 'its beginning, with another accent'],
    ['quaresma', 'a part of it'],
    [zelia.email.toUpperCase(), 'the e-mail'],
    ['zelia@cli', 'a part of it'],
    ['(11) 98765-4321', 'the phone'],
    ['+55 11 8765 4321', 'the phone without its ninth digit'],
    ['98765-4321', 'the phone without its area'],
    ['529.982.247-25', 'the CPF'],
    ['52998224725', 'the CPF without punctuation'],
  ])('[AUT18] finds a person, their orders and their messages by %s: %s', async (text) => {
    const found = await search(text);
    expect(found.people).toMatchObject([{ name: zelia.name, email: zelia.email, orders: 2 }]);
    expect(namesOf(found.orders)).toEqual([zelia.name]);
    expect(found.messages.length).toBeGreaterThan(0);
    expect(namesOf(found.messages)).toEqual(['Zelia Q.']);
  });

  test('[AUT18] finds an order by its number, its external id, its id and the id of its payment', async () => {
    const number = await value(
      `select number as value from orders where store_id = $1 and status = 'paid' and number is not null`,
    );
    expect(numbersOf(await search(number))).toEqual([number]);
    expect(numbersOf(await search(`#${number.replace('#', '')}`))[0]).toBe(number);
    expect(numbersOf(await search('z-1'))).toEqual(['Z-1']);
    const payment = `from payments where store_id = $1 and state = 'paid'`;
    for (const sql of ['provider_id', 'payment_id', 'order_id'].map(
      (column) => `select ${column}::text as value ${payment}`,
    ))
      expect(numbersOf(await search(await value(sql)))).toEqual([number]);
  });

  test('[AUT18] finds an automation by a part of its name, and a message by the id that its provider gave', async () => {
    const name = await value(`select name as value from automations where store_id = $1`);
    expect(namesOf((await search(name.slice(1, 6))).automations)).toContain(name);
    const sent = `from messages where store_id = $1 and provider_message_id is not null`;
    expect((await search(await value(`select provider_message_id as value ${sent}`))).messages).toHaveLength(1);
  });

  test('[AUT18] of nothing found, it tells the newest order', async () => {
    const found = await search('nada com este nome');
    expect({ ...found, newestNumber: null }).toMatchObject({ orders: [], people: [], checkouts: [], messages: [] });
    expect(found.newestNumber).toBe('J-1');
  });

  test('[AUT18] without permission to see shoppers, no text about them finds anything, and nothing is unmasked', async () => {
    for (const text of [zelia.name, zelia.email, zelia.phone, zelia.document]) {
      const found = await search(text, 'reader');
      expect([found.people, found.orders, found.checkouts, found.messages]).toEqual([[], [], [], []]);
    }
    const { orders, people, messages } = await search('Z-1', 'reader');
    expect(orders).toMatchObject([{ number: 'Z-1', person: { name: 'Z. Q.', email: 'ze•••@cliente.example' } }]);
    expect(people).toEqual([]);
    expect(messages.every(({ content, name }) => content === null && name === 'Z. Q.')).toBe(true);
  });

  test('[AUT18] reads again what was seen, as far as the member may see it, and of this store alone', async () => {
    const orderId = await value(`select order_id as value from orders where store_id = $1 and external_id = 'Z-1'`);
    const checkoutId = await value(`select checkout_id as value from checkouts where store_id = $1 limit 1`);
    const automationId = await value(`select automation_id as value from automations where store_id = $1 limit 1`);
    const seen = `seen=order:${orderId},person-order:${orderId},checkout:${checkoutId},automation:${automationId}`;
    const own = await ask(seen);
    expect([numbersOf(own), namesOf(own.people)]).toEqual([['Z-1'], [zelia.name]]);
    expect([own.checkouts, own.automations]).toMatchObject([[{ checkoutId }], [{ automationId }]]);
    expect((await ask(seen, 'reader')).people).toEqual([]);
    await newUser({ ...service, storeId: otherStoreId }, 'dona@outra.example', 'owner');
    members['other'] = new PanelBrowser(service);
    await members['other'].post('/sign-in', { email: 'dona@outra.example', password });
    const others = await ask(seen, 'other', otherStoreId);
    expect([others.orders, others.people, others.checkouts, others.automations]).toEqual([[], [], [], []]);
    for (const wrong of ['seen=order:1', `seen=user:${randomUUID()}`, `seen=order:${orderId},`])
      expect((await members['owner']!.get(`/stores/${service.storeId}/search?${wrong}`)).status).toBe(400);
  });

  test('contacts are people, each once on all pages, with what they have; a file has the same', async () => {
    await service.post({ ...purchaseCart(zelia) });
    type Page = { contacts: Row[]; next: string | null };
    const page = async (query: string, role = 'owner'): Promise<Page> =>
      (await members[role]!.get(`/stores/${service.storeId}/contacts?${query}`)).body as Page;
    const { contacts, next } = await page('');
    expect(next).toBeNull();
    expect(namesOf(contacts)).toEqual([zelia.name, 'João Ávila', otto.name]);
    expect(contacts[0]).toMatchObject({ email: zelia.email, phone: zelia.phone, orders: 2, carts: 1 });
    const older = await page(`before=${String(contacts[0]!['checkoutId'] ?? contacts[0]!['orderId'])}`);
    expect(namesOf(older.contacts)).not.toContain(zelia.name);
    expect(namesOf((await page('search=98765-4321')).contacts)).toEqual([zelia.name]);
    expect(namesOf((await page('search=zelia', 'reader')).contacts)).toEqual(['Z. Q.', 'J. Á.', 'O. R.']);
    const { csv } = (await members['owner']!.get(`/stores/${service.storeId}/contacts/export`)).body as { csv: string };
    const lines = csv.split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[1]).toMatch(
      /^"Zelia Quaresma";"zelia@cliente.example";"\(11\) 98765-4321";"2";"1";"\d\d\/\d\d\/\d{4} /,
    );
    expect(await members['reader']!.code(members['reader']!.get(`/stores/${service.storeId}/contacts/export`))).toBe(
      'NOT_ALLOWED',
    );
  });

  test('[AUT18] finds names by their beginning behind any number of newer orders', async () => {
    await service.context.db.query({
      text: `insert into orders (order_id, store_id, status, status_at, number, customer)
        select ('f0000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1, 'pending', now(), 'N-' || n, '{"name":"Outra Pessoa"}'
        from generate_series(1, 2000) n`,
      values: [service.storeId],
    });
    for (const text of ['joao av', 'JOÃO'])
      expect((await search(text)).people).toMatchObject([{ name: 'João Ávila', phone: '+5531998127766', orders: 1 }]);
    const { orders } = await search('outra');
    expect([orders.length, orders[0]!['number']]).toEqual([20, 'N-2000']);
  });
});
