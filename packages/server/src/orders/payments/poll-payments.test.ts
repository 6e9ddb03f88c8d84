import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkNow, checkPayments } from './poll-payments.ts';
import { nextCheck } from './next-poll.ts';
import { startTestOrders, type TestOrders } from '../testing/test-orders.ts';
import { providerIdOf } from '../testing/scripted-provider.ts';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];

let world: TestOrders;
let script: TestOrders['provider']['script'];
beforeAll(async () => {
  world = await startTestOrders();
  script = { ...world.provider.script };
});
afterAll(() => world.stop());
beforeEach(async () => {
  Object.assign(world.provider.script, script);
  await world.rows('update payments set check_at = null');
  world.provider.calls.length = 0;
});

const due = () => checkPayments(world.parts, { limit: 20 });
/** A payment of which nobody knows whether its provider has it: its process died before the call. */
async function orphan(method: 'pix' | 'card' = 'pix'): Promise<string> {
  world.provider.script.create = () => ({ outcome: 'uncertain' });
  const paymentId = await world.pay(await world.checkout(), method);
  Object.assign(world.provider.script, script);
  world.provider.calls.length = 0;
  return paymentId;
}

describe('a payment that is due', () => {
  test('[COM2] is asked about, and what became of it is recorded', async () => {
    const checkoutId = await world.checkout();
    const paymentId = await world.pay(checkoutId);
    expect(await due()).toBe(0);
    world.provider.news.set(paymentId, { state: 'paid', at: world.now(), paid: 9980 });
    world.pass(31 * second);
    expect(await due()).toBe(1);
    expect((await world.purchase(checkoutId)).order.status).toBe('paid');
    expect(await world.payment(paymentId)).toMatchObject({ checkAt: null, checks: 1 });
    world.pass(hour);
    expect(await due()).toBe(0);
  });

  test('[COM2] is asked about by one of many', async () => {
    const paymentId = await world.pay(await world.checkout());
    world.pass(31 * second);
    const asked = await Promise.all(Array.from({ length: 6 }, due));
    expect(asked.reduce((sum, one) => sum + one)).toBe(1);
    expect(world.provider.calls).toEqual([`create ${paymentId}`, `find ${paymentId}`]);
  });

  test('[COM2] and claimed by a process that died is asked about when the claim is over', async () => {
    const paymentId = await world.pay(await world.checkout());
    world.pass(31 * second);
    world.provider.script.find = () => {
      throw new Error('dies here');
    };
    await due();
    await world.rows(
      `update payments set check_at = to_timestamp($2 / 1000.0) where payment_id = $1`,
      paymentId,
      world.now() + minute,
    );
    Object.assign(world.provider.script, script);
    expect(await due()).toBe(0);
    world.pass(minute);
    expect(await due()).toBe(1);
  });

  test('[COM2] whose provider is away is asked about later, and keeps nobody else', async () => {
    const [away, here] = [await world.pay(await world.checkout()), await world.pay(await world.checkout())];
    world.pass(31 * second);
    world.provider.news.set(here, { state: 'paid', at: world.now(), paid: 9980 });
    world.provider.script.find = (payment) =>
      payment.paymentId === away ? { outcome: 'later', reason: 'HTTP_503' } : script.find(payment);
    expect(await due()).toBe(2);
    expect([(await world.payment(away)).state, (await world.payment(here)).state]).toEqual(['pending', 'paid']);
    expect((await world.payment(away)).checkAt).toBeGreaterThan(world.now());
  });

  test('[COM7] whose code is over has expired by the clock, and is asked about for a week', async () => {
    const checkoutId = await world.checkout();
    const paymentId = await world.pay(checkoutId);
    world.pass(24 * hour);
    await due();
    expect(await world.payment(paymentId)).toMatchObject({ state: 'expired', checkAt: world.now() + 6 * hour });
    world.provider.news.set(paymentId, { state: 'paid', at: world.now() + 5 * hour, paid: 9980 });
    world.pass(6 * hour);
    await due();
    expect((await world.purchase(checkoutId)).order).toMatchObject({ status: 'paid', paidLate: true });
  });
});

describe('a payment of which nobody knows whether its provider has it', () => {
  test('[COM2] is asked for once more under its id where the provider has none', async () => {
    const paymentId = await orphan();
    world.pass(minute);
    await due();
    expect(world.provider.calls).toEqual([`find ${paymentId}`, `create ${paymentId}`]);
    expect(await world.payment(paymentId)).toMatchObject({ state: 'pending', providerId: providerIdOf(paymentId) });
    const [first, again] = world.provider.charges.filter((charge) => charge.paymentId === paymentId);
    expect({ ...again, now: first!.now }).toEqual(first);
  });

  test('[COM2] a card is never asked for again; after ten minutes it was never made', async () => {
    const paymentId = await orphan('card');
    world.pass(minute);
    await due();
    expect((await world.payment(paymentId)).state).toBe('creating');
    world.pass(9 * minute);
    await due();
    expect(await world.payment(paymentId)).toMatchObject({ state: 'failed', reason: 'unavailable', checkAt: null });
    expect(new Set(world.provider.calls)).toEqual(new Set([`find ${paymentId}`]));
  });

  test('[COM2] a card whose provider is away stays unknown; a code that nobody saw is given up', async () => {
    const [card, pix] = [await orphan('card'), await orphan()];
    world.provider.script.find = () => ({ outcome: 'later', reason: 'HTTP_503' });
    world.pass(10 * minute);
    await due();
    expect([(await world.payment(card)).state, (await world.payment(pix)).state]).toEqual(['creating', 'failed']);
  });

  test('[COM7] a code that would be over already is not made any more, and nobody is told', async () => {
    const paymentId = await orphan();
    world.pass(25 * hour);
    await due();
    const { state, orderId } = await world.payment(paymentId);
    expect(state).toBe('expired');
    expect(world.provider.calls).toEqual([`find ${paymentId}`]);
    expect(await world.rows('select from events where order_id = $1', orderId)).toEqual([]);
  });
});

describe('a notice', () => {
  test('[COM2] has its payment asked about at once, and is not believed itself', async () => {
    const checkoutId = await world.checkout();
    const paymentId = await world.pay(checkoutId);
    const idle = await world.notice(paymentId);
    await (idle.ok && idle.checked);
    expect((await world.purchase(checkoutId)).order.status).toBe('pending');
    world.pass(1);
    world.provider.news.set(paymentId, { state: 'paid', at: world.now(), paid: 9980 });
    const taken = await world.notice(paymentId);
    await (taken.ok && taken.checked);
    expect((await world.purchase(checkoutId)).order.status).toBe('paid');
  });

  test('[COM2] that is forged, of an account that is gone, of another sale or of nothing: nobody is asked', async () => {
    const paymentId = await world.pay(await world.checkout());
    world.provider.calls.length = 0;
    expect(await world.notice(paymentId, 'wrong')).toEqual({ ok: false, code: 'FORGED_NOTICE' });
    expect(await world.notice('somebody else’s')).toMatchObject({ ok: true });
    expect(world.provider.calls).toEqual([]);
  });

  test('[COM2] that comes while its payment is being asked about is not forgotten', async () => {
    const paymentId = await world.pay(await world.checkout());
    world.pass(31 * second);
    let asked = 0;
    world.provider.script.find = async (payment) => {
      // The answer was on its way when the money came.
      const answer = await script.find(payment);
      if (++asked === 1) {
        world.pass(1);
        world.provider.news.set(paymentId, { state: 'processing', at: world.now() });
        const taken = await world.notice(paymentId);
        await (taken.ok && taken.checked);
        world.provider.news.set(paymentId, { state: 'paid', at: world.now(), paid: 9980 });
        world.pass(1);
        // This one's asking fails to happen: its process dies.
        await world.rows(
          'update payments set check_at = to_timestamp($2 / 1000.0) where payment_id = $1',
          paymentId,
          world.now(),
        );
      }
      return answer;
    };
    await due();
    expect(await world.payment(paymentId)).toMatchObject({ state: 'processing', checkAt: world.now() });
    await due();
    expect((await world.payment(paymentId)).state).toBe('paid');
  });

  test('[COM2] also of a payment of which nothing more was expected', async () => {
    const checkoutId = await world.checkout();
    const paymentId = await world.pay(checkoutId);
    await world.becomes(paymentId, { state: 'paid', paid: 9980 });
    world.pass(minute);
    world.provider.news.set(paymentId, { state: 'refunded', at: world.now() });
    const taken = await world.notice(paymentId);
    await (taken.ok && taken.checked);
    expect((await world.purchase(checkoutId)).order.status).toBe('cancelled');
  });
});

test('[COM2] a PIX to the store’s own key is never asked about; the clock ends it', async () => {
  const { provider } = world;
  const paymentId = await world.pay(await world.checkout());
  const own = { ...world.parts, payments: { ...world.parts.payments, sandbox: { ...provider, hasWebhooks: false } } };
  provider.calls.length = 0;
  await checkNow(own, [paymentId]);
  expect((await world.payment(paymentId)).checkAt).toBe((await world.payment(paymentId)).expiresAt);
  world.pass(24 * hour);
  await checkPayments(own, { limit: 20 });
  expect(await world.payment(paymentId)).toMatchObject({ state: 'expired', checkAt: null });
  expect(provider.calls).toEqual([]);
});

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
] as const)('[COM2] a payment %s for %d ms is asked about again after %j ms', (state, age, pause) => {
  const next = nextCheck({ state, createdAt: 0, expiresAt: 24 * hour, cancelRequestedAt: null }, true, age);
  expect(next === null ? null : next - age).toBe(pause);
});
