import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addOrder, minute, readRuns, eventData, wait } from '../../../testing/engine-reading.ts';
import { ana, startTestEngine, type TestEngine } from '../../../testing/test-engine.ts';

let service: TestEngine;
beforeEach(async () => {
  service = await startTestEngine();
});
afterEach(() => service.stop());

describe('[RUN18] re-entry', () => {
  test.each([
    ['once_per_customer', { phone: '+5511987654321', email: 'outra@cliente.example' }, 1],
    ['once_per_customer', { phone: '+5511900000000', email: 'outra@cliente.example' }, 2],
    ['every', ana, 2],
  ] as const)('%s: a second event of %o makes %i runs', async (reentry, customer, expected) => {
    await service.publish({ settings: { reentry }, steps: [wait(1)] as never });
    await service.happen({ type: 'pix.generated', data: eventData });
    await service.settle();
    await service.happen({ type: 'pix.generated', data: { customer } });
    await service.settle();
    expect(await readRuns(service)).toHaveLength(expected);
  });

  test('counts only for its days, also for events of one batch', async () => {
    await service.publish({ settings: { reentry: 'once_per_customer', withinDays: 2 }, steps: [wait(1)] as never });
    const event = { type: 'pix.generated' as const, data: eventData };
    await service.happen(event, event, event);
    await service.settle();
    expect(await readRuns(service)).toHaveLength(1);
    service.pass(2 * 24 * 60 * minute + 1);
    await service.happen(event);
    await service.settle();
    expect(await readRuns(service)).toHaveLength(2);
  });

  test('once_per_order uses the order', async () => {
    await service.publish({ settings: { reentry: 'once_per_order' }, steps: [wait(1)] as never });
    const [one, other] = [await addOrder(service), await addOrder(service)];
    for (const orderId of [one, one, other]) {
      await service.happen({ type: 'pix.generated', data: eventData, orderId });
      await service.settle();
    }
    expect(await readRuns(service)).toHaveLength(2);
  });

  const reminder = { type: 'action', id: 'lembrete', name: 'send_sms', data: { message: 'O seu PIX: {{order.id}}' } };

  test.each(['pix.generated', 'boleto.generated', 'payment.failed'] as const)(
    'every: a later %s of the same order takes the place of the run before it',
    async (type) => {
      await service.publish({
        trigger_event: type,
        settings: { reentry: 'every' },
        steps: [wait(30), reminder] as never,
      });
      const [order, other] = [await addOrder(service), await addOrder(service)];
      for (const orderId of [order, other, order]) {
        await service.happen({ type, data: eventData, orderId });
        await service.settle();
      }
      service.pass(31 * minute);
      await service.settle();
      expect((await readRuns(service)).map(({ status, reason }) => [status, reason])).toEqual([
        ['cancelled', 'SUPERSEDED'],
        ['completed', null],
        ['completed', null],
      ]);
      expect(service.delivered).toHaveLength(2);
    },
  );

  test('[RUN5] a code that expired is not sent, and the message after a new one is about that', async () => {
    const sendsCode = { type: 'action', name: 'send_sms', data: { message: '{{order.pix_code}}' } };
    const steps = [wait(30), sendsCode, wait(30), sendsCode];
    await service.publish({ settings: { reentry: 'once_per_order' }, steps: steps as never });
    const orderId = await addOrder(service);
    const generate = async (payload: string, minutes: number): Promise<void> => {
      const expires_at = new Date(service.now() + minutes * minute).toISOString();
      const payment = { pix: { payload, expires_at } };
      await service.db.query('update orders set payment = $2 where order_id = $1', [orderId, payment]);
      await service.happen({ type: 'pix.generated', data: eventData, orderId });
      await service.settle();
    };
    await generate('first', 15);
    service.pass(31 * minute);
    await service.settle();
    expect(service.delivered).toEqual([]);
    await generate('second', 60);
    service.pass(31 * minute);
    await service.settle();
    expect(service.delivered.map(({ content }) => content)).toEqual([{ message: 'second' }]);
  });

  test('a later run of another automation leaves it alone', async () => {
    await service.publish({ settings: { reentry: 'once_per_order' }, steps: [wait(30), reminder] as never });
    const orderId = await addOrder(service);
    for (let time = 0; time < 2; time++) {
      await service.happen({ type: 'pix.generated', data: eventData, orderId });
      await service.settle();
    }
    service.pass(31 * minute);
    await service.settle();
    expect(service.delivered).toHaveLength(1);
  });

  test.each([
    ['pending', ['cancelled', 'ORDER_CANCELLED'], 0],
    ['cancelled', ['completed', null], 1],
  ] as const)('a cancelled order ends its runs, unless they ask for it: %s', async (value, expected, messages) => {
    const rule = { field: 'payment_status', operator: '=', value };
    const asking = { type: 'condition', id: 'ver', branches: [{ id: 'b', conditions: [rule], steps: [reminder] }] };
    await service.publish({ steps: [wait(30), asking] as never });
    const orderId = await addOrder(service);
    await service.happen({ type: 'pix.generated', data: eventData, orderId });
    await service.settle();
    await service.db.query(`update orders set status = 'cancelled' where order_id = $1`, [orderId]);
    service.pass(31 * minute);
    await service.settle();
    expect((await readRuns(service)).map(({ status, reason }) => [status, reason])).toEqual([expected]);
    expect(service.delivered).toHaveLength(messages);
  });

  test('two engines that claim two events of one contact concurrently start one run', async () => {
    await service.publish({ settings: { reentry: 'once_per_customer' }, steps: [wait(1)] as never });
    const engines = [service.engine, service.another(), service.another()];
    for (let cursor = 0; cursor < 10; cursor++) {
      const customer = { phone: `+55119${String(80_000_000 + cursor)}` };
      const event = { type: 'pix.generated' as const, data: { customer } };
      await service.happen(event, event, event);
      await Promise.all(engines.map((engine) => service.poll(engine)));
      await service.settle();
    }
    expect(await readRuns(service)).toHaveLength(10);
  });
});
