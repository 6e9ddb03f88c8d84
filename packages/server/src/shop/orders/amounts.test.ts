import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { saveShopper } from '../checkouts/save-shopper.ts';
import { orderListOdd } from './queries/order-listings.ts';
import { storeFind, type StoreRow } from '../../stores/queries/stores.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import type { OrderAttention } from '@retoma/commerce';
import { acceptOrder } from './accept-order.ts';
import { cancelOrder } from './cancel-order.ts';
import { pollPayments } from './payments/poll-payments.ts';
import { markPaid } from './mark-paid.ts';
import { showOrder } from './read-orders.ts';
import { recordOrderUpdate } from './record-order-update.ts';
import { refundOrder } from './payments/refund-order.ts';
import { requestRest } from './payments/request-rest.ts';
import { reviseOrder } from './revise-order.ts';
import { startTestOrders, type TestOrders } from './testing/test-orders.ts';

const minute = 60_000;

let orders: TestOrders;
let store: StoreRow;
let checkoutId: string;
let cancel: TestOrders['provider']['script']['cancel'];
beforeAll(async () => {
  orders = await startTestOrders();
  ({ cancel } = orders.provider.script);
  store = (await storeFind(orders.deps.db, orders.storeId))!;
});
afterAll(() => orders.stop());
beforeEach(async () => {
  orders.pass(minute);
  orders.provider.calls.length = 0;
  orders.provider.script.cancel = cancel;
  checkoutId = await signed(await orders.checkout());
});

/** Signs a checkout's prices as a server does. */
const signed = async (id: string): Promise<string> => {
  await orders.rows('update checkouts set signed = true where checkout_id = $1', id);
  return id;
};
const order = async () => (await orders.purchase(checkoutId)).order;
const attention = async (): Promise<OrderAttention[]> =>
  (await showOrder(orders.deps.db, orders.storeId, (await order()).orderId))!.attention;
const confirmations = async () =>
  (await orders.events(checkoutId)).filter((type) => type === 'payment.confirmed').length;
const paid = (paymentId: string, cents: number) => orders.becomes(paymentId, { state: 'paid', paid: cents });
/** Changes the purchase's total to this amount. */
const costs = (cents: number) =>
  orders.rows(`update checkouts set subtotal_cents = $2, total_cents = $2 where checkout_id = $1`, checkoutId, cents);
const cancelledAtProvider = () => orders.provider.calls.filter((call) => call.startsWith('cancel '));

describe('an attempt with another amount', () => {
  test('[COM7a] cancels the older code at its provider', async () => {
    const old = await orders.pay(checkoutId);
    await costs(13_990);
    await orders.pay(checkoutId);
    expect(cancelledAtProvider()).toEqual([`cancel ${old}`]);
    expect((await orders.payment(old)).state).toBe('cancelled');
  });

  test('[COM7a] whose older, cheaper code is paid anyway: not paid, no payment is confirmed, and the owner sees it', async () => {
    const old = await orders.pay(checkoutId);
    await costs(13_990);
    orders.provider.script.cancel = () => ({ outcome: 'later', reason: 'HTTP_503' });
    const dear = await orders.pay(checkoutId);
    await paid(old, 9980);
    expect(await order()).toMatchObject({ status: 'processing', total: 13_990, paidAt: null });
    expect(await attention()).toEqual(['UNDERPAID']);
    expect(await confirmations()).toBe(0);
    // Only the rest is missing, so the more expensive code must be cancelled too.
    expect((await orders.payment(dear)).cancelRequestedAt).not.toBeNull();
    await paid(dear, 13_990);
    expect(await order()).toMatchObject({ status: 'paid' });
    expect(await attention()).toEqual(['PAID_TWICE']);
    expect(await confirmations()).toBe(1);
  });

  test('[COM7a] a code that its provider does not cancel at once is cancelled later, by any process', async () => {
    const old = await orders.pay(checkoutId);
    await costs(20_000);
    orders.provider.script.cancel = () => ({ outcome: 'later', reason: 'HTTP_503' });
    await orders.pay(checkoutId);
    expect((await orders.payment(old)).state).toBe('pending');
    orders.provider.script.cancel = cancel;
    orders.pass(minute);
    await pollPayments(orders.deps, { limit: 100 });
    expect((await orders.payment(old)).state).toBe('cancelled');
  });
});

describe('less than the total', () => {
  let part: string;
  beforeEach(async () => {
    part = await orders.pay(checkoutId);
    await paid(part, 4000);
  });

  test('[COM7a] the rest is requested with a new code for the difference, which completes the payment', async () => {
    expect(await order()).toMatchObject({ status: 'processing' });
    expect(await requestRest(orders.deps, orders.storeId, (await order()).orderId, unaudited)).toEqual({
      ok: true,
      checkoutId,
    });
    const { payments } = await orders.purchase(checkoutId);
    expect(payments[0]).toMatchObject({ state: 'pending', method: 'pix', amount: 5980 });
    expect(await order()).toMatchObject({ status: 'processing', total: 9980, payment: { id: payments[0]!.paymentId } });
    expect(await orders.events(checkoutId)).toEqual(['pix.generated', 'pix.generated']);
    await paid(payments[0]!.paymentId, 5980);
    expect(await order()).toMatchObject({ status: 'paid' });
    expect(await attention()).toEqual([]);
    expect(await confirmations()).toBe(1);
    expect(await requestRest(orders.deps, orders.storeId, (await order()).orderId, unaudited)).toMatchObject({
      code: 'NOT_UNDERPAID',
    });
  });

  test('[COM7a] a shopper who pays again pays only the rest', async () => {
    const rest = await orders.pay(checkoutId, 'card');
    expect(await orders.payment(rest)).toMatchObject({ amount: 5980 });
  });

  test('[COM7a] accepted: paid by decision, reported once', async () => {
    const { orderId } = await order();
    expect(await acceptOrder(orders.deps, orders.storeId, orderId, unaudited)).toEqual({ ok: true });
    expect(await order()).toMatchObject({ status: 'paid', accepted: 4000 });
    expect(await attention()).toEqual([]);
    expect(await confirmations()).toBe(1);
    expect(await acceptOrder(orders.deps, orders.storeId, orderId, unaudited)).toEqual({
      ok: false,
      code: 'ORDER_PAID',
    });
  });

  test('[COM7a] refunded: cancelled', async () => {
    orders.pass(minute);
    expect(await refundOrder(orders.deps, orders.storeId, (await order()).orderId, { isReturned: false })).toEqual({
      ok: true,
    });
    expect((await order()).status).toBe('cancelled');
    expect(await confirmations()).toBe(0);
  });

  test('[COM7a] is enough if the total falls to it', async () => {
    await costs(4000);
    expect(await orders.place(checkoutId)).toMatchObject({ ok: true, paymentId: null });
    expect((await order()).status).toBe('paid');
    expect(await confirmations()).toBe(1);
  });
});

describe('a changed address', () => {
  const save = (street: string) => saveShopper(orders.deps, store, checkoutId, { address: { ...place, street } }, {});
  const place = {
    zipcode: '01001-000',
    street: 'Praça da Sé',
    number: '1',
    neighborhood: 'Sé',
    city: 'São Paulo',
    state: 'SP',
  };

  test('[COM7a] cancels the open code in the same transaction, and changes the order’s address', async () => {
    checkoutId = await signed(await orders.checkout(9980, { cart: shippedCart }));
    await save('Rua Velha');
    const code = await orders.pay(checkoutId);
    await save('Rua Velha');
    expect((await orders.payment(code)).cancelRequestedAt).toBeNull();
    await save('Rua Nova');
    expect((await orders.payment(code)).cancelRequestedAt).toBe(orders.now());
    await reviseOrder(orders.deps, orders.storeId, checkoutId);
    expect((await orders.payment(code)).state).toBe('cancelled');
    expect((await order()).shipping).toMatchObject({ address: { street: 'Rua Nova' } });
    // A shopper who pays now gets a code for the current purchase.
    expect(await orders.pay(checkoutId)).not.toBe(code);
  });
});
const shippedCart = {
  items: [{ title: 'Camiseta', quantity: 1, unitPrice: 9980, image: 'https://loja.example/c.png' }],
};

describe('marked as paid', () => {
  test('[COM7a] the mark is a separate payment, and open codes are cancelled', async () => {
    const code = await orders.pay(checkoutId);
    expect(await markPaid(orders.deps, orders.storeId, (await order()).orderId, undefined, unaudited)).toEqual({
      ok: true,
    });
    const { payments } = await orders.purchase(checkoutId);
    expect(payments).toMatchObject([
      { method: 'manual', provider: 'manual', state: 'paid', amount: 9980, paid: 9980 },
      { paymentId: code, state: 'cancelled' },
    ]);
    expect(await confirmations()).toBe(1);
  });

  test('[COM7a] and its PIX is paid anyway: paid twice', async () => {
    const code = await orders.pay(checkoutId);
    orders.provider.script.cancel = () => ({ outcome: 'unsupported' });
    await markPaid(orders.deps, orders.storeId, (await order()).orderId, undefined, unaudited);
    orders.provider.script.cancel = cancel;
    await paid(code, 9980);
    expect((await order()).status).toBe('paid');
    expect(await attention()).toEqual(['PAID_TWICE']);
    expect(await confirmations()).toBe(1);
  });

  test('[COM7a] a manual payment is refunded manually', async () => {
    await orders.pay(checkoutId);
    const { orderId } = await order();
    await markPaid(orders.deps, orders.storeId, orderId, undefined, unaudited);
    orders.pass(minute);
    const refund = (isReturned: boolean) => refundOrder(orders.deps, orders.storeId, orderId, { isReturned });
    expect(await refund(false)).toEqual({ ok: false, code: 'MANUAL_REFUND_REQUIRED' });
    expect(await refund(true)).toEqual({ ok: true });
    expect((await order()).status).toBe('cancelled');
  });
});

/** Sends a report of the store's own system about the order, a minute later. */
async function report(type: 'payment.confirmed' | 'tracking_code_updated', members: object): Promise<void> {
  const { order } = await orders.purchase(checkoutId);
  orders.pass(minute);
  const reported = { id: order.externalId ?? `ext-${order.orderId}`, ...members };
  const { storeId } = orders;
  await inTransaction(orders.deps.db, (client) =>
    recordOrderUpdate(client, {
      storeId,
      type,
      order: reported,
      data: { order: reported },
      checkoutId,
      at: orders.now(),
    }),
  );
}

describe('reported as paid by the store’s own system', () => {
  let code: string;
  beforeEach(async () => {
    code = await orders.pay(checkoutId);
  });
  const says = (status: string, more: object = {}) => report('payment.confirmed', { status, ...more });

  test('[COM7a] its open code is cancelled', async () => {
    await says('paid');
    expect(await order()).toMatchObject({ status: 'paid', accepted: 0 });
    expect(await attention()).toEqual([]);
    await pollPayments(orders.deps, { limit: 100 });
    expect((await orders.payment(code)).state).toBe('cancelled');
  });

  test('[COM7a] and the code is paid anyway: paid twice, until one is refunded', async () => {
    await says('paid');
    const counted = async () =>
      (await orderListOdd(orders.deps.db, orders.storeId, (await order()).orderId, 10)).length;
    expect(await counted()).toBe(0);
    orders.pass(minute);
    await paid(code, 9980);
    expect(await order()).toMatchObject({ status: 'paid', accepted: 0 });
    expect(await attention()).toEqual(['PAID_TWICE']);
    expect(await counted()).toBe(1);
    orders.pass(minute);
    const request = { paymentId: code, isReturned: false };
    expect(await refundOrder(orders.deps, orders.storeId, (await order()).orderId, request)).toEqual({ ok: true });
    expect((await order()).status).toBe('paid');
    expect(await attention()).toEqual([]);
  });

  test('[COM7a] after a partial payment: that part is the accepted amount', async () => {
    await paid(code, 4000);
    await says('paid');
    expect(await order()).toMatchObject({ status: 'paid', accepted: 4000 });
    expect(await attention()).toEqual([]);
  });

  test('[COM7a] and its code was already paid, which its provider reports later: the report meant that money', async () => {
    const paidAt = orders.now();
    await says('paid');
    expect(await order()).toMatchObject({ status: 'paid', accepted: 0 });
    await orders.becomes(code, { state: 'paid', paid: 9980, at: paidAt });
    expect(await order()).toMatchObject({ status: 'paid', accepted: null });
    expect(await attention()).toEqual([]);
    // It is the order's money from now on, so a refund cancels the order.
    orders.pass(minute);
    await refundOrder(orders.deps, orders.storeId, (await order()).orderId, { isReturned: false });
    expect((await order()).status).toBe('cancelled');
  });

  test('[COM7a] after its code was paid and reported: the report adds nothing', async () => {
    await paid(code, 9980);
    await says('paid');
    expect(await order()).toMatchObject({ status: 'paid', accepted: null });
    expect(await attention()).toEqual([]);
  });

  test('[COM7a] and less than the total was already paid: that part is the accepted amount', async () => {
    const paidAt = orders.now();
    await says('paid');
    await orders.becomes(code, { state: 'paid', paid: 4000, at: paidAt });
    expect(await order()).toMatchObject({ status: 'paid', accepted: 4000 });
    expect(await attention()).toEqual([]);
  });
});

describe('another total from the store’s own system', () => {
  let code: string;
  beforeEach(async () => {
    code = await orders.pay(checkoutId);
  });
  const gives = (total: number, status?: string) =>
    report('tracking_code_updated', { total, ...(status && { status }) });
  const odd = async () => (await orderListOdd(orders.deps.db, orders.storeId, (await order()).orderId, 10)).length;

  test.each([undefined, 'paid'])(
    '[COM7a] raised after the payment, with the status %s: paid, and UNDERPAID until it is accepted',
    async (word) => {
      await paid(code, 9980);
      await gives(12_000, word);
      expect(await order()).toMatchObject({ status: 'paid', total: 12_000, accepted: null });
      expect(await attention()).toEqual(['UNDERPAID']);
      expect(await odd()).toBe(1);
      const { orderId } = await order();
      expect(await acceptOrder(orders.deps, orders.storeId, orderId, unaudited)).toEqual({ ok: true });
      expect(await order()).toMatchObject({ status: 'paid', accepted: 9980 });
      expect(await attention()).toEqual([]);
      expect(await odd()).toBe(0);
      expect(await confirmations()).toBe(1);
      expect(await acceptOrder(orders.deps, orders.storeId, orderId, unaudited)).toEqual({
        ok: false,
        code: 'ORDER_PAID',
      });
    },
  );

  test('[COM7a] raised after an outside payment: that system has the rest too', async () => {
    await gives(9980, 'paid');
    expect(await order()).toMatchObject({ status: 'paid', accepted: 0 });
    await gives(12_000, 'paid');
    expect(await order()).toMatchObject({ status: 'paid', accepted: 0 });
    expect(await attention()).toEqual([]);
    expect(await odd()).toBe(0);
  });

  test('[COM7a] raised before the payment: its code is cancelled, and money for it is too little', async () => {
    await gives(12_000);
    await pollPayments(orders.deps, { limit: 100 });
    expect(cancelledAtProvider()).toContain(`cancel ${code}`);
    await paid(code, 9980);
    expect((await order()).status).toBe('processing');
    expect(await attention()).toEqual(['UNDERPAID']);
    expect(await confirmations()).toBe(0);
  });

  test('[COM7a] raised, and the shopper pays again: that total is requested', async () => {
    await gives(12_000);
    const again = await orders.pay(checkoutId);
    expect(await orders.payment(again)).toMatchObject({ amount: 12_000 });
    await paid(again, 12_000);
    expect(await order()).toMatchObject({ status: 'paid', total: 12_000 });
    expect(await attention()).toEqual([]);
  });

  test('[COM7a] below the cart’s total: a shopper who pays again pays the cart’s total', async () => {
    await gives(5000);
    const again = await orders.pay(checkoutId);
    expect(await orders.payment(again)).toMatchObject({ amount: 9980 });
  });

  test('[COM7a] lowered to the received amount: paid, and confirmed once', async () => {
    await paid(code, 4000);
    expect(await attention()).toEqual(['UNDERPAID']);
    await gives(4000);
    expect(await order()).toMatchObject({ status: 'paid', total: 4000 });
    expect(await attention()).toEqual([]);
    expect(await confirmations()).toBe(1);
  });
});

describe('a cancelled order', () => {
  let code: string;
  let orderId: string;
  beforeEach(async () => {
    code = await orders.pay(checkoutId);
    ({ orderId } = await order());
  });

  test('[COM7a] has its open codes cancelled', async () => {
    await cancelOrder(orders.deps, orders.storeId, orderId, unaudited);
    expect(cancelledAtProvider()).toEqual([`cancel ${code}`]);
    expect((await orders.payment(code)).state).toBe('cancelled');
  });

  test('[COM7] with a code that is paid anyway waits for a decision, here accepted', async () => {
    orders.provider.script.cancel = () => ({ outcome: 'unsupported' });
    await cancelOrder(orders.deps, orders.storeId, orderId, unaudited);
    orders.provider.script.cancel = cancel;
    orders.pass(minute);
    await paid(code, 9980);
    expect((await order()).status).toBe('cancelled');
    expect(await attention()).toEqual(['PAID_NOT_WANTED']);
    expect(await confirmations()).toBe(0);
    expect(await acceptOrder(orders.deps, orders.storeId, orderId, unaudited)).toEqual({ ok: true });
    expect(await order()).toMatchObject({ status: 'paid', paidLate: true });
    expect(await confirmations()).toBe(1);
  });

  test('[COM7] with a code that is paid anyway waits for a decision, here refunded', async () => {
    orders.provider.script.cancel = () => ({ outcome: 'unsupported' });
    await cancelOrder(orders.deps, orders.storeId, orderId, unaudited);
    orders.pass(minute);
    await paid(code, 9980);
    expect(await refundOrder(orders.deps, orders.storeId, orderId, { isReturned: false })).toEqual({ ok: true });
    expect((await order()).status).toBe('cancelled');
    expect(await attention()).toEqual([]);
    expect(await acceptOrder(orders.deps, orders.storeId, orderId, unaudited)).toEqual({
      ok: false,
      code: 'NOTHING_TO_ACCEPT',
    });
  });
});

describe('changes by the bank', () => {
  test('[COM7a] a chargeback cancels the order, and the owner sees it', async () => {
    const code = await orders.pay(checkoutId, 'card');
    await paid(code, 9980);
    orders.pass(minute);
    await orders.becomes(code, { state: 'charged_back' });
    expect((await order()).status).toBe('cancelled');
    expect(await attention()).toEqual(['CHARGED_BACK']);
  });

  test('[COM7a] a partial refund at the provider leaves it paid, and is shown', async () => {
    const code = await orders.pay(checkoutId, 'card');
    await paid(code, 9980);
    orders.pass(minute);
    await orders.becomes(code, { state: 'partially_refunded', paid: 9980, refunded: 1000 });
    expect(await order()).toMatchObject({ status: 'paid', accepted: 8980 });
    expect(await orders.payment(code)).toMatchObject({ state: 'partially_refunded', paid: 9980, refunded: 1000 });
    expect(await attention()).toEqual(['PARTLY_REFUNDED']);
  });

  test('[COM7a] three concurrent refunds: one is requested, the others are in progress', async () => {
    const code = await orders.pay(checkoutId, 'card');
    await paid(code, 9980);
    const { refund } = orders.provider.script;
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    orders.provider.script.refund = async (payment) => {
      await held;
      return refund(payment);
    };
    const { orderId } = await order();
    const three = [1, 2, 3].map(() => refundOrder(orders.deps, orders.storeId, orderId, { isReturned: false }));
    // The provider answers only after both others were refused: one that begins later would find nothing left to refund.
    let refused = 0;
    for (const one of three) void one.then(({ ok }) => (refused += ok ? 0 : 1));
    await expect.poll(() => refused).toBe(2);
    release();
    orders.provider.script.refund = refund;
    const all = await Promise.all(three);
    expect(all.filter(({ ok }) => ok)).toHaveLength(1);
    expect(all.filter((one) => !one.ok && one.code === 'REFUND_IN_PROGRESS')).toHaveLength(2);
  });
});

describe('an unsigned cart', () => {
  test('[COM7a] with total 0 is paid only by a decision', async () => {
    checkoutId = await orders.checkout(0);
    expect(await orders.place(checkoutId)).toMatchObject({ ok: true, paymentId: null });
    expect(await order()).toMatchObject({ status: 'processing', total: 0, paidAt: null });
    expect(await attention()).toEqual(['UNSIGNED_PRICE']);
    expect(await orders.events(checkoutId)).toEqual([]);
    await acceptOrder(orders.deps, orders.storeId, (await order()).orderId, unaudited);
    expect(await order()).toMatchObject({ status: 'paid' });
    expect(await orders.events(checkoutId)).toEqual(['payment.confirmed']);
  });

  test('[COM7a] that is paid is marked as unsigned, for the owner and in the event', async () => {
    checkoutId = await orders.checkout();
    await paid(await orders.pay(checkoutId), 9980);
    expect(await attention()).toEqual(['UNSIGNED_PRICE']);
    const [event] = await orders.rows(
      `select data from events where checkout_id = $1 and type = 'payment.confirmed'`,
      checkoutId,
    );
    expect(event!['data']).toMatchObject({ order: { attention: ['UNSIGNED_PRICE'] } });
  });
});
