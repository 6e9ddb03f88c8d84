import type { ApiScope } from '@retoma/commerce';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { Checkout, CheckoutUpdated } from '../../http/orders/checkout-responses.ts';
import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { createKey, createStore } from '../../stores/manage-stores.ts';
import { storeFind } from '../../stores/queries/stores.ts';
import { newId } from '../../base/ids.ts';
import { payable, pricesKey } from '../checkouts/purchase.ts';
import { saveShopper } from '../checkouts/save-shopper.ts';
import { maria, startTestOrders, type TestOrders } from '../orders/testing/test-orders.ts';
import { placeOrder } from '../orders/place-order.ts';
import { acceptBump } from '../prices/accept-bump.ts';
import { chooseCoupon } from '../prices/choose-coupon.ts';
import { couponInsert } from '../prices/queries/coupons.ts';
import { orderBumpInsert } from '../prices/queries/order-bumps.ts';
import { sampleCoupon } from '../../../../commerce/src/testing/sample-coupon.ts';

let orders: TestOrders;
let secretKey: string;
let keyId: string;
beforeAll(async () => {
  orders = await startTestOrders();
  const { context, storeId } = orders.service;
  const limits = { ...context.limits, requests: undefined };
  Object.assign(context, { payments: orders.deps.payments, clock: orders.deps.clock, limits });
  ({ key: secretKey, keyId } = (await createKey(context.db, context.keys, storeId, 'secret', unaudited))!);
  context.directory.forget();
});
afterAll(() => orders.stop());

const storeNow = async () => (await storeFind(orders.service.context.db, orders.storeId))!;

async function call(
  path: string,
  { body, key = secretKey, idempotencyKey }: { body?: unknown; key?: string; idempotencyKey?: string } = {},
) {
  const response = await fetch(`${orders.service.baseUrl}/stores/external/checkout/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
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
  const parsed = schema.parse(answer);
  expect(parsed).toEqual(answer);
  return parsed;
};

describe('[API8] an update of a checkout', () => {
  const item = (title: string, unitPrice: number, more: object = {}) => ({
    title,
    quantity: 1,
    unitPrice,
    image: 'https://loja.example/v.png',
    ...more,
  });
  const cartOf = (...items: object[]) => ({ cart: { items, requiresShipping: false } });
  const update = (id: string, body: unknown, more: { key?: string; idempotencyKey?: string } = {}) =>
    call(id, { body, ...more });
  const pageOf = async (id: string) =>
    (await (await fetch(`${orders.service.baseUrl}/pay/${id}`)).text()).replace(/\s+/g, ' ');

  test('replaces the cart: the page shows it, and the order charges it, as a signed cart', async () => {
    const open = await orders.checkout(700, { metadata: { from: 'site' } });
    const given = { ...cartOf(item('Difusor', 1_200, { quantity: 2 })), customer: { name: 'Maria Lima' } };
    const updated = answerOf(CheckoutUpdated, await update(open, { ...given, cart: { ...given.cart, totalPrice: 9 } }));
    expect(updated).toMatchObject({ checkoutId: open, state: 'open', subtotal: 2_400, total: 2_400 });
    expect(updated.warnings).toMatchObject([{ sent: 9, computed: 2_400 }]);
    const page = await pageOf(open);
    expect([page.includes('Difusor'), page.includes('24,00'), page.includes('Camiseta')]).toEqual([true, true, false]);
    expect(answerOf(Checkout, await call(open))).toMatchObject({
      items: [{ title: 'Difusor', quantity: 2, total: 2_400 }],
      customer: { ...maria, name: 'Maria Lima' },
      metadata: { from: 'site' },
      signed: true,
    });
    await orders.pay(open);
    const { order } = await orders.purchase(open);
    expect(order).toMatchObject({ total: 2_400, signed: true, items: [{ title: 'Difusor' }] });
    expect(
      await orders.rows(
        "select key_id as by from audit_log where action = 'checkout_updated' and subject_id = $1",
        open,
      ),
    ).toEqual([{ by: keyId }]);
    expect(await update(open, given)).toMatchObject({ status: 409, code: 'CHECKOUT_NOT_OPEN' });
  });

  test('is refused once the checkout was ordered, paid or expired, and for another store or scope', async () => {
    const cart = cartOf(item('Difusor', 900));
    const ordered = await orders.checkout(700);
    const paymentId = await orders.pay(ordered);
    expect(await update(ordered, cart)).toMatchObject({ status: 409, code: 'CHECKOUT_NOT_OPEN' });
    await orders.becomes(paymentId, { state: 'paid', paid: 700 });
    expect((await orders.purchase(ordered)).checkout.state).toBe('paid');
    expect(await update(ordered, cart)).toMatchObject({ status: 409, code: 'CHECKOUT_NOT_OPEN' });
    const open = await orders.checkout(700);
    const { context, storeId } = orders.service;
    const keyOf = async (ofStore: string, scopes: ApiScope[] | null) =>
      (await createKey(context.db, context.keys, ofStore, 'secret', unaudited, scopes))!.key;
    const other = await keyOf((await createStore(context.db, 'Outra')).storeId, null);
    const reader = await keyOf(storeId, ['checkouts:read', 'orders:write']);
    context.directory.forget();
    expect(await update(open, cart, { key: other })).toMatchObject({ status: 404, code: 'CHECKOUT_NOT_FOUND' });
    expect(await update(open, cart, { key: reader })).toMatchObject({ status: 403, code: 'MISSING_SCOPE' });
    expect(await update('none', cart)).toMatchObject({ status: 404, code: 'CHECKOUT_NOT_FOUND' });
    const wrong = await update(open, cartOf(item('Difusor', -1)));
    expect([wrong.code, wrong.paths]).toEqual(['INVALID_PAYLOAD', ['cart.items[0].unitPrice']]);
    expect((await orders.purchase(open)).checkout.total).toBe(700);
    await orders.rows(`update checkouts set state = 'abandoned' where checkout_id = $1`, open);
    const once = { idempotencyKey: `update ${open}` };
    expect(answerOf(CheckoutUpdated, await update(open, cart, once))).toMatchObject({ state: 'abandoned', total: 900 });
    expect(await update(open, cart, once)).toMatchObject({ status: 200, replayed: 'true' });
    await call(`${open}/expire`, { body: {} });
    expect(await update(open, cart)).toMatchObject({ status: 409, code: 'CHECKOUT_NOT_OPEN' });
  });

  test('while an order is placed, the order has the cart that was shown, or there is none', async () => {
    const shown = await orders.checkout(700);
    const expectedPrices = pricesKey(await orders.purchase(shown));
    const store = await storeNow();
    const place = (id: string, more: object) =>
      placeOrder(orders.deps, { store, checkoutId: id, method: 'pix', card: null, ...more });
    // Another cart of the same total is another purchase.
    await update(shown, cartOf(item('Vela', 700)));
    expect(await place(shown, { expectedPrices })).toMatchObject({ ok: false, code: 'PRICE_CHANGED' });
    const open = await orders.checkout(700);
    const locker = new Client({ connectionString: orders.service.databaseUrl });
    await locker.connect();
    try {
      await locker.query('begin');
      await locker.query('select from checkouts where checkout_id = $1 for update', [open]);
      // The purchase is read, then its lock is waited for; the update is first in line.
      const updating = update(open, cartOf(item('Vela', 800)));
      await waitsForLock(1);
      const placing = place(open, {});
      await waitsForLock(2);
      await locker.query('commit');
      expect((await updating).status).toBe(200);
      expect(await placing).toMatchObject({ ok: false, code: 'PRICE_CHANGED' });
    } finally {
      await locker.end();
    }
    expect((await orders.purchase(open)).order).toBeNull();
    expect(await place(open, {})).toMatchObject({ ok: true });
  });

  /** Resolves once this many statements wait for a lock. */
  async function waitsForLock(count: number): Promise<void> {
    await expect
      .poll(
        () =>
          orders.rows("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"),
        { timeout: 30_000 },
      )
      .toHaveLength(count);
  }

  test('prices coupon and order bump of the shopper again, and drops what no longer fits', async () => {
    const { storeId } = orders;
    const [couponId, bumpId] = [newId(storeId), newId(storeId)];
    const halved = sampleCoupon({ reduction: { kind: 'percent', hundredths: 5_000 }, minimum: 1_000 });
    await couponInsert(orders.deps.db, { couponId, storeId, code: 'METADE', ...halved });
    await orderBumpInsert(orders.deps.db, {
      bumpId,
      storeId,
      title: 'Meia',
      description: null,
      image: null,
      sku: 'meia',
      price: 300,
      originalPrice: null,
      requiresShipping: false,
      products: ['V-1'],
    });
    const open = await orders.checkout(0, cartOf(item('Vela', 2_000, { sku: 'V-1' })));
    expect(await chooseCoupon(orders.deps, await storeNow(), (await orders.purchase(open)).checkout, 'METADE')).toEqual(
      {
        ok: true,
      },
    );
    await acceptBump(orders.deps, await storeNow(), await orders.purchase(open), bumpId);
    const totalNow = async () => payable(await orders.purchase(open)).total;
    expect(await totalNow()).toBe(1_300);
    await update(open, cartOf(item('Vela', 4_000, { sku: 'V-1' })));
    expect(await totalNow()).toBe(2_300);
    await update(open, cartOf(item('Difusor', 3_000)));
    expect(await totalNow()).toBe(1_500);
    await update(open, cartOf(item('Difusor', 900)));
    expect(await orders.place(open)).toMatchObject({ ok: false, code: 'COUPON_REFUSED' });
    await update(open, cartOf(item('Difusor', 3_000)));
    const { amount } = await orders.payment(await orders.pay(open));
    expect(amount).toBe(1_500);
    await orders.rows('update order_bumps set active = false returning 1');
  });

  test('keeps what the shopper entered, and makes a lead of a checkout that had none', async () => {
    const open = await orders.checkout(700, { customer: undefined });
    answerOf(
      CheckoutUpdated,
      await update(open, { ...cartOf(item('Vela', 800)), customer: { email: 'nova@cliente.example' } }),
    );
    const events = () =>
      orders.rows(
        "select data->'cart'->>'total' as total from store_events where checkout_id = $1 and type = 'lead.created'",
        open,
      );
    expect(await events()).toEqual([{ total: '800' }]);
    const [lead] = await orders.rows('select email_key, abandon_at from checkouts where checkout_id = $1', open);
    expect(lead).toEqual({ email_key: 'nova@cliente.example', abandon_at: expect.any(Date) as Date });
    const store = await storeNow();
    const typed = { email: 'outra@cliente.example' };
    await saveShopper(orders.deps, store, open, { customer: typed }, {});
    await update(open, { ...cartOf(item('Vela', 900)), customer: { email: 'terceira@cliente.example' } });
    expect((await orders.purchase(open)).customer).toMatchObject(typed);
    expect(await events()).toEqual([{ total: '800' }]);
  });

  test('makes no address of an unsigned request usable', async () => {
    await orders.rows("update stores set url = 'https://loja.example' where store_id = $1 returning 1", orders.storeId);
    orders.service.context.directory.forget();
    const redirect = { successUrl: 'https://mau.example/', cancelUrl: 'https://loja.example/c' };
    const open = await orders.checkout(700, { redirect });
    await update(open, cartOf(item('Vela', 800)));
    expect((await orders.purchase(open)).checkout.request.redirect).toEqual({ cancelUrl: redirect.cancelUrl });
  });
});
