import { createHash } from 'node:crypto';
import { apiScopes, type ApiScope } from '@retoma/commerce';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { Checkout, CheckoutChanged } from '../../http/orders/checkout-responses.ts';
import { CheckoutPage, OrderChanged, OrderFound, OrderPage } from '../../http/orders/responses.ts';
import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { createKey, createStore } from '../../stores/manage-stores.ts';
import { maria, startTestOrders, type TestOrders } from '../orders/testing/test-orders.ts';

let orders: TestOrders;
let secretKey: string;
let keyId: string;
beforeAll(async () => {
  orders = await startTestOrders();
  const { context, storeId } = orders.service;
  // The service pays with the scripted provider, and by its clock, with which no limit of requests refills.
  const limits = { ...context.limits, requests: undefined };
  Object.assign(context, { payments: orders.deps.payments, clock: orders.deps.clock, limits });
  ({ key: secretKey, keyId } = (await createKey(context.db, context.keys, storeId, 'secret', unaudited))!);
  context.directory.forget();
});
afterAll(() => orders.stop());

const cart = {
  items: [
    { title: 'Vela', quantity: 2, unitPrice: 5_000, image: 'https://loja.example/v.png', sku: 'V-1' },
    { title: 'Difusor', quantity: 1, unitPrice: 2_000, image: 'https://loja.example/d.png' },
  ],
  requiresShipping: false,
};
let checkoutId: string;
let paymentId: string;
let orderId: string;
beforeEach(async () => {
  orders.pass(60_000);
  checkoutId = await orders.checkout(0, { cart });
  paymentId = await orders.pay(checkoutId);
  ({ orderId } = (await orders.purchase(checkoutId)).order);
});

type Call = { body?: unknown; key?: string; idempotencyKey?: string; method?: string };

async function call(path: string, { body, key = secretKey, idempotencyKey, method }: Call = {}) {
  const isPost = method === 'POST' || body !== undefined;
  const response = await fetch(`${orders.service.baseUrl}/stores/external/${path}`, {
    method: isPost ? 'POST' : 'GET',
    headers: {
      'x-api-key': key,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { error?: { code: string; details?: { issues: { path: string }[] } } };
  return {
    status: response.status,
    answer,
    code: answer.error?.code,
    paths: answer.error?.details?.issues.map(({ path }) => path),
    replayed: response.headers.get('idempotency-replayed'),
  };
}
/** The answer, which must have exactly the declared members. */
const answerOf = <Schema extends z.ZodType>(schema: Schema, { answer }: { answer: unknown }): z.output<Schema> => {
  expect([answer]).toEqual([expect.objectContaining({ success: true })]);
  const parsed = schema.parse(answer);
  expect(parsed).toEqual(answer);
  return parsed;
};
const isPaid = () => orders.becomes(paymentId, { state: 'paid', paid: 12_000 });
const change = (verb: string, body: unknown = {}, more: Call = {}) =>
  call(`orders/${orderId}/${verb}`, { body, ...more });
const actions = async () =>
  (
    await orders.rows(
      'select action, user_id as "userId", key_id as "keyId" from audit_log join order_activities using (activity_id) where order_id = $1 order by 1',
      orderId,
    )
  ).map(({ action, userId, keyId: by }) => [action, userId, by]);

describe('[API3] orders', () => {
  test('are read with items, customer, payments and refunds, by their id or the store’s own', async () => {
    await isPaid();
    const { order } = answerOf(OrderFound, await call(`orders/${orderId}`));
    expect(order).toMatchObject({
      orderId,
      checkoutId,
      status: 'paid',
      total: 12_000,
      received: 12_000,
      refunded: 0,
      customer: maria,
      items: [
        { title: 'Vela', quantity: 2, unitPrice: 5_000, total: 10_000, sku: 'V-1' },
        { title: 'Difusor', total: 2_000 },
      ],
      payments: [{ paymentId, method: 'pix', state: 'paid', amount: 12_000 }],
      refunds: [],
    });
    await call('events', {
      body: {
        id: `evt ${orderId}`,
        type: 'pix.generated',
        occurred_at: new Date(orders.now() - 1).toISOString(),
        data: {
          order: { id: `A/7 ${orderId}`, number: '7', total: 100 },
          payment: { pix: { payload: 'x' } },
          customer: { email: 'ana@cliente.example' },
        },
      },
    });
    const own = answerOf(OrderFound, await call(`orders/${encodeURIComponent(`A/7 ${orderId}`)}`));
    expect(own.order).toMatchObject({ externalId: `A/7 ${orderId}`, checkoutId: null, total: 100 });
    expect(await call('orders/none')).toMatchObject({ status: 404, code: 'ORDER_NOT_FOUND' });
  });

  test('are listed newest first, a page at a time, each once', async () => {
    for (let more = 0; more < 4; more++) await orders.pay(await orders.checkout(1_000 + more));
    const seen: string[] = [];
    let cursor: string | null = '';
    do {
      const page: z.output<typeof OrderPage> = answerOf(
        OrderPage,
        await call(`orders?limit=2${cursor ? `&cursor=${cursor}` : ''}`),
      );
      expect(page.hasMore).toBe(page.nextCursor !== null);
      seen.push(...page.data.map((one) => one.orderId));
      cursor = page.nextCursor;
    } while (cursor !== null);
    const all = await orders.rows(
      'select order_id as id from orders where store_id = $1 order by 1 desc',
      orders.storeId,
    );
    expect(seen).toEqual(all.map(({ id }) => id));
  });

  test('are filtered by status and instant, and found by number and contact', async () => {
    await isPaid();
    const idsOf = async (query: string) =>
      answerOf(OrderPage, await call(`orders?${query}`)).data.map((one) => one.orderId);
    const { order } = await orders.purchase(checkoutId);
    expect(await idsOf('status=paid')).toContain(orderId);
    expect(await idsOf('status=cancelled')).not.toContain(orderId);
    expect(await idsOf(`search=${order.number}`)).toContain(orderId);
    expect(await idsOf('search=maria%40cliente.example')).toContain(orderId);
    expect(await idsOf('search=ninguem%40cliente.example')).toEqual([]);
    const [row] = await orders.rows('select order_id as id from orders where order_id = $1', orderId);
    const arrived = Number.parseInt(String(row!['id']).replace('-', '').slice(0, 12), 16);
    const at = (ms: number) => encodeURIComponent(new Date(ms).toISOString());
    expect(await idsOf(`createdFrom=${at(arrived)}&createdTo=${at(arrived + 1)}`)).toEqual([orderId]);
    expect(await idsOf(`createdTo=${at(arrived)}`)).not.toContain(orderId);
  });

  test('a query that is not understood is refused, never ignored', async () => {
    const wrong = ['limit=0', 'limit=101', 'limit=x', 'status=gone', 'cursor=x', 'createdFrom=ontem', 'staus=paid'];
    for (const query of [...wrong, 'limit=1&limit=2', `search=${'x'.repeat(201)}`]) {
      const refused = await call(`orders?${query}`);
      expect([query, refused.status, refused.code]).toEqual([query, 400, 'INVALID_PAYLOAD']);
      expect(refused.paths).toEqual([query.split('=')[0]]);
    }
  });
});

describe('[API4] changes of orders', () => {
  test('[API2] paid, refunded in part by amount and by pieces, and the rest, in the name of the key', async () => {
    const paid = answerOf(OrderChanged, await change('paid'));
    expect(paid.order).toMatchObject({ status: 'paid', received: 12_000 });
    expect(await change('paid')).toMatchObject({ status: 409, code: 'ORDER_PAID' });
    expect(await change('cancel', undefined, { method: 'POST' })).toMatchObject({ status: 409, code: 'ORDER_PAID' });
    expect(await change('refund', { amount: 1_000 })).toMatchObject({ status: 409, code: 'MANUAL_REFUND_REQUIRED' });
    const returned = { alreadyReturned: true };
    expect(answerOf(OrderChanged, await change('refund', { ...returned, amount: 1_000 })).order).toMatchObject({
      status: 'paid',
      refunded: 1_000,
      attention: expect.arrayContaining(['PARTLY_REFUNDED']) as string[],
    });
    const piece = { ...returned, items: [{ index: 0, quantity: 1 }] };
    expect(await change('refund', { ...piece, amount: 4_999 })).toMatchObject({ status: 409, code: 'REFUND_CHANGED' });
    expect(answerOf(OrderChanged, await change('refund', { ...piece, amount: 5_000 })).order.refunded).toBe(6_000);
    expect(await change('refund', { ...returned, amount: 6_001 })).toMatchObject({ code: 'REFUND_TOO_HIGH' });
    expect(answerOf(OrderChanged, await change('refund', returned)).order.status).toBe('cancelled');
    const { order } = answerOf(OrderFound, await call(`orders/${orderId}`));
    expect(order.refunds.map(({ amount, source, items }) => [amount, source, items])).toEqual([
      [1_000, 'api', null],
      [5_000, 'api', [{ index: 0, quantity: 1 }]],
      [6_000, 'api', null],
    ]);
    expect(await actions()).toEqual([['order_paid', null, keyId]]);
    const refunds = await orders.rows(
      "select key_id as by from audit_log where action = 'order_refunded' and key_id = $1",
      keyId,
    );
    expect(refunds).toHaveLength(3);
    expect(await orders.rows("select from account_mails where kind in ('order_paid', 'order_refunded')")).toEqual([]);
  });

  test('an unpaid order is cancelled, with its code', async () => {
    const cancelled = answerOf(OrderChanged, await change('cancel', undefined, { method: 'POST' }));
    expect(cancelled.order.status).toBe('cancelled');
    expect((await orders.payment(paymentId)).cancelRequestedAt).not.toBeNull();
    expect(await change('cancel', undefined, { method: 'POST' })).toMatchObject({ code: 'ORDER_CANCELLED' });
    expect(await actions()).toEqual([['order_cancelled', null, keyId]]);
  });

  test('a tracking code is stored, and is an event', async () => {
    await isPaid();
    const tracking = { code: ' NM1 ', url: 'https://rastreio.example/NM1', carrier: 'Correios' };
    const { order } = answerOf(OrderChanged, await change('tracking', tracking));
    expect(order.tracking).toEqual({ ...tracking, code: 'NM1', status: null });
    expect(await orders.events(checkoutId)).toContain('tracking_code_updated');
    expect(await actions()).toEqual([['order_tracked', null, keyId]]);
  });

  test('a wrong or misspelt member changes nothing', async () => {
    await isPaid();
    const wrong: [string, object, string][] = [
      ['refund', { amont: 5 }, 'amont'],
      ['refund', { amount: 0 }, 'amount'],
      ['refund', { items: [{ index: 0 }] }, 'items[0].quantity'],
      ['paid', { amount: '12' }, 'amount'],
      ['tracking', { code: ' ' }, 'code'],
      ['tracking', { code: 'x', url: 'javascript:1' }, 'url'],
    ];
    for (const [verb, body, path] of wrong) {
      const refused = await change(verb, body);
      expect([refused.code, refused.paths]).toEqual(['INVALID_PAYLOAD', [path]]);
    }
    expect(await actions()).toEqual([]);
  });
});

describe('[API7] a request with an Idempotency-Key', () => {
  const half = { alreadyReturned: true, amount: 1_000 };
  test('is carried out once, and answered as at first', async () => {
    await isPaid();
    const once = { idempotencyKey: `refund ${orderId}` };
    const first = await change('refund', half, once);
    const again = await change('refund', half, once);
    expect([first.replayed, again.replayed]).toEqual([null, 'true']);
    expect(again.answer).toEqual(first.answer);
    expect((await orders.payment(paymentId)).refunded).toBe(1_000);
    expect(await change('refund', { ...half, amount: 2 }, once)).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await change('paid', half, once)).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  test('of several at once, one is carried out', async () => {
    await isPaid();
    const once = { idempotencyKey: `many ${orderId}` };
    const all = await Promise.all(Array.from({ length: 8 }, () => change('refund', half, once)));
    expect(new Set(all.map(({ status, code }) => code ?? status)).size).toBeLessThanOrEqual(2);
    expect((await change('refund', half, once)).replayed).toBe('true');
    expect((await orders.payment(paymentId)).refunded).toBe(1_000);
  });

  test('that was refused, or whose process ended, is carried out when repeated', async () => {
    await isPaid();
    const once = { idempotencyKey: `later ${orderId}` };
    const tooMuch = { alreadyReturned: true, amount: 12_001 };
    expect(await change('refund', tooMuch, once)).toMatchObject({ code: 'REFUND_TOO_HIGH' });
    expect(await change('refund', half, once)).toMatchObject({ status: 200, replayed: null });
    // The process ended before it stored the response.
    const name = `api ${createHash('sha256').update(`${keyId} later ${orderId}`).digest('base64url')}`;
    const ends = (age: string) =>
      orders.rows(
        `update idempotency_keys set response = '', created_at = now() - $2::interval where idempotency_key = $1 returning 1`,
        name,
        age,
      );
    expect(await ends('1 minute')).toHaveLength(1);
    expect(await change('refund', half, once)).toMatchObject({ status: 409, code: 'IDEMPOTENCY_IN_PROGRESS' });
    await ends('3 minutes');
    expect(await change('refund', half, once)).toMatchObject({ status: 200 });
    expect((await orders.payment(paymentId)).refunded).toBe(1_000);
  });

  test('counts for its API key alone, and its name has 1 to 255 characters', async () => {
    await isPaid();
    const { context, storeId } = orders.service;
    const { key } = (await createKey(context.db, context.keys, storeId, 'secret', unaudited))!;
    context.directory.forget();
    const once = { idempotencyKey: `own ${orderId}` };
    await change('refund', half, once);
    expect(await change('refund', half, { ...once, key })).toMatchObject({ status: 200, replayed: null });
    expect((await orders.payment(paymentId)).refunded).toBe(2_000);
    for (const idempotencyKey of ['', 'x'.repeat(256)]) {
      expect(await change('refund', half, { idempotencyKey })).toMatchObject({ code: 'INVALID_PAYLOAD' });
    }
  });
});

test('[API1] a key reads and changes orders of its own store, within its scopes', async () => {
  const { context, storeId } = orders.service;
  const keyOf = async (ofStore: string, scopes: ApiScope[] | null) => {
    const { key } = (await createKey(context.db, context.keys, ofStore, 'secret', unaudited, scopes))!;
    context.directory.forget();
    return key;
  };
  const other = await keyOf((await createStore(context.db, 'Outra')).storeId, null);
  expect(answerOf(OrderPage, await call('orders', { key: other })).data).toEqual([]);
  expect(await call(`orders/${orderId}`, { key: other })).toMatchObject({ status: 404, code: 'ORDER_NOT_FOUND' });
  const verbs: [string, unknown][] = [
    ['paid', {}],
    ['cancel', undefined],
    ['refund', {}],
    ['tracking', { code: 'x' }],
  ];
  for (const [verb, body] of verbs) {
    const asked = await change(verb, body, { key: other, method: 'POST' });
    expect([verb, asked.status, asked.code]).toEqual([verb, 404, 'ORDER_NOT_FOUND']);
  }
  const reader = await keyOf(storeId, ['orders:read']);
  expect(await call(`orders/${orderId}`, { key: reader })).toMatchObject({ status: 200 });
  const writer = await keyOf(
    storeId,
    apiScopes.filter((scope) => scope !== 'orders:write'),
  );
  for (const [verb, body] of verbs) {
    expect(await change(verb, body, { key: writer, method: 'POST' })).toMatchObject({
      status: 403,
      code: 'MISSING_SCOPE',
    });
  }
  expect(await actions()).toEqual([]);
});

test('[API5] checkouts are listed newest first, a page at a time, and found by contact', async () => {
  const newer = await orders.checkout(500, { customer: { ...maria, email: 'nova@cliente.example' } });
  const page = answerOf(CheckoutPage, await call('checkouts?limit=1'));
  expect(page.data).toMatchObject([{ checkoutId: newer, state: 'open', total: 500, orderId: null }]);
  const next = answerOf(CheckoutPage, await call(`checkouts?limit=1&cursor=${page.nextCursor}`));
  expect(next.data).toMatchObject([{ checkoutId, state: 'ordered', orderId }]);
  const found = answerOf(CheckoutPage, await call('checkouts?search=nova%40cliente.example'));
  expect(found.data.map((one) => one.checkoutId)).toEqual([newer]);
  const { createdAt } = page.data[0]!;
  const since = answerOf(CheckoutPage, await call(`checkouts?createdFrom=${encodeURIComponent(createdAt)}`));
  expect(since.data.map((one) => one.checkoutId)).toContain(newer);
  const later = new Date(Date.parse(createdAt) + 1).toISOString();
  expect(answerOf(CheckoutPage, await call(`checkouts?createdFrom=${later}&state=open`))).toMatchObject({
    data: [],
    hasMore: false,
  });
  expect(await call('checkouts?state=gone')).toMatchObject({ code: 'INVALID_PAYLOAD' });
});

test('[CHK12] a checkout is read with items, customer, address, order and payments', async () => {
  const read = answerOf(Checkout, await call(`checkout/${checkoutId}`));
  expect(read).toMatchObject({
    state: 'ordered',
    items: [
      { title: 'Vela', quantity: 2, unitPrice: 5_000, total: 10_000, sku: 'V-1' },
      { title: 'Difusor', total: 2_000 },
    ],
    customer: maria,
    address: null,
    order: { id: orderId, status: 'pending', total: 12_000 },
    payments: [{ paymentId, method: 'pix', state: 'pending', amount: 12_000 }],
    expiresAt: null,
    livemode: false,
  });
  const open = answerOf(Checkout, await call(`checkout/${await orders.checkout(500)}`));
  expect(open).toMatchObject({ state: 'open', order: null, payments: [] });
  expect(Date.parse(open.expiresAt!) - Date.parse(open.createdAt)).toBe(30 * 86_400_000);
});

test('[API6] a checkout without an order is expired, once, and then takes no order', async () => {
  const expire = (id: string, more: Call = {}) => call(`checkout/${id}/expire`, { method: 'POST', ...more });
  const open = await orders.checkout(700);
  const { key: other } = (await createKey(
    orders.service.context.db,
    orders.service.context.keys,
    (await createStore(orders.service.context.db, 'Outra')).storeId,
    'secret',
    unaudited,
  ))!;
  orders.service.context.directory.forget();
  expect(await expire(open, { key: other })).toMatchObject({ status: 404, code: 'CHECKOUT_NOT_FOUND' });
  const once = { idempotencyKey: `expire ${open}` };
  const expired = answerOf(CheckoutChanged, await expire(open, once));
  expect(expired).toMatchObject({ checkoutId: open, state: 'expired', total: 700 });
  expect(await expire(open, once)).toMatchObject({ status: 200, replayed: 'true' });
  expect(await expire(open)).toMatchObject({ status: 409, code: 'CHECKOUT_NOT_OPEN' });
  expect(await expire(checkoutId)).toMatchObject({ status: 409, code: 'CHECKOUT_NOT_OPEN' });
  expect(await expire('none')).toMatchObject({ status: 404, code: 'CHECKOUT_NOT_FOUND' });
  expect(await orders.place(open)).toMatchObject({ ok: false, code: 'CHECKOUT_EXPIRED' });
  expect(
    await orders.rows("select key_id as by from audit_log where action = 'checkout_expired' and subject_id = $1", open),
  ).toEqual([{ by: keyId }]);
});
