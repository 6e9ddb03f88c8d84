import { afterEach, beforeEach, expect, test } from 'vitest';
import { addOrder, minute, send, eventData, wait } from '../../testing/engine-reading.ts';
import { startTestEngine, type TestEngine } from '../../testing/test-engine.ts';
import { recoveredOrdersOf, recoveredRevenue, type RecoveredRevenue } from './recovered-revenue.ts';

const hour = 60 * minute;
let service: TestEngine;
beforeEach(async () => {
  service = await startTestEngine();
});
afterEach(() => service.stop());

/** An order of R$ 100 that an event reports. */
async function generate(): Promise<string> {
  const orderId = await addOrder(service);
  await service.db.query('update orders set total_cents = 10000 where order_id = $1', [orderId]);
  await service.happen({ type: 'pix.generated', data: eventData, orderId });
  await service.settle();
  return orderId;
}

async function payNow(orderId: string): Promise<void> {
  const paid = `update orders set status = 'paid', paid_at = to_timestamp($2 / 1000.0) where order_id = $1`;
  await service.db.query(paid, [orderId, service.now()]);
}

const span = () => ({ since: service.now() - 30 * 24 * hour, until: service.now() + 1 });
const revenue = (): Promise<RecoveredRevenue> => recoveredRevenue(service.db, service.storeId, span());

test('an order counts when it is paid within 72 hours of the first message, and not later', async () => {
  const automationId = await service.publish({ steps: [send('Oi')] as never });
  const [soon, late] = [await generate(), await generate()];
  service.pass(hour);
  await payNow(soon);
  service.pass(72 * hour);
  await payNow(late);
  const found = await revenue();
  expect(found).toMatchObject({ cents: 10000, orders: 1 });
  expect([...found.byAutomation]).toMatchObject([[automationId, { cents: 10000, orders: 1 }]]);
});

test('an order that was paid before any message of its run was sent does not count', async () => {
  await service.publish({ steps: [wait(30), send('Oi')] as never });
  const orderId = await generate();
  service.pass(10 * minute);
  await payNow(orderId);
  service.pass(hour);
  await service.settle();
  expect(await revenue()).toMatchObject({ cents: 0, orders: 0 });
});

test('an order counts once, for the automation with the last message', async () => {
  const first = await service.publish({ name: 'Primeira', steps: [send('Oi')] as never });
  const last = await service.publish({ name: 'Última', steps: [wait(30), send('Olá')] as never });
  const orderId = await generate();
  service.pass(hour);
  await service.settle();
  service.pass(minute);
  await payNow(orderId);
  expect(await revenue()).toMatchObject({ cents: 10000, orders: 1 });
  expect(await recoveredOrdersOf(service.db, service.storeId, first, span())).toEqual([]);
  expect(await recoveredOrdersOf(service.db, service.storeId, last, span())).toMatchObject([
    { orderId, path: 'steps[1]', version: 1, channel: 'whatsapp' },
  ]);
});

test('revenue of another store is not included', async () => {
  await service.publish({ steps: [send('Oi')] as never });
  const orderId = await generate();
  service.pass(minute);
  await payNow(orderId);
  const other = await service.newStore();
  expect(await recoveredRevenue(service.db, other, span())).toMatchObject({ orders: 0 });
});
