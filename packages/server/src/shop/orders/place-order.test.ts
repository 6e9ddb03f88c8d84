import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noPriceRules } from '@retoma/commerce';
import { priceRulesWrite } from '../prices/queries/price-rules.ts';
import type { CreateResult } from '../../providers/payments/provider.ts';
import { pollPayments } from './payments/poll-payments.ts';
import { maria, startTestOrders, type TestOrders } from './testing/test-orders.ts';

const minute = 60_000;

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.stop());

let create: (typeof orders)['provider']['script']['create'];
beforeEach(() => {
  create ??= orders.provider.script.create;
  orders.provider.script.create = create;
  orders.provider.calls.length = 0;
});

describe('an order', () => {
  test('[COM2] is created by choosing a method: numbered, frozen, pending, with the payment data', async () => {
    const first = await orders.purchase(await placed());
    const checkoutId = await orders.checkout();
    const paymentId = await orders.pay(checkoutId);
    const { order, payments, checkout } = await orders.purchase(checkoutId);
    expect(order).toMatchObject({
      number: String(Number(first.order.number) + 1),
      status: 'pending',
      externalId: null,
      paymentMethod: 'pix',
      subtotal: 9980,
      discount: 0,
      shippingPrice: null,
      total: 9980,
      customer: maria,
      items: [{ title: 'Camiseta', quantity: 1, unit_price: 9980, image: 'https://loja.example/c.png' }],
      payment: {
        id: paymentId,
        provider: 'sandbox',
        transaction_id: `their ${paymentId}`,
        pix: { payload: `code of ${paymentId}`, expires_at: new Date(orders.now() + 24 * 60 * minute).toISOString() },
      },
    });
    expect(Number(first.order.number)).toBeGreaterThan(1000);
    expect(payments).toMatchObject([{ paymentId, state: 'pending', amount: 9980, provider: 'sandbox' }]);
    expect(checkout.state).toBe('ordered');
    expect(await orders.events(checkoutId)).toEqual(['pix.generated']);
    const [event] = await orders.rows('select * from events where order_id = $1', order.orderId);
    expect(event!['data']).toEqual({
      checkout_id: checkoutId,
      order: {
        id: order.orderId,
        number: order.number,
        status: 'pending',
        payment_method: 'pix',
        currency: 'BRL',
        subtotal: 9980,
        discount: 0,
        total: 9980,
        created_at: new Date(orders.now()).toISOString(),
        items: order.items,
      },
      payment: order.payment,
      customer: maria,
      shipping: null,
    });
  });

  test('[COM2] sends payer and amount to the provider, under the id of the payment', async () => {
    const checkoutId = await orders.checkout();
    const paymentId = await orders.pay(checkoutId, 'card');
    const { order } = await orders.purchase(checkoutId);
    expect(orders.provider.requests.at(-1)).toEqual({
      paymentId,
      method: 'card',
      amount: 9980,
      orderNumber: order.number,
      storeName: 'Loja Aurora',
      expiresAt: null,
      payer: { ...maria, address: null },
      customerSince: null,
      items: [{ id: null, title: 'Camiseta', quantity: 1, unitPrice: 9980 }],
      shipping: null,
      card: { token: 'a token', installments: 1, brand: 'visa' },
      returnUrl: `https://pay.retoma.example/pay/${checkoutId}/returned`,
      notifyUrl: `https://pay.retoma.example/webhooks/payments/${orders.accountId}`,
      now: orders.now(),
    });
  });

  test('[COM39] the provider gets to know since when the buyer has paid orders of the store', async () => {
    const customer = { ...maria, email: 'ana@cliente.example' };
    const first = await orders.checkout(9980, { customer });
    const firstPayment = await orders.pay(first);
    expect(orders.provider.requests.at(-1)).toMatchObject({ customerSince: null });
    const paidAt = orders.now();
    await orders.becomes(firstPayment, { state: 'paid', paid: 9980 });
    orders.pass(60_000);
    await orders.pay(await orders.checkout(9980, { customer }));
    expect(orders.provider.requests.at(-1)).toMatchObject({ customerSince: paidAt });
    await orders.pay(await orders.checkout(9980, { customer: { ...maria, email: 'eva@cliente.example' } }));
    expect(orders.provider.requests.at(-1)).toMatchObject({ customerSince: null });
  });

  test('[COM2] 8 concurrent presses create one order, one payment and one call', async () => {
    const checkoutId = await orders.checkout();
    const placed = await Promise.all(Array.from({ length: 8 }, () => orders.place(checkoutId)));
    const { order, payments } = await orders.purchase(checkoutId);
    const answer = { ok: true, orderId: order.orderId, paymentId: payments[0]!.paymentId };
    expect(placed).toEqual(placed.map(() => answer));
    expect(payments).toHaveLength(1);
    expect(orders.provider.calls).toEqual([`create ${payments[0]!.paymentId}`]);
    expect(await orders.events(checkoutId)).toEqual(['pix.generated']);
  });

  test('[COM2] an open PIX of the same amount is shown again; one that is about to expire is not', async () => {
    const checkoutId = await orders.checkout();
    const paymentId = await orders.pay(checkoutId);
    orders.pass(24 * 60 * minute - 61_000);
    expect(await orders.pay(checkoutId)).toBe(paymentId);
    orders.pass(2_000);
    expect(await orders.pay(checkoutId)).not.toBe(paymentId);
    const { payments, order } = await orders.purchase(checkoutId);
    expect(order.payment!['id']).toBe(payments[0]!.paymentId);
    expect(payments).toHaveLength(2);
    expect(await orders.events(checkoutId)).toEqual(['pix.generated', 'pix.generated']);
  });

  test('[COM2] a total of 0 is paid by choosing, without a provider', async () => {
    const checkoutId = await orders.checkout(0);
    await orders.rows('update checkouts set signed = true where checkout_id = $1', checkoutId);
    expect(await orders.place(checkoutId)).toMatchObject({ ok: true, paymentId: null });
    const { order, checkout } = await orders.purchase(checkoutId);
    expect(order).toMatchObject({
      status: 'paid',
      paymentMethod: 'free',
      total: 0,
      payment: null,
      paidAt: orders.now(),
    });
    expect(checkout.state).toBe('paid');
    expect(orders.provider.calls).toEqual([]);
    expect(await orders.events(checkoutId)).toEqual(['payment.confirmed']);
  });

  test('[COM2] the shopper’s cart is no longer abandoned', async () => {
    const checkoutId = await orders.checkout();
    const clock = () => orders.rows('select abandon_at from checkouts where checkout_id = $1', checkoutId);
    await orders.rows(
      'update checkouts set captured_at = now(), abandon_at = now() where checkout_id = $1',
      checkoutId,
    );
    await orders.pay(checkoutId);
    expect(await clock()).toEqual([{ abandon_at: null }]);
  });
});

describe('a failed attempt', () => {
  test.each<[string, CreateResult, string]>([
    ['the bank refuses', { outcome: 'refused', reason: 'insufficient_funds' }, 'insufficient_funds'],
    ['the provider is away', { outcome: 'later', reason: 'HTTP_503' }, 'unavailable'],
    ['the account is broken', { outcome: 'broken', reason: 'WRONG_TOKEN' }, 'unavailable'],
    [
      'the provider has it, and it has failed',
      { outcome: 'made', providerId: 'x', update: { state: 'failed', at: 0, reason: 'risk' } },
      'risk',
    ],
  ])(
    '[COM2][COM4] %s: the order has failed, causes one event, and can be paid by another method',
    async (_, charged, reason) => {
      const checkoutId = await orders.checkout();
      orders.provider.script.create = () =>
        charged.outcome === 'made' ? { ...charged, providerId: checkoutId } : charged;
      await orders.pay(checkoutId, 'card');
      const failed = await orders.purchase(checkoutId);
      expect(failed.order).toMatchObject({ status: 'failed', paymentMethod: 'credit_card' });
      expect(failed.payments).toMatchObject([{ state: 'failed', reason, pollAt: null }]);
      orders.provider.script.create = create;
      orders.pass(1_000);
      await orders.pay(checkoutId);
      const again = await orders.purchase(checkoutId);
      expect(again.order).toMatchObject({ status: 'pending', number: failed.order.number, paymentMethod: 'pix' });
      expect(again.order.payment).not.toHaveProperty('refusal_reason');
      expect(await orders.events(checkoutId)).toEqual(['payment.failed', 'pix.generated']);
    },
  );

  test('[COM2] an account error is stored, and cleared when the account works', async () => {
    const lastError = async () =>
      (
        await orders.rows(
          'select last_error as "lastError" from payment_accounts where account_id = $1',
          orders.accountId,
        )
      )[0]!['lastError'];
    orders.provider.script.create = () => ({ outcome: 'broken', reason: 'WRONG_TOKEN' });
    await orders.pay(await orders.checkout());
    expect(await lastError()).toBe('WRONG_TOKEN');
    orders.provider.script.create = create;
    await orders.pay(await orders.checkout());
    expect(await lastError()).toBeNull();
  });

  test('[COM2] a lost response leads to a lookup; meanwhile nothing else is tried', async () => {
    const checkoutId = await orders.checkout();
    orders.provider.script.create = async (request) => {
      await create(request);
      return { outcome: 'uncertain' };
    };
    const paymentId = await orders.pay(checkoutId);
    expect(await orders.place(checkoutId)).toMatchObject({ ok: true, paymentId });
    expect(await orders.place(checkoutId, 'card')).toEqual({ ok: false, code: 'PAYMENT_IN_PROGRESS' });
    expect(await orders.payment(paymentId)).toMatchObject({ state: 'creating', providerId: null });
    expect(await orders.events(checkoutId)).toEqual([]);
    orders.pass(11_000);
    expect(await pollPayments(orders.deps, { limit: 100 })).toBeGreaterThan(0);
    expect(await orders.payment(paymentId)).toMatchObject({ state: 'pending', providerId: `their ${paymentId}` });
    expect(await orders.events(checkoutId)).toEqual(['pix.generated']);
    const calls = orders.provider.calls.filter((call) => call.endsWith(paymentId));
    expect(calls).toEqual([`create ${paymentId}`, `find ${paymentId}`]);
  });

  test('[COM2] a provider that throws is treated as one without a response', async () => {
    orders.provider.script.create = () => {
      throw new Error('a bug');
    };
    expect(await orders.payment(await orders.pay(await orders.checkout()))).toMatchObject({ state: 'creating' });
  });
});

describe('refusals', () => {
  const hidden = { customer: { ...maria, email: 'nowhere' } };

  test('[COM2] another store’s, closed or unknown checkout', async () => {
    expect(await orders.place('no id')).toEqual({ ok: false, code: 'CHECKOUT_NOT_FOUND' });
    expect(await orders.place('01a1fe41-b4e3-73ce-8687-e74d81e654ba')).toEqual({
      ok: false,
      code: 'CHECKOUT_NOT_FOUND',
    });
    const expired = await orders.checkout();
    await orders.rows(`update checkouts set state = 'expired' where checkout_id = $1`, expired);
    expect(await orders.place(expired)).toEqual({ ok: false, code: 'CHECKOUT_EXPIRED' });
    expect(await orders.place(await orders.checkout(100, hidden))).toEqual({
      ok: false,
      code: 'DATA_MISSING',
      missing: ['customer'],
    });
    expect(await orders.place(await orders.checkout(), 'boleto')).toEqual({
      ok: false,
      code: 'DATA_MISSING',
      missing: ['address'],
    });
    expect(orders.provider.calls).toEqual([]);
  });

  test('[COM4] an order that is paid, cancelled, or in review', async () => {
    const [paid, review] = [await orders.checkout(), await orders.checkout()];
    await orders.becomes(await orders.pay(paid), { state: 'paid', paid: 9980 });
    expect(await orders.place(paid)).toEqual({ ok: false, code: 'ORDER_PAID' });
    const paymentId = (await orders.purchase(paid)).payments[0]!.paymentId;
    await orders.becomes(paymentId, { state: 'refunded' });
    expect(await orders.place(paid)).toEqual({ ok: false, code: 'ORDER_CANCELLED' });
    await orders.becomes(await orders.pay(review, 'card'), { state: 'processing' });
    expect(await orders.place(review)).toEqual({ ok: false, code: 'PAYMENT_IN_PROGRESS' });
    expect((await orders.purchase(review)).order.status).toBe('processing');
  });

  test('[COM2] more than 20 attempts', async () => {
    const checkoutId = await orders.checkout();
    orders.provider.script.create = () => ({ outcome: 'refused', reason: 'declined' });
    for (let attempt = 0; attempt < 20; attempt++) await orders.pay(checkoutId, 'card');
    expect(await orders.place(checkoutId, 'card')).toEqual({ ok: false, code: 'TOO_MANY_PAYMENTS' });
  });

  test('[COM2] a method that the store does not offer', async () => {
    const checkoutId = await orders.checkout();
    await orders.rows(`delete from payment_methods where store_id = $1 and method = 'card'`, orders.storeId);
    expect(await orders.place(checkoutId, 'card')).toEqual({ ok: false, code: 'METHOD_NOT_OFFERED' });
  });

  test('[COM27] a method that the store does not offer, whose discount would make the order free', async () => {
    const checkoutId = await orders.checkout();
    await orders.rows(`delete from payment_methods where store_id = $1 and method = 'card'`, orders.storeId);
    const all = { kind: 'percent', hundredths: 10_000 } as const;
    const methodDiscounts = [{ method: 'card', reduction: all, minimum: 0, maximum: null } as const];
    await priceRulesWrite(orders.deps.db, orders.storeId, { ...noPriceRules, methodDiscounts });
    expect(await orders.place(checkoutId, 'card')).toEqual({ ok: false, code: 'METHOD_NOT_OFFERED' });
  });
});

async function placed(): Promise<string> {
  const checkoutId = await orders.checkout();
  await orders.pay(checkoutId);
  return checkoutId;
}
