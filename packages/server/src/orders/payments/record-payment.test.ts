import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recordPayment, type ReportedPayment } from './record-payment.ts';
import { startTestOrders, type TestOrders } from '../testing/test-orders.ts';

const minute = 60_000;

let world: TestOrders;
let checkoutId: string;
let paymentId: string;
beforeAll(async () => {
  world = await startTestOrders();
});
afterAll(() => world.stop());
beforeEach(async () => {
  world.pass(minute);
  checkoutId = await world.checkout();
  paymentId = await world.pay(checkoutId);
});

const told = (
  state: ReportedPayment['state'],
  minutes: number,
  more: Partial<ReportedPayment> = {},
): ReportedPayment => ({
  state,
  at: world.now() + minutes * minute,
  ...more,
});
const hear = (news: ReportedPayment, id = paymentId) => recordPayment(world.parts, id, news);
const standing = async () => {
  const { order, payments, checkout } = await world.purchase(checkoutId);
  return [order.status, checkout.state, ...payments.map(({ state }) => state)];
};
/** Another attempt at the same order; the first payment is left as it is. */
async function another(method: 'card' | 'boleto' | 'pix' = 'card'): Promise<string> {
  world.pass(minute);
  return world.pay(checkoutId, method);
}

describe('what is heard of a payment', () => {
  test('[COM2][COM5] money: the order and its checkout are paid, told once however often it is heard', async () => {
    world.pass(3 * minute);
    const paid = told('paid', -1, { paid: 9980 });
    await Promise.all([hear(paid), hear(paid), hear({ ...paid, at: paid.at + 5 }), hear(told('pending', 0))]);
    await hear(told('expired', 0));
    expect(await standing()).toEqual(['paid', 'paid', 'paid']);
    const { order, payments } = await world.purchase(checkoutId);
    expect(order).toMatchObject({ paidAt: paid.at, paidLate: false, payment: { id: paymentId, paid_amount: 9980 } });
    expect(payments).toMatchObject([{ paid: 9980, stateAt: paid.at }]);
    expect(await world.events(checkoutId)).toEqual(['pix.generated', 'payment.confirmed']);
  });

  test('[COM4] nothing happens ahead of now, or before it was asked for', async () => {
    await hear(told('processing', -60));
    expect((await world.payment(paymentId)).stateAt).toBe(world.now());
    await hear(told('paid', 60));
    expect((await world.purchase(checkoutId)).order.paidAt).toBe(world.now());
  });

  test('[COM4] a refusal is told once, with why, in words for the shopper; and money after it counts', async () => {
    await hear(told('failed', 0, { reason: 'insufficient_funds' }));
    await hear(told('failed', 0, { reason: 'insufficient_funds' }));
    expect(await standing()).toEqual(['failed', 'ordered', 'failed']);
    const { order } = await world.purchase(checkoutId);
    expect(order.payment).toMatchObject({
      refusal_reason: 'O cartão não tem limite para esta compra. Use outro cartão ou pague com PIX.',
      refused_at: new Date(world.now()).toISOString(),
    });
    await hear(told('paid', 0));
    expect(await standing()).toEqual(['paid', 'paid', 'paid']);
    expect(await world.events(checkoutId)).toEqual(['pix.generated', 'payment.failed', 'payment.confirmed']);
  });

  test('[COM7] money after its PIX has expired is late; that it expired leaves the order open', async () => {
    world.pass(25 * 60 * minute);
    const { expiresAt } = await world.payment(paymentId);
    await hear({ state: 'expired', at: expiresAt! });
    expect(await standing()).toEqual(['pending', 'ordered', 'expired']);
    await hear(told('paid', -1));
    expect((await world.purchase(checkoutId)).order).toMatchObject({ status: 'paid', paidLate: true });
  });

  test('[COM7] money that was paid in time and heard of after the expiry is not late', async () => {
    world.pass(25 * 60 * minute);
    const { expiresAt } = await world.payment(paymentId);
    await hear({ state: 'expired', at: expiresAt! });
    await hear({ state: 'paid', at: expiresAt! });
    expect((await world.purchase(checkoutId)).order).toMatchObject({ status: 'paid', paidLate: false });
  });

  test('[COM7] money after its provider ended the PIX before its time is late', async () => {
    world.pass(10 * minute);
    await hear(told('expired', -5));
    await hear(told('paid', -1));
    expect((await world.purchase(checkoutId)).order).toMatchObject({ status: 'paid', paidLate: true });
  });

  test('[COM7] a boleto that clears after its day is not late', async () => {
    await world.rows('update payments set method = $2 where payment_id = $1', paymentId, 'boleto');
    world.pass(5 * 24 * 60 * minute);
    await hear(told('paid', 0));
    expect((await world.purchase(checkoutId)).order).toMatchObject({ status: 'paid', paidLate: false });
  });

  test('[COM4] money given back cancels the order; the checkout stays paid', async () => {
    await hear(told('paid', 0));
    world.pass(minute);
    await hear(told('refunded', 0));
    expect(await standing()).toEqual(['cancelled', 'paid', 'refunded']);
    expect((await world.payment(paymentId)).paid).toBe(9980);
    expect(await world.events(checkoutId)).toEqual(['pix.generated', 'payment.confirmed']);
  });

  test('[COM4] what the provider calls it is learnt once and kept', async () => {
    await hear(told('processing', 0, { providerId: 'another name' }));
    expect((await world.payment(paymentId)).providerId).toBe(`their ${paymentId}`);
  });

  test('[COM2] a code that changes its form is not told of again', async () => {
    await hear(told('pending', 0, { details: { pix: { payload: 'the same, written otherwise' } } }));
    expect(await world.events(checkoutId)).toEqual(['pix.generated']);
    expect((await world.purchase(checkoutId)).order.payment).toMatchObject({
      pix: { payload: 'the same, written otherwise' },
    });
  });

  test('[COM5] an open page hears of every change', async () => {
    const listener = await world.parts.db.connect();
    try {
      const heard: (string | undefined)[] = [];
      listener.on('notification', ({ payload }) => heard.push(payload));
      await listener.query('listen checkout_changed');
      await hear(told('expired', 0));
      await expect.poll(() => heard).toContain(checkoutId);
    } finally {
      listener.release(true);
    }
  });

  test('a payment of no id is nobody’s', async () => {
    expect(await hear(told('paid', 0), checkoutId)).toBeUndefined();
  });
});

describe('an order with several payments', () => {
  test('[COM4] is paid while any of them is; money that came twice is recorded, and told once', async () => {
    const card = await another();
    await hear(told('paid', 0), card);
    world.pass(minute);
    await hear(told('paid', 0));
    const twice = await world.purchase(checkoutId);
    expect(twice.payments).toMatchObject([{ state: 'paid' }, { state: 'paid', paid: 9980 }]);
    expect(twice.order).toMatchObject({ status: 'paid', paymentMethod: 'credit_card', payment: { id: card } });
    await hear(told('refunded', 0), card);
    expect(await standing()).toEqual(['paid', 'paid', 'refunded', 'paid']);
    expect((await world.purchase(checkoutId)).order).toMatchObject({
      paymentMethod: 'pix',
      payment: { id: paymentId },
    });
    await hear(told('refunded', 0));
    expect(await standing()).toEqual(['cancelled', 'paid', 'refunded', 'refunded']);
    expect(await world.events(checkoutId)).toEqual(['pix.generated', 'payment.confirmed']);
  });

  test('[COM4] a card that is refused while a PIX is open leaves it open, and is told', async () => {
    await hear(told('failed', 0, { reason: 'declined' }), await another());
    expect(await standing()).toEqual(['pending', 'ordered', 'failed', 'pending']);
    expect((await world.purchase(checkoutId)).order).toMatchObject({
      paymentMethod: 'pix',
      payment: { id: paymentId },
    });
    expect(await world.events(checkoutId)).toEqual(['pix.generated', 'payment.failed']);
    await hear(told('failed', 0));
    expect(await standing()).toEqual(['failed', 'ordered', 'failed', 'failed']);
  });

  test('[COM7] the money of an older PIX that had expired is late, though the newer one had not', async () => {
    world.pass(25 * 60 * minute);
    await world.pay(checkoutId);
    await hear(told('paid', 0));
    expect((await world.purchase(checkoutId)).order).toMatchObject({
      status: 'paid',
      paidLate: true,
      payment: { id: paymentId },
    });
  });
});

describe('an order that was cancelled', () => {
  const cancel = (at: number) =>
    world.rows(
      `update orders set status = 'cancelled', status_at = to_timestamp($2 / 1000.0) where checkout_id = $1`,
      checkoutId,
      at,
    );

  test('[COM7] leaves money that comes afterwards to a person', async () => {
    await cancel(world.now());
    world.pass(minute);
    await hear(told('failed', 0));
    expect(await standing()).toEqual(['cancelled', 'ordered', 'failed']);
    await hear(told('paid', 0));
    expect(await standing()).toEqual(['cancelled', 'ordered', 'paid']);
    expect(await world.events(checkoutId)).toEqual(['pix.generated', '-payment.failed']);
  });

  test('[COM4] after its money had come stays cancelled; the money is on record, and nobody is thanked', async () => {
    world.pass(10 * minute);
    await cancel(world.now());
    await hear(told('paid', -5));
    const { order } = await world.purchase(checkoutId);
    expect(order).toMatchObject({ status: 'cancelled', paidAt: null });
    expect(await world.payment(paymentId)).toMatchObject({ state: 'paid', paid: 9980 });
    expect(await world.events(checkoutId)).toEqual(['pix.generated']);
  });
});
