import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Charged } from '../payments/provider.ts';
import { checkPayments } from './payments/poll-payments.ts';
import { maria, startTestOrders, type TestOrders } from './testing/test-orders.ts';

const minute = 60_000;

let world: TestOrders;
beforeAll(async () => {
  world = await startTestOrders();
});
afterAll(() => world.stop());

let create: (typeof world)['provider']['script']['create'];
beforeEach(() => {
  create ??= world.provider.script.create;
  world.provider.script.create = create;
  world.provider.calls.length = 0;
});

describe('an order', () => {
  test('[COM2] is made by choosing a method: numbered, frozen, pending, with what there is to pay with', async () => {
    const first = await world.purchase(await placed());
    const checkoutId = await world.checkout();
    const paymentId = await world.pay(checkoutId);
    const { order, payments, checkout } = await world.purchase(checkoutId);
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
        pix: { payload: `code of ${paymentId}`, expires_at: new Date(world.now() + 24 * 60 * minute).toISOString() },
      },
    });
    expect(Number(first.order.number)).toBeGreaterThan(1000);
    expect(payments).toMatchObject([{ paymentId, state: 'pending', amount: 9980, provider: 'sandbox' }]);
    expect(checkout.state).toBe('ordered');
    expect(await world.events(checkoutId)).toEqual(['pix.generated']);
    const [event] = await world.rows('select * from events where order_id = $1', order.orderId);
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
        created_at: new Date(world.now()).toISOString(),
        items: order.items,
      },
      payment: order.payment,
      customer: maria,
      shipping: null,
    });
  });

  test('[COM2] the provider is told who pays what, under the id of the payment', async () => {
    const checkoutId = await world.checkout();
    const paymentId = await world.pay(checkoutId, 'card');
    const { order } = await world.purchase(checkoutId);
    expect(world.provider.charges.at(-1)).toEqual({
      paymentId,
      method: 'card',
      amount: 9980,
      orderNumber: order.number,
      storeName: 'Loja Aurora',
      expiresAt: null,
      payer: { ...maria, address: null },
      card: { token: 'a token', installments: 1, brand: 'visa' },
      notifyUrl: `https://pay.retoma.example/webhooks/payments/${world.accountId}`,
      now: world.now(),
    });
  });

  test('[COM2] 8 presses at once make one order, one payment and one call', async () => {
    const checkoutId = await world.checkout();
    const placed = await Promise.all(Array.from({ length: 8 }, () => world.place(checkoutId)));
    const { order, payments } = await world.purchase(checkoutId);
    const answer = { ok: true, orderId: order.orderId, paymentId: payments[0]!.paymentId };
    expect(placed).toEqual(placed.map(() => answer));
    expect(payments).toHaveLength(1);
    expect(world.provider.calls).toEqual([`create ${payments[0]!.paymentId}`]);
    expect(await world.events(checkoutId)).toEqual(['pix.generated']);
  });

  test('[COM2] a PIX that is live and of the same amount is shown again; one that is nearly over is not', async () => {
    const checkoutId = await world.checkout();
    const paymentId = await world.pay(checkoutId);
    world.pass(24 * 60 * minute - 61_000);
    expect(await world.pay(checkoutId)).toBe(paymentId);
    world.pass(2_000);
    expect(await world.pay(checkoutId)).not.toBe(paymentId);
    const { payments, order } = await world.purchase(checkoutId);
    expect(order.payment!['id']).toBe(payments[0]!.paymentId);
    expect(payments).toHaveLength(2);
    expect(await world.events(checkoutId)).toEqual(['pix.generated', 'pix.generated']);
  });

  test('[COM2] what costs nothing is paid by choosing, without a provider', async () => {
    const checkoutId = await world.checkout(0);
    await world.rows('update checkouts set signed = true where checkout_id = $1', checkoutId);
    expect(await world.place(checkoutId)).toMatchObject({ ok: true, paymentId: null });
    const { order, checkout } = await world.purchase(checkoutId);
    expect(order).toMatchObject({
      status: 'paid',
      paymentMethod: 'free',
      total: 0,
      payment: null,
      paidAt: world.now(),
    });
    expect(checkout.state).toBe('paid');
    expect(world.provider.calls).toEqual([]);
    expect(await world.events(checkoutId)).toEqual(['payment.confirmed']);
  });

  test('[COM2] the shopper’s cart is not abandoned any more', async () => {
    const checkoutId = await world.checkout();
    const clock = () => world.rows('select abandon_at from checkouts where checkout_id = $1', checkoutId);
    await world.rows('update checkouts set captured_at = now(), abandon_at = now() where checkout_id = $1', checkoutId);
    await world.pay(checkoutId);
    expect(await clock()).toEqual([{ abandon_at: null }]);
  });
});

describe('an attempt that does not work', () => {
  test.each<[string, Charged, string]>([
    ['the bank refuses', { outcome: 'refused', reason: 'insufficient_funds' }, 'insufficient_funds'],
    ['the provider is away', { outcome: 'later', reason: 'HTTP_503' }, 'unavailable'],
    ['the account is broken', { outcome: 'broken', reason: 'WRONG_TOKEN' }, 'unavailable'],
    [
      'the provider has it, and it has failed',
      { outcome: 'made', providerId: 'x', news: { state: 'failed', at: 0, reason: 'risk' } },
      'risk',
    ],
  ])('[COM2][COM4] %s: the order has failed, is told once, and can be paid otherwise', async (_, charged, reason) => {
    const checkoutId = await world.checkout();
    world.provider.script.create = () =>
      charged.outcome === 'made' ? { ...charged, providerId: checkoutId } : charged;
    await world.pay(checkoutId, 'card');
    const failed = await world.purchase(checkoutId);
    expect(failed.order).toMatchObject({ status: 'failed', paymentMethod: 'credit_card' });
    expect(failed.payments).toMatchObject([{ state: 'failed', reason, checkAt: null }]);
    world.provider.script.create = create;
    world.pass(1_000);
    await world.pay(checkoutId);
    const again = await world.purchase(checkoutId);
    expect(again.order).toMatchObject({ status: 'pending', number: failed.order.number, paymentMethod: 'pix' });
    expect(again.order.payment).not.toHaveProperty('refusal_reason');
    expect(await world.events(checkoutId)).toEqual(['payment.failed', 'pix.generated']);
  });

  test('[COM2] what troubles an account is written down, and forgotten when it works', async () => {
    const trouble = async () =>
      (await world.rows('select trouble from payment_accounts where account_id = $1', world.accountId))[0]!['trouble'];
    world.provider.script.create = () => ({ outcome: 'broken', reason: 'WRONG_TOKEN' });
    await world.pay(await world.checkout());
    expect(await trouble()).toBe('WRONG_TOKEN');
    world.provider.script.create = create;
    await world.pay(await world.checkout());
    expect(await trouble()).toBeNull();
  });

  test('[COM2] an answer that was lost leaves it to be asked about; meanwhile nothing else is tried', async () => {
    const checkoutId = await world.checkout();
    world.provider.script.create = async (charge) => {
      await create(charge);
      return { outcome: 'uncertain' };
    };
    const paymentId = await world.pay(checkoutId);
    expect(await world.place(checkoutId)).toMatchObject({ ok: true, paymentId });
    expect(await world.place(checkoutId, 'card')).toEqual({ ok: false, code: 'PAYMENT_IN_PROGRESS' });
    expect(await world.payment(paymentId)).toMatchObject({ state: 'creating', providerId: null });
    expect(await world.events(checkoutId)).toEqual([]);
    world.pass(11_000);
    expect(await checkPayments(world.parts, { limit: 100 })).toBeGreaterThan(0);
    expect(await world.payment(paymentId)).toMatchObject({ state: 'pending', providerId: `their ${paymentId}` });
    expect(await world.events(checkoutId)).toEqual(['pix.generated']);
    const calls = world.provider.calls.filter((call) => call.endsWith(paymentId));
    expect(calls).toEqual([`create ${paymentId}`, `find ${paymentId}`]);
  });

  test('[COM2] a provider that throws is as one that did not answer', async () => {
    world.provider.script.create = () => {
      throw new Error('a bug');
    };
    expect(await world.payment(await world.pay(await world.checkout()))).toMatchObject({ state: 'creating' });
  });
});

describe('what is refused', () => {
  const hidden = { customer: { ...maria, email: 'nowhere' } };

  test('[COM2] what is not ours, over, or unknown', async () => {
    expect(await world.place('no id')).toEqual({ ok: false, code: 'CHECKOUT_NOT_FOUND' });
    expect(await world.place('01a1fe41-b4e3-73ce-8687-e74d81e654ba')).toEqual({
      ok: false,
      code: 'CHECKOUT_NOT_FOUND',
    });
    const expired = await world.checkout();
    await world.rows(`update checkouts set state = 'expired' where checkout_id = $1`, expired);
    expect(await world.place(expired)).toEqual({ ok: false, code: 'CHECKOUT_EXPIRED' });
    expect(await world.place(await world.checkout(100, hidden))).toEqual({
      ok: false,
      code: 'DATA_MISSING',
      missing: ['customer'],
    });
    expect(await world.place(await world.checkout(), 'boleto')).toEqual({
      ok: false,
      code: 'DATA_MISSING',
      missing: ['address'],
    });
    expect(world.provider.calls).toEqual([]);
  });

  test('[COM4] an order that is paid, cancelled, or in review', async () => {
    const [paid, review] = [await world.checkout(), await world.checkout()];
    await world.becomes(await world.pay(paid), { state: 'paid', paid: 9980 });
    expect(await world.place(paid)).toEqual({ ok: false, code: 'ORDER_PAID' });
    const paymentId = (await world.purchase(paid)).payments[0]!.paymentId;
    await world.becomes(paymentId, { state: 'refunded' });
    expect(await world.place(paid)).toEqual({ ok: false, code: 'ORDER_CANCELLED' });
    await world.becomes(await world.pay(review, 'card'), { state: 'processing' });
    expect(await world.place(review)).toEqual({ ok: false, code: 'PAYMENT_IN_PROGRESS' });
    expect((await world.purchase(review)).order.status).toBe('processing');
  });

  test('[COM2] more than 20 attempts', async () => {
    const checkoutId = await world.checkout();
    world.provider.script.create = () => ({ outcome: 'refused', reason: 'declined' });
    for (let attempt = 0; attempt < 20; attempt++) await world.pay(checkoutId, 'card');
    expect(await world.place(checkoutId, 'card')).toEqual({ ok: false, code: 'TOO_MANY_PAYMENTS' });
  });

  test('[COM2] a method that the store does not offer', async () => {
    const checkoutId = await world.checkout();
    await world.rows(`delete from payment_methods where store_id = $1 and method = 'card'`, world.storeId);
    expect(await world.place(checkoutId, 'card')).toEqual({ ok: false, code: 'METHOD_NOT_OFFERED' });
  });
});

async function placed(): Promise<string> {
  const checkoutId = await world.checkout();
  await world.pay(checkoutId);
  return checkoutId;
}
