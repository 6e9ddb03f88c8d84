// A store that is connected to the platform: what only this platform does.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openConnectorWorld, type ConnectorWorld } from '../testing/connector-world.ts';
import { testedPlatforms } from '../testing/tested-platforms.ts';
import type { NuvemshopServer } from './testing/shop-server.ts';

const tested = testedPlatforms.find(({ platform }) => platform === 'nuvemshop')!;
const buyer = { total: '189.90', name: 'Maria Silva', email: 'maria@cliente.example', phone: '+5511987654321' };

let world: ConnectorWorld;
let server: NuvemshopServer;
beforeEach(async () => {
  world = await openConnectorWorld(tested);
  server = world.server as NuvemshopServer;
});
afterEach(() => world.stop());

async function connect(): Promise<void> {
  await world.connect();
  await world.live(20);
}

test('[CON14] the webhooks of one purchase cost one call', async () => {
  await connect();
  const { calls } = server.counts();
  await server.pay(await server.place({ ...buyer, method: 'pix' }));
  await world.work();
  expect(server.counts().calls - calls).toBe(1);
  expect([...(await world.orders()).values()]).toMatchObject([{ status: 'paid', total: 18_990 }]);
});

test('[CON14] many webhooks do not keep the list of orders from being read', async () => {
  await connect();
  for (let number = 0; number < 45; number++) await server.place({ ...buyer, method: 'credit_card' });
  await world.pass(11 * 60_000);
  const before = server.paths.length;
  await world.work();
  const calls = server.paths.slice(before).map((path) => path.replace(/^\/v1\/\d+/, '').replace(/\d+$/, 'id'));
  expect(calls.filter((path) => path === '/orders/id')).toHaveLength(45);
  expect(calls.indexOf('/orders')).toBeLessThan(25);
});

test('[CON14] an order by PIX reminds with the page of the order; one of a marketplace starts nothing', async () => {
  const reminder = await world.publish('pix.generated');
  const thanks = await world.publish('payment.confirmed');
  await connect();
  const id = await server.place({ ...buyer, method: 'pix' });
  await server.pay(await server.placeAt('meli', { ...buyer, method: 'credit_card', email: 'x@mercado.example' }));
  await world.live(20);
  expect(await world.runs(reminder)).toMatchObject([{ order: id }]);
  expect(await world.runs(thanks)).toEqual([]);
  expect((await world.orders()).size).toBe(2);
  expect(await world.holds(`https://www.loja-nuvem.example/checkout/v3/success/${id}/`)).not.toEqual([]);
});

test('[CON14] a shop that is not paid for is called seldom; once it resumes, what happened meanwhile comes in', async () => {
  await connect();
  await server.suspend(true);
  const id = await server.place({ ...buyer, method: 'pix' });
  const { calls } = server.counts();
  await world.live(6 * 60);
  expect(server.counts().calls - calls).toBeLessThan(10);
  expect((await world.connection()).state).toBe('suspended');
  await server.suspend(false);
  await world.live(20);
  expect((await world.connection()).state).toBe('connected');
  expect([...(await world.orders()).keys()]).toEqual([id]);
});

test('[CON14] checkouts that are listed hours late and in another order each start one run', async () => {
  const reminder = await world.publish('cart.abandoned');
  await connect();
  const tokens = [];
  for (let number = 0; number < 3; number++) {
    const phone = `+551198765432${number}`;
    tokens.push(await server.leaveCart({ ...buyer, email: `cliente${number}@cliente.example`, phone }));
  }
  await world.live(24 * 60, 10);
  const runs = await world.runs(reminder);
  expect([runs.length, new Set(runs.map(({ cart }) => cart))]).toEqual([tokens.length, new Set(tokens)]);
});
