import { randomUUID } from 'node:crypto';
import { webhookBodySchema, webhookEventTypes, type WebhookBody, type WebhookEventType } from '@retoma/commerce';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expireCheckouts } from '../../app/jobs/checkout-jobs.ts';
import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { credentialsKey } from '../../base/crypto/seal.ts';
import { buildEvent } from '../events/build-event.ts';
import { cancelOrder } from '../orders/cancel-order.ts';
import { ingestEvent } from '../orders/ingest-event.ts';
import { refundOrder } from '../orders/payments/refund-order.ts';
import { startTestOrders, type TestOrders } from '../orders/testing/test-orders.ts';
import { createEndpoint, deleteEndpoint, updateEndpoint, type EndpointRequest } from './manage-endpoints.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.stop());

const url = 'https://erp.example/hooks';
const deps = () => ({
  ...orders.deps,
  credentialsKey: credentialsKey('a secret of tests'),
  allowPrivate: false,
  clock: Date.now,
});

async function endpoint(request: Partial<EndpointRequest> = {}): Promise<string> {
  const created = await createEndpoint(deps(), orders.storeId, { url, ...request }, unaudited);
  if (!created.ok) throw new Error(created.code);
  return created.endpoint.endpointId;
}
const remove = (endpointId: string) => deleteEndpoint(deps(), orders.storeId, endpointId, unaudited);

/** The bodies for an endpoint, in their order. Each has the shape of the catalogue. */
async function bodies(endpointId: string): Promise<(WebhookBody & { data: Record<string, unknown> })[]> {
  const rows = await orders.rows('select body from webhook_messages where endpoint_id = $1 order by seq', endpointId);
  return rows.map(({ body }) => {
    const parsed = JSON.parse(body as string) as WebhookBody & { data: Record<string, unknown> };
    expect(webhookBodySchema(parsed.type).safeParse(parsed).error).toBeUndefined();
    return parsed;
  });
}
const typesOf = async (endpointId: string) => (await bodies(endpointId)).map(({ type }) => type);

test('[WHK2] a purchase without endpoints writes no row', async () => {
  const paymentId = await orders.pay(await orders.checkout());
  await orders.becomes(paymentId, { state: 'paid', paid: 9980 });
  expect(await orders.rows('select from webhook_messages')).toEqual([]);
});

test('[WHK1] the events of a purchase, its refund in parts and its cancellation, in their order', async () => {
  const all = await endpoint();
  const checkoutId = await orders.checkout();
  const paymentId = await orders.pay(checkoutId);
  await orders.becomes(paymentId, { state: 'paid', paid: 9980 });
  const { order } = await orders.purchase(checkoutId);
  await refundOrder(orders.deps, orders.storeId, order.orderId, {
    isReturned: false,
    requestId: randomUUID(),
    amount: 980,
  });
  await refundOrder(orders.deps, orders.storeId, order.orderId, { isReturned: false, requestId: randomUUID() });
  const found = await bodies(all);
  expect(found.map(({ type }) => type)).toEqual([
    'lead.created',
    'order.created',
    'pix.generated',
    'payment.confirmed',
    'payment.refunded',
    'order.cancelled',
    'payment.refunded',
  ]);
  expect(found[4]!.data).toMatchObject({ order: { status: 'paid' }, refund: { amount: 980, source: 'command_line' } });
  expect(found[6]!.data).toMatchObject({ order: { status: 'cancelled' }, refund: { amount: 9000 } });
  for (const { store, version } of found)
    expect({ store, version }).toEqual({ store: orders.storeId, version: '2026-11-29' });
  await remove(all);
});

test('[WHK1] an order has the same members in every event', async () => {
  const all = await endpoint();
  const checkoutId = await orders.checkout();
  await orders.pay(checkoutId);
  const { order } = await orders.purchase(checkoutId);
  await cancelOrder(orders.deps, orders.storeId, order.orderId, unaudited);
  const closed = (await orders.purchase(checkoutId)).order;
  const { data } = buildEvent(closed, { type: 'payment.failed', at: closed.statusAt, startsRuns: false });
  const last = (await bodies(all)).at(-1)!;
  expect(last).toMatchObject({ type: 'order.cancelled', timestamp: new Date(closed.statusAt).toISOString() });
  expect(last.data).toEqual(JSON.parse(data));
  await remove(all);
});

test('[WHK1] a reported order has its created event before that of the report; a repeated report has none', async () => {
  const all = await endpoint();
  const report = {
    id: randomUUID(),
    type: 'payment.confirmed' as const,
    occurred_at: '2026-03-12T17:00:00Z',
    data: { order: { id: '1042', items: [{ title: 'nul \u0000 \ud800', quantity: 1 }] } },
  };
  for (let time = 0; time < 2; time++) await ingestEvent(orders.deps, orders.storeId, report);
  const found = await bodies(all);
  expect(found.map(({ type }) => type)).toEqual(['order.created', 'payment.confirmed']);
  expect(found[1]!.data).toEqual(report.data);
  await remove(all);
});

test('[WHK1] an expired checkout', async () => {
  const expired = await endpoint({ types: ['checkout.expired'] });
  const checkoutId = await orders.checkout();
  await expireCheckouts(orders.deps.db, Date.now() + 31 * 24 * 60 * 60_000, new AbortController().signal);
  expect(await bodies(expired)).toContainEqual(
    expect.objectContaining({
      type: 'checkout.expired',
      data: expect.objectContaining({
        checkout_id: checkoutId,
        cart: expect.objectContaining({ total: 9980 }) as unknown,
      }) as unknown,
    }),
  );
  await remove(expired);
});

test('[WHK2] each endpoint gets its types, a thin one ids only, one of another store nothing', async () => {
  const paid = await endpoint({ types: ['payment.confirmed'] });
  const thin = await endpoint({ types: ['payment.confirmed', 'lead.created'], thin: true });
  const paymentId = await orders.pay(await orders.checkout());
  await orders.becomes(paymentId, { state: 'paid', paid: 9980 });
  expect(await typesOf(paid)).toEqual(['payment.confirmed']);
  const [lead, confirmed] = await bodies(thin);
  expect(JSON.stringify(lead)).not.toContain('maria');
  expect(Object.keys(confirmed!.data)).toEqual(['checkout_id', 'order', 'payment']);
  expect(confirmed!.data['order']).toMatchObject({ status: 'paid' });
  expect(Object.keys(confirmed!.data['order'] as object)).toEqual(['id', 'number', 'status']);
  const ids = await orders.rows(`select distinct message_id from webhook_messages where type = 'payment.confirmed'`);
  const messages = await orders.rows(
    `select from webhook_messages where type = 'payment.confirmed' and endpoint_id = any($1)`,
    [paid, thin],
  );
  expect(messages).toHaveLength(2);
  expect(ids.length).toBeLessThan(
    (await orders.rows(`select from webhook_messages where type = 'payment.confirmed'`)).length,
  );
  await remove(paid);
  await remove(thin);
});

test('[WHK2] a transaction that fails writes no message', async () => {
  const all = await endpoint();
  await orders.service.asOwner('alter table orders add constraint none_paid check (paid_at is null) not valid');
  const checkoutId = await orders.checkout();
  const paymentId = await orders.pay(checkoutId);
  await orders.becomes(paymentId, { state: 'paid', paid: 9980 }).catch(() => {});
  expect(await typesOf(all)).toEqual(['lead.created', 'order.created', 'pix.generated']);
  await orders.service.asOwner('alter table orders drop constraint none_paid');
  await remove(all);
});

test('[WHK6] a disabled endpoint gets cancelled messages, a deleted one none', async () => {
  const all = await endpoint();
  await updateEndpoint(deps(), orders.storeId, all, { enabled: false }, unaudited);
  await orders.checkout();
  const states = await orders.rows('select state, next_attempt_at from webhook_messages where endpoint_id = $1', all);
  expect(states).toEqual([{ state: 'cancelled', next_attempt_at: null }]);
  await remove(all);
  await orders.checkout();
  expect(await typesOf(all)).toHaveLength(1);
});

test('[WHK7] ten endpoints at most, of addresses that can be called', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => endpoint()));
  expect(await createEndpoint(deps(), orders.storeId, { url }, unaudited)).toEqual({
    ok: false,
    code: 'TOO_MANY_WEBHOOKS',
  });
  await Promise.all(ids.map(remove));
  const refusals = {
    'http://erp.example/': 'NOT_HTTPS',
    'https://127.0.0.1/': 'PRIVATE_ADDRESS',
    'https://[::1]:8443/': 'PRIVATE_ADDRESS',
    'https://localhost/': 'PRIVATE_ADDRESS',
    'https://erp.example:22/': 'PORT_NOT_ALLOWED',
    'https://a:b@erp.example/': 'INVALID_URL',
    'ftp://erp.example/': 'INVALID_URL',
    'erp.example': 'INVALID_URL',
  };
  for (const [refused, reason] of Object.entries(refusals)) {
    expect(await createEndpoint(deps(), orders.storeId, { url: refused }, unaudited)).toEqual({
      ok: false,
      code: 'WRONG_WEBHOOK_URL',
      reason,
    });
  }
});

test('[WHK1] the database knows the types of the catalogue', async () => {
  const [check] = await orders.rows(
    `select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'webhook_endpoints_types_check'`,
  );
  const known = [...(check!['text'] as string).matchAll(/'([a-z_.]+)'/g)].map(([, type]) => type as WebhookEventType);
  expect(known).toEqual(webhookEventTypes);
});
