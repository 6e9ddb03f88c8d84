import { afterEach, beforeEach, expect, test } from 'vitest';
import { simulatedProviderOf } from '../../providers/channels/index.ts';
import { addOrder, eventData, minute, readMessages, send } from '../../testing/engine-reading.ts';
import { startTestEngine, type TestEngine } from '../../testing/test-engine.ts';
import { countHome, readOverview } from './read-home.ts';

let service: TestEngine;
beforeEach(async () => {
  service = await startTestEngine();
});
afterEach(() => service.stop());

test('the days of the home page add up to its total, also with an order of the period’s first hours', async () => {
  await service.publish({ steps: [send('Oi')] as never });
  const orderId = await addOrder(service);
  await service.happen({ type: 'pix.generated', data: eventData, orderId });
  await service.settle();
  service.pass(minute);
  await service.db.query(
    `update orders set status = 'paid', total_cents = 10000, paid_at = to_timestamp($2 / 1000.0) where order_id = $1`,
    [orderId, service.now()],
  );
  service.pass((30 * 24 - 1) * 60 * minute);
  const store = { storeId: service.storeId, timeZone: 'America/Sao_Paulo' };
  const { recovered } = await countHome(service.db, store, service.now());
  expect(recovered).toMatchObject({ orders: 1, cents: 10000 });
  expect(recovered.days).toHaveLength(31);
  expect(recovered.days[0]).toEqual({ day: '2026-03-10', orders: 1, cents: 10000 });
  expect(recovered.days.reduce((sum, { cents }) => sum + cents, 0)).toBe(recovered.cents);
});

test('[COM15] a channel of a live store that only simulates is reported, and its messages are not called sent', async () => {
  const { db, storeId } = service;
  await db.query(`update connections set provider = $2 where store_id = $1 and channel = 'whatsapp'`, [
    storeId,
    simulatedProviderOf('whatsapp'),
  ]);
  expect((await readOverview(db, storeId)).simulatedChannels).toEqual([]);
  await db.query('update stores set live = true where store_id = $1', [storeId]);
  expect((await readOverview(db, storeId)).simulatedChannels).toEqual(['whatsapp']);
  await service.publish({
    steps: [send('Oi'), { type: 'action', name: 'send_sms', data: { message: 'Oi' } }] as never,
  });
  await service.happen({ type: 'pix.generated', data: eventData });
  await service.settle();
  expect(service.delivered.map(({ channel }) => channel)).toEqual(['sms']);
  expect((await readMessages(service)).map(({ state }) => state)).toEqual(['failed', 'sent']);
  const { rows } = await db.query<{ timeline: string }>('select timeline::text as timeline from runs');
  expect(rows[0]!.timeline).toContain('SIMULATED');
  expect((await countHome(db, { storeId, timeZone: 'America/Sao_Paulo' }, service.now())).sent).toBe(1);
});
