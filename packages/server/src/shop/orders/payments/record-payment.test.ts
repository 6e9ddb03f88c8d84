import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ReportedPayment } from '../order-rules.ts';
import { recordPayment } from './record-payment.ts';
import { startTestOrders, type TestOrders } from '../testing/test-orders.ts';

const minute = 60_000;

let orders: TestOrders;
let checkoutId: string;
let paymentId: string;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.stop());
beforeEach(async () => {
  orders.pass(minute);
  checkoutId = await orders.checkout();
  paymentId = await orders.pay(checkoutId);
});

const reported = (
  state: ReportedPayment['state'],
  minutes: number,
  more: Partial<ReportedPayment> = {},
): ReportedPayment => ({
  state,
  at: orders.now() + minutes * minute,
  ...more,
});
const receive = (update: ReportedPayment, id = paymentId) => recordPayment(orders.deps, id, update);
const states = async () => {
  const { order, payments, checkout } = await orders.purchase(checkoutId);
  return [order.status, checkout.state, ...payments.map(({ state }) => state)];
};
/** Another attempt for the same order; the first payment does not change. */
async function another(method: 'card' | 'boleto' | 'pix' = 'card'): Promise<string> {
  orders.pass(minute);
  return orders.pay(checkoutId, method);
}

describe('reports of a payment', () => {
  test('[COM2][COM5] money: the order and its checkout are paid, with one event for any number of reports', async () => {
    orders.pass(3 * minute);
    const paid = reported('paid', -1, { paid: 9980 });
    await Promise.all([
      receive(paid),
      receive(paid),
      receive({ ...paid, at: paid.at + 5 }),
      receive(reported('pending', 0)),
    ]);
    await receive(reported('expired', 0));
    expect(await states()).toEqual(['paid', 'paid', 'paid']);
    const { order, payments } = await orders.purchase(checkoutId);
    expect(order).toMatchObject({ paidAt: paid.at, paidLate: false, payment: { id: paymentId, paid_amount: 9980 } });
    expect(payments).toMatchObject([{ paid: 9980, stateAt: paid.at }]);
    expect(await orders.events(checkoutId)).toEqual(['pix.generated', 'payment.confirmed']);
  });

  test('[COM4] a reported instant is neither in the future nor before the request', async () => {
    await receive(reported('processing', -60));
    expect((await orders.payment(paymentId)).stateAt).toBe(orders.now());
    await receive(reported('paid', 60));
    expect((await orders.purchase(checkoutId)).order.paidAt).toBe(orders.now());
  });

  test('[COM4] a refusal causes one event, with a reason for the shopper; later money counts', async () => {
    await receive(reported('failed', 0, { reason: 'insufficient_funds' }));
    await receive(reported('failed', 0, { reason: 'insufficient_funds' }));
    expect(await states()).toEqual(['failed', 'ordered', 'failed']);
    const { order } = await orders.purchase(checkoutId);
    expect(order.payment).toMatchObject({
      refusal_reason: 'O cartão não tem limite para esta compra. Use outro cartão ou pague com PIX.',
      refused_at: new Date(orders.now()).toISOString(),
    });
    await receive(reported('paid', 0));
    expect(await states()).toEqual(['paid', 'paid', 'paid']);
    expect(await orders.events(checkoutId)).toEqual(['pix.generated', 'payment.failed', 'payment.confirmed']);
  });

  test('[COM7] money after the expiry of its PIX is late; the expiry itself leaves the order open', async () => {
    orders.pass(25 * 60 * minute);
    const { expiresAt } = await orders.payment(paymentId);
    await receive({ state: 'expired', at: expiresAt! });
    expect(await states()).toEqual(['pending', 'ordered', 'expired']);
    await receive(reported('paid', -1));
    expect((await orders.purchase(checkoutId)).order).toMatchObject({ status: 'paid', paidLate: true });
  });

  test('[COM7] money that was paid in time and reported after the expiry is not late', async () => {
    orders.pass(25 * 60 * minute);
    const { expiresAt } = await orders.payment(paymentId);
    await receive({ state: 'expired', at: expiresAt! });
    await receive({ state: 'paid', at: expiresAt! });
    expect((await orders.purchase(checkoutId)).order).toMatchObject({ status: 'paid', paidLate: false });
  });

  test('[COM7] money after its provider ended the PIX early is late', async () => {
    orders.pass(10 * minute);
    await receive(reported('expired', -5));
    await receive(reported('paid', -1));
    expect((await orders.purchase(checkoutId)).order).toMatchObject({ status: 'paid', paidLate: true });
  });

  test('[COM7] a boleto that clears after its due day is not late', async () => {
    await orders.rows('update payments set method = $2 where payment_id = $1', paymentId, 'boleto');
    orders.pass(5 * 24 * 60 * minute);
    await receive(reported('paid', 0));
    expect((await orders.purchase(checkoutId)).order).toMatchObject({ status: 'paid', paidLate: false });
  });

  test('[COM4] a refund cancels the order; the checkout stays paid', async () => {
    await receive(reported('paid', 0));
    orders.pass(minute);
    await receive(reported('refunded', 0));
    expect(await states()).toEqual(['cancelled', 'paid', 'refunded']);
    expect((await orders.payment(paymentId)).paid).toBe(9980);
    expect(await orders.events(checkoutId)).toEqual(['pix.generated', 'payment.confirmed']);
  });

  test('[COM4] the provider’s id is stored once and does not change', async () => {
    await receive(reported('processing', 0, { providerId: 'another name' }));
    expect((await orders.payment(paymentId)).providerId).toBe(`their ${paymentId}`);
  });

  test('[COM2] a code that changes its form causes no second event', async () => {
    await receive(reported('pending', 0, { details: { pix: { payload: 'the same, written otherwise' } } }));
    expect(await orders.events(checkoutId)).toEqual(['pix.generated']);
    expect((await orders.purchase(checkoutId)).order.payment).toMatchObject({
      pix: { payload: 'the same, written otherwise' },
    });
  });

  test('[COM5] an open page receives every change', async () => {
    const listener = await orders.deps.db.connect();
    try {
      const received: (string | undefined)[] = [];
      listener.on('notification', ({ payload }) => received.push(payload));
      await listener.query('listen checkout_changed');
      await receive(reported('expired', 0));
      await expect.poll(() => received).toContain(checkoutId);
    } finally {
      listener.release(true);
    }
  });

  test('an unknown payment id changes nothing', async () => {
    expect(await receive(reported('paid', 0), checkoutId)).toBeUndefined();
  });
});

describe('an order with several payments', () => {
  test('[COM4] is paid while any of them is; a second payment is recorded, without a second event', async () => {
    const card = await another();
    await receive(reported('paid', 0), card);
    orders.pass(minute);
    await receive(reported('paid', 0));
    const twice = await orders.purchase(checkoutId);
    expect(twice.payments).toMatchObject([{ state: 'paid' }, { state: 'paid', paid: 9980 }]);
    expect(twice.order).toMatchObject({ status: 'paid', paymentMethod: 'credit_card', payment: { id: card } });
    await receive(reported('refunded', 0), card);
    expect(await states()).toEqual(['paid', 'paid', 'refunded', 'paid']);
    expect((await orders.purchase(checkoutId)).order).toMatchObject({
      paymentMethod: 'pix',
      payment: { id: paymentId },
    });
    await receive(reported('refunded', 0));
    expect(await states()).toEqual(['cancelled', 'paid', 'refunded', 'refunded']);
    expect(await orders.events(checkoutId)).toEqual(['pix.generated', 'payment.confirmed']);
  });

  test('[COM4] stays open if a card is refused while a PIX is open, with an event', async () => {
    await receive(reported('failed', 0, { reason: 'declined' }), await another());
    expect(await states()).toEqual(['pending', 'ordered', 'failed', 'pending']);
    expect((await orders.purchase(checkoutId)).order).toMatchObject({
      paymentMethod: 'pix',
      payment: { id: paymentId },
    });
    expect(await orders.events(checkoutId)).toEqual(['pix.generated', 'payment.failed']);
    await receive(reported('failed', 0));
    expect(await states()).toEqual(['failed', 'ordered', 'failed', 'failed']);
  });

  test('[COM7] the money of an older, expired PIX is late, even if the newer one is not expired', async () => {
    orders.pass(25 * 60 * minute);
    await orders.pay(checkoutId);
    await receive(reported('paid', 0));
    expect((await orders.purchase(checkoutId)).order).toMatchObject({
      status: 'paid',
      paidLate: true,
      payment: { id: paymentId },
    });
  });
});

describe('an order that was cancelled', () => {
  const cancel = (at: number) =>
    orders.rows(
      `update orders set status = 'cancelled', status_at = to_timestamp($2 / 1000.0) where checkout_id = $1`,
      checkoutId,
      at,
    );

  test('[COM7] leaves later money to a decision', async () => {
    await cancel(orders.now());
    orders.pass(minute);
    await receive(reported('failed', 0));
    expect(await states()).toEqual(['cancelled', 'ordered', 'failed']);
    await receive(reported('paid', 0));
    expect(await states()).toEqual(['cancelled', 'ordered', 'paid']);
    expect(await orders.events(checkoutId)).toEqual(['pix.generated', '-payment.failed']);
  });

  test('[COM4] before its money arrived stays cancelled; the money is recorded, and no confirmation is sent', async () => {
    orders.pass(10 * minute);
    await cancel(orders.now());
    await receive(reported('paid', -5));
    const { order } = await orders.purchase(checkoutId);
    expect(order).toMatchObject({ status: 'cancelled', paidAt: null });
    expect(await orders.payment(paymentId)).toMatchObject({ state: 'paid', paid: 9980 });
    expect(await orders.events(checkoutId)).toEqual(['pix.generated']);
  });
});
