import { afterEach, beforeEach, expect, test } from 'vitest';
import { simulatedProviderOf } from '../../providers/channels/index.ts';
import { addOrder, eventData, minute, readMessages, send } from '../../testing/engine-reading.ts';
import { startTestEngine, type TestEngine } from '../../testing/test-engine.ts';
import { countFigures } from './home-figures.ts';
import { findMatters, readOverview } from './read-home.ts';
import { lastDays } from './report-period.ts';
import { storeHealth } from './store-health.ts';

let service: TestEngine;
beforeEach(async () => {
  service = await startTestEngine();
});
afterEach(() => service.stop());

const zone = 'America/Sao_Paulo';
const figures = (days: number) =>
  countFigures(
    service.db,
    { storeId: service.storeId, timeZone: zone },
    lastDays(days, service.now(), zone),
    service.now(),
  );
const pay = (orderId: string) =>
  service.db.query(
    `update orders set status = 'paid', total_cents = 10000, paid_at = to_timestamp($2 / 1000.0) where order_id = $1`,
    [orderId, service.now()],
  );

test('[COM41] the home page’s 30 days add up to its totals and to its automations, the first hours of the period included', async () => {
  const automationId = await service.publish({ steps: [send('Oi')] as never });
  const orderId = await addOrder(service);
  await service.happen({ type: 'pix.generated', data: eventData, orderId });
  await service.settle();
  service.pass(minute);
  await pay(orderId);
  service.pass(29 * 24 * 60 * minute);
  const { unit, current, before, automations } = await figures(30);
  expect(unit).toBe('day');
  expect(current.buckets).toHaveLength(30);
  expect(before.buckets).toHaveLength(30);
  const sum = { cents: 10000, orders: 1 };
  expect(current.buckets[0]).toMatchObject({ paid: sum, recovered: sum, sent: 1, failed: 0 });
  expect(current.buckets.slice(1).every(({ paid, sent }) => paid.orders + sent === 0)).toBe(true);
  expect(automations).toMatchObject([
    { automationId, exists: true, channels: ['whatsapp'], sent: 1, ...sum, byBucket: [10000, ...Array(29).fill(0)] },
  ]);
  // Runs are counted by their ids, which have the time of the process.
  const real = Date.now();
  const days = await countFigures(
    service.db,
    { storeId: service.storeId, timeZone: zone },
    lastDays(2, real, zone),
    real,
  );
  expect(days.current.buckets.reduce((sum, { entered }) => sum + entered, 0)).toBe(1);
  service.pass(24 * 60 * minute);
  const later = await figures(30);
  expect(later.current.buckets.every(({ paid, sent }) => paid.orders + sent === 0)).toBe(true);
  expect(later.before.buckets.at(-1)).toMatchObject({ paid: sum, recovered: sum, sent: 1 });
});

test('[COM41] a day has hours, and what happened a week ago is compared with', async () => {
  await service.publish({ steps: [send('Oi')] as never });
  const orderId = await addOrder(service);
  await service.happen({ type: 'pix.generated', data: eventData, orderId });
  await service.settle();
  service.pass(minute);
  await pay(orderId);
  const today = await figures(1);
  expect(today.unit).toBe('hour');
  expect(today.current.buckets.at(-1)).toMatchObject({ paid: { orders: 1 }, sent: 1 });
  service.pass(7 * 24 * 60 * minute);
  const later = await figures(1);
  expect(later.current.buckets.at(-1)!.paid.orders).toBe(0);
  expect(later.before.buckets.at(-1)).toMatchObject({ paid: { orders: 1 }, sent: 1 });
});

test('[COM47] failed messages are grouped by their cause, with people and automations', async () => {
  const automationId = await service.publish({ name: 'Lembrete', steps: [send('Oi')] as never });
  await service.happen({ type: 'pix.generated', data: eventData });
  await service.happen({ type: 'pix.generated', data: eventData });
  await service.settle();
  await service.db.query(
    `update messages set state = 'failed', reason = 'PROVIDER_REFUSED:131026', recipient = '5511987654321'`,
  );
  const cause = { channel: 'whatsapp', reason: 'PROVIDER_REFUSED', messages: 2, people: 1 };
  expect((await findMatters(service.db, service.storeId, service.now())).failures).toEqual([
    { ...cause, automations: ['Lembrete'], automationCount: 1, automationId },
  ]);
  service.pass(8 * 24 * 60 * minute);
  expect((await findMatters(service.db, service.storeId, service.now())).failures).toEqual([]);
});

test('[COM47] the draft of an active automation that is not published is reported until it is', async () => {
  const automationId = await service.publish({ name: 'Lembrete', steps: [send('Oi')] as never });
  const drafts = async () => (await readOverview(service.db, service.storeId)).drafts;
  expect(await drafts()).toEqual([]);
  await service.db.query(`update automations set draft = '{}' where automation_id = $1`, [automationId]);
  expect(await drafts()).toMatchObject([{ automationId, name: 'Lembrete', version: 1 }]);
});

test('[COM15] a channel of a live store that only simulates is reported, and its messages are not called sent', async () => {
  const { db, storeId } = service;
  await db.query(`update connections set provider = $2 where store_id = $1 and channel = 'whatsapp'`, [
    storeId,
    simulatedProviderOf('whatsapp'),
  ]);
  expect((await readOverview(db, storeId)).simulatedChannels).toEqual([]);
  expect((await storeHealth(db, storeId, service.now())).simulated).toEqual([]);
  await db.query('update stores set live = true where store_id = $1', [storeId]);
  expect((await readOverview(db, storeId)).simulatedChannels).toEqual(['whatsapp']);
  expect((await storeHealth(db, storeId, service.now())).simulated).toEqual(['whatsapp']);
  await service.publish({
    steps: [send('Oi'), { type: 'action', name: 'send_sms', data: { message: 'Oi' } }] as never,
  });
  await service.happen({ type: 'pix.generated', data: eventData });
  await service.settle();
  expect(service.delivered.map(({ channel }) => channel)).toEqual(['sms']);
  expect((await readMessages(service)).map(({ state }) => state)).toEqual(['failed', 'sent']);
  const { rows } = await db.query<{ timeline: string }>('select timeline::text as timeline from runs');
  expect(rows[0]!.timeline).toContain('SIMULATED');
  expect((await figures(1)).current.buckets.at(-1)!.sent).toBe(1);
});
