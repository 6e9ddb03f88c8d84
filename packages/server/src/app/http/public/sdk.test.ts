// The calls of the SDK, which are written from the contract, against the real service.
import { ConflictError, everyEntry, NotFoundError, Retoma } from '@retoma/client/source';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicContract } from '../../../http/public-contract.ts';
import { smallCart, startTestService, type TestService } from '../../../testing/test-service.ts';

let service: TestService;
let retoma: Retoma;
beforeAll(async () => {
  service = await startTestService();
  const { baseUrl, checkoutKey: apiKey, secretKey } = service;
  retoma = new Retoma({ baseUrl, apiKey, secretKey });
});
afterAll(() => service.stop());

test('[API32] there is a method for each endpoint, by its name', () => {
  const missing = Object.keys(publicContract).filter((operation) => !(operation in retoma));
  expect(missing).toEqual([]);
});

test('[API32] a call with a body, one with a path and one with a query get the answers of the contract', async () => {
  const event = {
    id: 'sdk-1',
    type: 'payment.confirmed' as const,
    occurred_at: new Date().toISOString(),
    data: { order: { id: 'sdk-1', total: 5990 } },
  };
  const { eventId } = await retoma.ingestEvent(event);
  expect(await retoma.ingestEvent(event)).toEqual({ eventId, duplicate: true });
  const { checkoutId } = await retoma.createCheckout(smallCart);
  expect(await retoma.readCheckout(checkoutId)).toMatchObject({ checkoutId, signed: true });
  const { triggerType } = await retoma.listMetatags({ triggerType: 'pix.generated' });
  expect(triggerType).toBe('pix.generated');
  await expect(retoma.readCheckout(eventId)).rejects.toBeInstanceOf(NotFoundError);
});

test('[API32] orders are listed, read and changed', async () => {
  const orders = ['1', '2', '3'].map((one) => `sdk-order-${one}`);
  for (const id of orders) {
    const data = { order: { id, status: 'pending', total: 5990 } };
    await retoma.ingestEvent({ id, type: 'payment.failed', occurred_at: new Date().toISOString(), data });
  }
  const listed: (string | null)[] = [];
  for await (const { externalId } of everyEntry((cursor) => retoma.listOrders({ limit: 2, cursor }))) {
    listed.push(externalId);
  }
  expect(listed).toEqual(expect.arrayContaining(orders));
  const { order } = await retoma.readOrder(orders[0]!);
  const tracked = await retoma.trackOrder(order.orderId, { code: 'AA123456785BR' });
  expect(tracked.order.tracking).toMatchObject({ code: 'AA123456785BR' });
  const idempotencyKey = 'sdk-paid';
  const paid = await retoma.markOrderPaid(order.orderId, { amount: 5990 }, { idempotencyKey });
  expect(paid.order.status).toBe('paid');
  expect(await retoma.markOrderPaid(order.orderId, { amount: 5990 }, { idempotencyKey })).toEqual(paid);
  await expect(retoma.cancelOrder(order.orderId)).rejects.toBeInstanceOf(ConflictError);
});

test('[API32] a list is read page after page', async () => {
  const pages = [
    { data: [1, 2], nextCursor: 'a' },
    { data: [], nextCursor: 'b' },
    { data: [3], nextCursor: null },
  ];
  const cursors: (string | undefined)[] = [];
  const list = (cursor: string | undefined) => {
    cursors.push(cursor);
    return Promise.resolve(pages[cursors.length - 1]!);
  };
  const read: number[] = [];
  for await (const entry of everyEntry(list)) read.push(entry);
  expect(read).toEqual([1, 2, 3]);
  expect(cursors).toEqual([undefined, 'a', 'b']);
});
