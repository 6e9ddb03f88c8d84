import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WebhookRequest } from '../../../providers/payments/provider.ts';
import { handlePaymentWebhook } from './payment-webhook.ts';
import { nextPoll, pollNow, pollPayments } from './poll-payments.ts';
import { startTestOrders, type TestOrders } from '../testing/test-orders.ts';
import { providerIdOf } from '../testing/scripted-provider.ts';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];

let orders: TestOrders;
let script: TestOrders['provider']['script'];
beforeAll(async () => {
  orders = await startTestOrders();
  script = { ...orders.provider.script };
});
afterAll(() => orders.stop());
beforeEach(async () => {
  Object.assign(orders.provider.script, script);
  await orders.rows('update payments set poll_at = null');
  orders.provider.calls.length = 0;
});

const due = () => pollPayments(orders.deps, { limit: 20 });
/** A payment that may or may not exist at its provider, because its process died before the call. */
async function orphan(method: 'pix' | 'card' = 'pix'): Promise<string> {
  orders.provider.script.create = () => ({ outcome: 'uncertain' });
  const paymentId = await orders.pay(await orders.checkout(), method);
  Object.assign(orders.provider.script, script);
  orders.provider.calls.length = 0;
  return paymentId;
}

describe('a due payment', () => {
  test('[COM2] is looked up, and the result is recorded', async () => {
    const checkoutId = await orders.checkout();
    const paymentId = await orders.pay(checkoutId);
    expect(await due()).toBe(0);
    orders.provider.updates.set(paymentId, { state: 'paid', at: orders.now(), paid: 9980 });
    orders.pass(31 * second);
    expect(await due()).toBe(1);
    expect((await orders.purchase(checkoutId)).order.status).toBe('paid');
    expect(await orders.payment(paymentId)).toMatchObject({ pollAt: null, pollCount: 1 });
    orders.pass(hour);
    expect(await due()).toBe(0);
  });

  test('[COM2] is looked up by one of many', async () => {
    const paymentId = await orders.pay(await orders.checkout());
    orders.pass(31 * second);
    const claimed = await Promise.all(Array.from({ length: 6 }, due));
    expect(claimed.reduce((sum, one) => sum + one)).toBe(1);
    expect(orders.provider.calls).toEqual([`create ${paymentId}`, `find ${paymentId}`]);
  });

  test('[COM2] that a dead process had claimed is looked up after the claim expires', async () => {
    const paymentId = await orders.pay(await orders.checkout());
    orders.pass(31 * second);
    orders.provider.script.find = () => {
      throw new Error('dies here');
    };
    await due();
    await orders.rows(
      `update payments set poll_at = to_timestamp($2 / 1000.0) where payment_id = $1`,
      paymentId,
      orders.now() + minute,
    );
    Object.assign(orders.provider.script, script);
    expect(await due()).toBe(0);
    orders.pass(minute);
    expect(await due()).toBe(1);
  });

  test('[COM2] with an unreachable provider is polled later, and delays no other', async () => {
    const [away, here] = [await orders.pay(await orders.checkout()), await orders.pay(await orders.checkout())];
    orders.pass(31 * second);
    orders.provider.updates.set(here, { state: 'paid', at: orders.now(), paid: 9980 });
    orders.provider.script.find = (payment) =>
      payment.paymentId === away ? { outcome: 'later', reason: 'HTTP_503' } : script.find(payment);
    expect(await due()).toBe(2);
    expect([(await orders.payment(away)).state, (await orders.payment(here)).state]).toEqual(['pending', 'paid']);
    expect((await orders.payment(away)).pollAt).toBeGreaterThan(orders.now());
  });

  test('[COM7] with an expired code is expired by the clock, and is polled for a week', async () => {
    const checkoutId = await orders.checkout();
    const paymentId = await orders.pay(checkoutId);
    orders.pass(24 * hour);
    await due();
    expect(await orders.payment(paymentId)).toMatchObject({ state: 'expired', pollAt: orders.now() + 6 * hour });
    orders.provider.updates.set(paymentId, { state: 'paid', at: orders.now() + 5 * hour, paid: 9980 });
    orders.pass(6 * hour);
    await due();
    expect((await orders.purchase(checkoutId)).order).toMatchObject({ status: 'paid', paidLate: true });
  });
});

describe('a payment that may or may not exist at its provider', () => {
  test('[COM2] is requested once more under its id if the provider does not have it', async () => {
    const paymentId = await orphan();
    orders.pass(minute);
    await due();
    expect(orders.provider.calls).toEqual([`find ${paymentId}`, `create ${paymentId}`]);
    expect(await orders.payment(paymentId)).toMatchObject({ state: 'pending', providerId: providerIdOf(paymentId) });
    const [first, again] = orders.provider.requests.filter((request) => request.paymentId === paymentId);
    expect({ ...again, now: first!.now }).toEqual(first);
  });

  test('[COM2] by card is never requested again; after ten minutes it counts as never created', async () => {
    const paymentId = await orphan('card');
    orders.pass(minute);
    await due();
    expect((await orders.payment(paymentId)).state).toBe('creating');
    orders.pass(9 * minute);
    await due();
    expect(await orders.payment(paymentId)).toMatchObject({ state: 'failed', reason: 'unavailable', pollAt: null });
    expect(new Set(orders.provider.calls)).toEqual(new Set([`find ${paymentId}`]));
  });

  test('[COM2] by card stays unknown if the provider is unreachable; a code that was never shown is given up', async () => {
    const [card, pix] = [await orphan('card'), await orphan()];
    orders.provider.script.find = () => ({ outcome: 'later', reason: 'HTTP_503' });
    orders.pass(10 * minute);
    await due();
    expect([(await orders.payment(card)).state, (await orders.payment(pix)).state]).toEqual(['creating', 'failed']);
  });

  test('[COM7] by a code that would be expired already is not created, and not reported', async () => {
    const paymentId = await orphan();
    orders.pass(25 * hour);
    await due();
    const { state, orderId } = await orders.payment(paymentId);
    expect(state).toBe('expired');
    expect(orders.provider.calls).toEqual([`find ${paymentId}`]);
    expect(await orders.rows('select from events where order_id = $1', orderId)).toEqual([]);
  });
});

describe('a webhook', () => {
  test('[COM2] causes an immediate lookup of its payment, and its content is not trusted', async () => {
    const checkoutId = await orders.checkout();
    const paymentId = await orders.pay(checkoutId);
    const idle = await orders.webhook(paymentId);
    await (idle.ok && idle.checked);
    expect((await orders.purchase(checkoutId)).order.status).toBe('pending');
    orders.pass(1);
    orders.provider.updates.set(paymentId, { state: 'paid', at: orders.now(), paid: 9980 });
    const handled = await orders.webhook(paymentId);
    await (handled.ok && handled.checked);
    expect((await orders.purchase(checkoutId)).order.status).toBe('paid');
  });

  test('[COM2] that is forged, of a deleted account, of another sale or empty causes no lookup', async () => {
    const paymentId = await orders.pay(await orders.checkout());
    orders.provider.calls.length = 0;
    expect(await orders.webhook(paymentId, 'wrong')).toEqual({ ok: false, code: 'INVALID_SIGNATURE' });
    expect(await orders.webhook('somebody else’s')).toMatchObject({ ok: true });
    expect(orders.provider.calls).toEqual([]);
  });

  test('[COM14] without a valid signature is refused; where genuine ones may lack it, its payment is looked up within a limit', async () => {
    const paymentId = await orders.pay(await orders.checkout());
    const found = Promise.withResolvers<void>();
    orders.provider.script.find = (payment) => {
      found.resolve();
      return script.find(payment);
    };
    const lenient = { ...orders.provider, namedPayment: ({ query }: WebhookRequest) => query['id'] };
    const parts = { ...orders.deps, payments: { ...orders.deps.payments, sandbox: lenient } };
    const requested: string[] = [];
    const take = (named: string, isAllowed: boolean) => {
      const query = { id: providerIdOf(named) };
      const webhook = { headers: {}, query, body: Buffer.alloc(0), now: orders.now() };
      const mayLookUp = (id: string) => requested.push(id) > 0 && isAllowed;
      return handlePaymentWebhook(parts, orders.accountId, webhook, { isWithinRate: () => true, mayLookUp });
    };
    orders.provider.calls.length = 0;
    const refused = { ok: false, code: 'INVALID_SIGNATURE' };
    expect(await take('somebody else’s', true)).toEqual(refused);
    expect(requested).toEqual([]);
    expect(await take(paymentId, false)).toEqual(refused);
    expect(await take(paymentId, true)).toEqual(refused);
    await found.promise;
    expect(requested).toEqual([paymentId, paymentId]);
    expect(orders.provider.calls).toEqual([`find ${paymentId}`]);
  });

  test('[COM2] with an id that is not known yet causes a lookup right after the creation of a payment, or at once if that was lost', async () => {
    const checkoutId = await orders.checkout();
    // Payments of other tests that are still being created are looked up too.
    const callsOf = (id: string) => orders.provider.calls.filter((call) => call.endsWith(id));
    const found = Promise.withResolvers<void>();
    let creating = '';
    orders.provider.script.create = async (request) => {
      creating = request.paymentId;
      const made = await script.create(request);
      const handled = await orders.webhook(creating);
      await (handled.ok && handled.checked);
      expect(callsOf(creating)).toEqual([`create ${creating}`]);
      return made;
    };
    orders.provider.script.find = (payment) => {
      if (payment.paymentId === creating) found.resolve();
      return script.find(payment);
    };
    const paymentId = await orders.pay(checkoutId);
    await found.promise;
    expect(callsOf(paymentId)).toEqual([`create ${paymentId}`, `find ${paymentId}`]);
    const lost = await orphan();
    orders.provider.updates.set(lost, { state: 'paid', at: orders.now(), paid: 9980 });
    orders.pass(31 * second);
    const handled = await orders.webhook(lost);
    await (handled.ok && handled.checked);
    expect((await orders.payment(lost)).state).toBe('paid');
  });

  test('[COM2] during a lookup of its payment causes another lookup', async () => {
    const paymentId = await orders.pay(await orders.checkout());
    orders.pass(31 * second);
    let claimed = 0;
    orders.provider.script.find = async (payment) => {
      // The money arrives while the response is in transit.
      const answer = await script.find(payment);
      if (++claimed === 1) {
        orders.pass(1);
        orders.provider.updates.set(paymentId, { state: 'processing', at: orders.now() });
        const handled = await orders.webhook(paymentId);
        await (handled.ok && handled.checked);
        orders.provider.updates.set(paymentId, { state: 'paid', at: orders.now(), paid: 9980 });
        orders.pass(1);
        // The lookup of this webhook does not happen, because its process dies.
        await orders.rows(
          'update payments set poll_at = to_timestamp($2 / 1000.0) where payment_id = $1',
          paymentId,
          orders.now(),
        );
      }
      return answer;
    };
    await due();
    expect(await orders.payment(paymentId)).toMatchObject({ state: 'processing', pollAt: orders.now() });
    await due();
    expect((await orders.payment(paymentId)).state).toBe('paid');
  });

  test('[COM2] also works for a payment without expected changes', async () => {
    const checkoutId = await orders.checkout();
    const paymentId = await orders.pay(checkoutId);
    await orders.becomes(paymentId, { state: 'paid', paid: 9980 });
    orders.pass(minute);
    orders.provider.updates.set(paymentId, { state: 'refunded', at: orders.now() });
    const handled = await orders.webhook(paymentId);
    await (handled.ok && handled.checked);
    expect((await orders.purchase(checkoutId)).order.status).toBe('cancelled');
  });
});

test('[COM2] a PIX to the store’s own key is never looked up, and expires by the clock', async () => {
  const { provider } = orders;
  const paymentId = await orders.pay(await orders.checkout());
  const own = { ...orders.deps, payments: { ...orders.deps.payments, sandbox: { ...provider, hasWebhooks: false } } };
  provider.calls.length = 0;
  await pollNow(own, [paymentId]);
  expect((await orders.payment(paymentId)).pollAt).toBe((await orders.payment(paymentId)).expiresAt);
  orders.pass(24 * hour);
  await pollPayments(own, { limit: 20 });
  expect(await orders.payment(paymentId)).toMatchObject({ state: 'expired', pollAt: null });
  expect(provider.calls).toEqual([]);
});

const unlimited = { createdAt: 0, expiresAt: 24 * hour, cancelRequestedAt: null, challengeUntil: null };
test.each([
  ['creating', 0, 10 * second],
  ['creating', 2 * minute, minute],
  ['pending', 0, 30 * second],
  ['pending', 10 * minute, 2 * minute],
  ['pending', 10 * hour, hour],
  ['pending', 24 * hour - minute, minute],
  ['pending', 24 * hour, hour],
  ['processing', 3 * hour, 36 * minute],
  ['expired', 30 * hour, 6 * hour],
  ['expired', 8 * 24 * hour - minute, minute],
  ['expired', 8 * 24 * hour, null],
  ['paid', hour, null],
  ['failed', hour, null],
  ['cancelled', hour, null],
  ['refunded', hour, null],
] as const)('[COM2] a payment %s for %d ms is looked up again after %j ms', (state, age, pause) => {
  const next = nextPoll({ ...unlimited, state }, true, age);
  expect(next === null ? null : next - age).toBe(pause);
});

test.each([
  [10 * minute, 2 * minute],
  [38 * minute, 2 * minute],
  [50 * minute, 30 * second],
])('[COM39] a card in a challenge of 40 minutes is looked up after %d ms again in %d', (age, pause) => {
  const challenged = { ...unlimited, state: 'processing', expiresAt: null, challengeUntil: 40 * minute } as const;
  expect(nextPoll(challenged, true, age)! - age).toBe(pause);
});
