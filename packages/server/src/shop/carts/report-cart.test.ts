import { afterAll, beforeAll, expect, test } from 'vitest';
import { Retoma } from '@retoma/client/source';
import { abandonCarts } from './abandon-carts.ts';
import { ingestEvent } from '../orders/ingest-event.ts';
import { changeStore } from '../../stores/manage-stores.ts';
import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
// Limits count from the real time on, so the clock starts there.
let now = Date.now();
beforeAll(async () => {
  service = await startTestService();
  service.context.clock = () => now;
  await changeStore(service.context.db, service.storeId, { url: 'https://loja.example' }, unaudited);
  service.context.directory.forget(service.storeId);
});
afterAll(() => service.stop());

const minute = 60_000;
const item = { title: 'Camiseta', quantity: 2, unitPrice: 4990, image: 'https://loja.example/camiseta.png' };
const reportOf = (token: string, more: object = {}) => ({
  cart: { token, items: [item] },
  customer: { name: 'Ana Souza', email: `${token}@cliente.example` },
  url: 'https://loja.example/carrinho',
  consent: true,
  ...more,
});
const report = (body: unknown): Promise<Response> =>
  fetch(`${service.baseUrl}/stores/external/cart`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': service.checkoutKey },
    body: JSON.stringify(body),
  });
async function stored(body: unknown): Promise<void> {
  const answer = await report(body);
  expect([answer.status, await answer.json()]).toEqual([200, { success: true }]);
}
const abandon = () => abandonCarts(service.context, 100);
async function abandoned(token: string): Promise<object[]> {
  const { rows } = await service.context.db.query<{ data: object }>(
    `select data from events where store_id = $1 and type = 'cart.abandoned' and subject = $2`,
    [service.storeId, `cart ${token}`],
  );
  return rows.map(({ data }) => data);
}

test('[CON17] a cart without activity is abandoned once, with its items, total, link and contact', async () => {
  await stored(reportOf('left'));
  now += 20 * minute;
  const changed = { cart: { token: 'left', items: [{ ...item, quantity: 1 }], totalDiscount: 490 } };
  await stored(reportOf('left', changed));
  now += 20 * minute;
  await abandon();
  expect(await abandoned('left')).toEqual([]);
  now += 10 * minute;
  await abandon();
  const items = [{ title: 'Camiseta', quantity: 1, unit_price: 4990, total: 4990, image: item.image }];
  const cart = {
    token: 'left',
    subtotal: 4990,
    discount: 490,
    total: 4500,
    url: 'https://loja.example/carrinho',
    items,
  };
  expect(await abandoned('left')).toEqual([{ lead: { name: 'Ana Souza', email: 'left@cliente.example' }, cart }]);
  await stored(reportOf('left'));
  now += 31 * minute;
  await abandon();
  expect(await abandoned('left')).toHaveLength(1);
  expect(await service.count('reported_carts')).toBe(0);
});

test.each([
  ['e-mail', { email: 'comprou@cliente.example' }],
  ['phone', { phone: '(11) 98765-4321' }],
])(
  '[CON17] an order of the same person, by %s, ends the cart; one before the last activity does not',
  async (kind, customer) => {
    const order = (id: string) =>
      ingestEvent(service.context, service.storeId, {
        id,
        type: 'payment.failed',
        occurred_at: new Date(now).toISOString(),
        data: { order: { id, status: 'pending' }, customer },
      });
    await order(`before ${kind}`);
    await service.context.db.query(`update orders set status = 'pending' where external_id = $1`, [`before ${kind}`]);
    now += minute;
    await stored(reportOf(`kept ${kind}`, { customer }));
    now += 31 * minute;
    await abandon();
    expect(await abandoned(`kept ${kind}`)).toHaveLength(1);
    await stored(reportOf(`bought ${kind}`, { customer }));
    now += minute;
    await order(`after ${kind}`);
    await service.context.db.query(`update orders set status = 'pending' where external_id = $1`, [`after ${kind}`]);
    now += 31 * minute;
    await abandon();
    expect(await abandoned(`bought ${kind}`)).toEqual([]);
  },
);

test('[CON17] an emptied cart is forgotten; addresses off the site are not kept', async () => {
  await stored(reportOf('emptied'));
  await stored(reportOf('foreign', { url: 'https://outra.example/x' }));
  await stored({ cart: { token: 'emptied', items: [] }, consent: true });
  now += 31 * minute;
  await abandon();
  expect(await abandoned('emptied')).toEqual([]);
  const [data] = await abandoned('foreign');
  expect(data).not.toHaveProperty('cart.url');
});

test.each([
  ['without consent', { consent: false }, 'consent invalid_value'],
  ['without a contact', { customer: { name: 'Ana' } }, 'customer required_one_of'],
  ['without a token', { cart: { items: [item] } }, 'cart.token required'],
  ['an address that is no web address', { url: 'javascript:1' }, 'url invalid_url'],
  ['too much', { cart: { token: 'x', items: Array.from({ length: 101 }, () => item) } }, 'cart.items too_many'],
])('[CON17] %s is refused', async (_, change, issue) => {
  const answer = await report(reportOf('refused', change));
  const { error } = (await answer.json()) as { error: { details: { issues: { path: string; code: string }[] } } };
  expect([answer.status, ...error.details.issues.map(({ path, code }) => `${path} ${code}`)]).toEqual([400, issue]);
});

test('[CON17] contacts beyond the limits of a network are refused, and stored carts can still change', async () => {
  const limited = await startTestService({ RATE_LIMIT_PER_SECOND: '100000', RATE_LIMIT_BURST: '100000' });
  limited.context.clock = () => now;
  const client = new Retoma({ baseUrl: limited.baseUrl, apiKey: limited.checkoutKey, retries: 0 });
  const send = (one: number) =>
    client.reportCart({ ...reportOf(`cart${one}`), consent: true }).then(
      () => 200,
      ({ status }: { status: number }) => status,
    );
  let last = 0;
  while (last < 2_000 && (await send(last)) === 200) last++;
  expect(last).toBeGreaterThan(0);
  expect(last).toBeLessThan(2_000);
  expect([await send(last), await send(0)]).toEqual([429, 200]);
  await limited.stop();
});
