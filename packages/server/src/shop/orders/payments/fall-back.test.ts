import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { PaymentMethod } from '@retoma/commerce';
import { unaudited } from '../../../members/audit/testing/unaudited.ts';
import { setPaymentAccount } from '../../../providers/connections/testing/set-unverified.ts';
import type { CreateResult } from '../../../providers/payments/provider.ts';
import { account as stripeAccount } from '../../../providers/payments/stripe/testing/account.ts';
import { payingAccount } from '../../checkouts/paying-account.ts';
import { providerIdOf, scriptedProvider, type ScriptedProvider } from '../testing/scripted-provider.ts';
import { startTestOrders, type TestOrders } from '../testing/test-orders.ts';
import { placeOrder } from '../place-order.ts';
import { pollPayments } from './poll-payments.ts';
import { recordPayment } from './record-payment.ts';

const minute = 60_000;

let orders: TestOrders;
/** The provider of the second account. */
let second: ScriptedProvider;
let secondId: string;
let createFirst: ScriptedProvider['script']['create'];
beforeAll(async () => {
  orders = await startTestOrders();
  second = scriptedProvider();
  const { deps, storeId } = orders;
  Object.assign(deps, { payments: { ...deps.payments, stripe: second } });
  const set = await setPaymentAccount(deps, storeId, { provider: 'stripe', ...stripeAccount, methods: [] }, unaudited);
  if (!set.ok) throw new Error(set.code);
  secondId = set.accountId;
  await orders.rows('update payment_methods set fallback_account_id = $1', secondId);
  createFirst = orders.provider.script.create;
});
afterAll(() => orders.stop());
afterEach(async () => {
  orders.provider.script.create = createFirst;
  for (const provider of [orders.provider, second]) provider.calls.length = 0;
  await orders.rows('update payments set poll_at = null');
  await orders.rows('update payment_accounts set down_until = null');
  // Failures are counted for a minute.
  orders.pass(2 * minute);
});

const answer = (created: CreateResult): void => void (orders.provider.script.create = () => created);
const later: CreateResult = { outcome: 'later', reason: 'UNREACHABLE' };
const creations = ({ calls }: ScriptedProvider): number => calls.filter((call) => call.startsWith('create')).length;
const paymentsOf = async (checkoutId: string) => (await orders.purchase(checkoutId)).payments.toReversed();

describe('[COM40] a payment that its provider certainly never made', () => {
  test.each([later, { outcome: 'broken', reason: 'ACCESS_TOKEN' }] satisfies CreateResult[])(
    'is tried once with the other account, after %j',
    async (created) => {
      answer(created);
      const checkoutId = await orders.checkout();
      expect(await orders.place(checkoutId)).toMatchObject({ ok: true });
      const { order, payments } = await orders.purchase(checkoutId);
      expect(payments).toMatchObject([
        { accountId: secondId, provider: 'stripe', state: 'pending', amount: 9980 },
        { accountId: orders.accountId, state: 'failed', reason: 'unavailable', neverMade: true },
      ]);
      expect(payments[0]!.paymentId).not.toBe(payments[1]!.paymentId);
      expect(order.status).toBe('pending');
      // No message to the shopper about a payment that another one replaced.
      expect(await orders.events(checkoutId)).toEqual(['-payment.failed', 'pix.generated']);
    },
  );

  test('that the other account does not make either fails, and is not tried a third time', async () => {
    answer(later);
    const secondCreates = second.script.create;
    second.script.create = () => later;
    const checkoutId = await orders.checkout();
    await orders.place(checkoutId);
    second.script.create = secondCreates;
    expect(await paymentsOf(checkoutId)).toMatchObject([{ state: 'failed' }, { state: 'failed' }]);
    expect([creations(orders.provider), creations(second)]).toEqual([1, 1]);
    expect(await orders.events(checkoutId)).toEqual(['-payment.failed', 'payment.failed']);
  });

  test('presses at the same time are one attempt, and one code', async () => {
    answer(later);
    const checkoutId = await orders.checkout();
    await Promise.all(Array.from({ length: 6 }, () => orders.place(checkoutId)));
    const payments = await paymentsOf(checkoutId);
    expect(payments.filter(({ state }) => state === 'pending')).toHaveLength(1);
    expect(creations(second)).toBe(1);
  });

  test('with a code of the other account, pressing again shows that code', async () => {
    answer(later);
    const checkoutId = await orders.checkout();
    await orders.place(checkoutId);
    orders.provider.script.create = createFirst;
    orders.pass(20 * minute);
    const placed = await orders.place(checkoutId);
    const [, live] = await paymentsOf(checkoutId);
    expect(placed).toMatchObject({ paymentId: live!.paymentId });
  });
});

describe('[COM40] never with the other account', () => {
  test.each([
    ['a refusal', { outcome: 'refused', reason: 'unavailable' }],
    ['an unknown result', { outcome: 'uncertain' }],
  ] satisfies [string, CreateResult][])('after %s', async (_what, created) => {
    answer(created);
    const checkoutId = await orders.checkout();
    await orders.place(checkoutId);
    const { payments, methods } = await orders.purchase(checkoutId);
    expect(payments).toMatchObject([{ accountId: orders.accountId, neverMade: false }]);
    expect(creations(second)).toBe(0);
    expect(payingAccount({ payments, methods }, 'pix', orders.now())).toMatchObject({ isFallback: false });
  });

  test('an unknown result that a lookup proves to be none is made again by the same account', async () => {
    answer({ outcome: 'uncertain' });
    const checkoutId = await orders.checkout();
    await orders.place(checkoutId);
    orders.provider.script.create = createFirst;
    orders.pass(minute);
    await pollPayments(orders.deps, { limit: 20 });
    expect(await paymentsOf(checkoutId)).toMatchObject([{ accountId: orders.accountId, state: 'pending' }]);
    expect(creations(second)).toBe(0);
  });

  test('for a method that its provider does not have, or without what it needs of the payer', async () => {
    answer(later);
    const checkoutId = await orders.checkout();
    // The scripted providers need an address for a boleto, so nothing is requested at all.
    expect(await orders.place(checkoutId, 'boleto')).toMatchObject({ ok: false, code: 'DATA_MISSING' });
    const methods = second.methods;
    Object.assign(second, { methods: ['card'] satisfies PaymentMethod[] });
    await orders.place(checkoutId);
    Object.assign(second, { methods });
    expect(await paymentsOf(checkoutId)).toMatchObject([{ state: 'failed' }]);
  });
});

describe('[COM40] a card', () => {
  const pay = async (checkoutId: string, provider?: string) => {
    const { deps, storeId } = orders;
    const store = (
      await orders.rows(
        'select store_id as "storeId", true as active, $2 as name from stores where store_id = $1',
        storeId,
        'Loja',
      )
    )[0] as never;
    const card = { token: 'a token', installments: 1, brand: 'visa' };
    return placeOrder(deps, { store, checkoutId, method: 'card', card, provider });
  };

  test('is left to the shopper, whom the page asks with the other account’s form', async () => {
    answer(later);
    const checkoutId = await orders.checkout();
    await pay(checkoutId, 'sandbox');
    expect(creations(second)).toBe(0);
    const purchase = await orders.purchase(checkoutId);
    expect(purchase.payments).toMatchObject([{ state: 'failed', neverMade: true }]);
    expect(payingAccount(purchase, 'card', orders.now())).toMatchObject({
      account: { provider: 'stripe' },
      isFallback: true,
    });
    second.script.create = (request) => {
      const update = { state: 'paid', at: request.now, paid: request.amount } as const;
      second.updates.set(request.paymentId, update);
      return { outcome: 'made', providerId: providerIdOf(request.paymentId), update };
    };
    await pay(checkoutId, 'stripe');
    const { order, payments } = await orders.purchase(checkoutId);
    expect(order.status).toBe('paid');
    expect(payments).toMatchObject([
      { provider: 'stripe', state: 'paid' },
      { provider: 'sandbox', state: 'failed' },
    ]);
  });

  test('goes to the provider whose form was filled in, also if the other one takes cards by now', async () => {
    const checkoutId = await orders.checkout();
    const until = new Date(orders.now() + minute).toISOString();
    await orders.rows('update payment_accounts set down_until = $2 where account_id = $1', orders.accountId, until);
    await pay(checkoutId, 'sandbox');
    expect(await paymentsOf(checkoutId)).toMatchObject([{ provider: 'sandbox' }]);
    expect(await pay(await orders.checkout(), 'mercadopago')).toEqual({ ok: false, code: 'METHOD_NOT_OFFERED' });
  });
});

test('[COM40] three failures within a minute: the other account comes first for a minute', async () => {
  answer(later);
  const fail = async (): Promise<string> => {
    const checkoutId = await orders.checkout();
    await orders.place(checkoutId);
    return checkoutId;
  };
  await fail();
  orders.pass(61_000);
  await fail();
  await fail();
  const spread = await orders.purchase(await orders.checkout());
  expect(payingAccount({ ...spread, payments: [] }, 'pix', orders.now())).toMatchObject({ isFallback: false });
  await fail();
  const fresh = async () => {
    const { methods } = await orders.purchase(await orders.checkout());
    return payingAccount({ methods, payments: [] }, 'pix', orders.now());
  };
  expect(await fresh()).toMatchObject({ account: { provider: 'stripe' }, isFallback: true });
  const before = creations(orders.provider);
  await fail();
  expect(creations(orders.provider)).toBe(before);
  orders.pass(61_000);
  expect(await fresh()).toMatchObject({ isFallback: false });
});

test('[COM40] money for both payments counts, is reported, and open codes are cancelled', async () => {
  answer(later);
  const checkoutId = await orders.checkout();
  await orders.place(checkoutId);
  const [first, live] = await paymentsOf(checkoutId);
  second.updates.set(live!.paymentId, { state: 'paid', at: orders.now(), paid: 9980 });
  await recordPayment(orders.deps, live!.paymentId, { state: 'paid', at: orders.now(), paid: 9980 });
  // Against its own answer the first provider made the payment.
  await recordPayment(orders.deps, first!.paymentId, { state: 'paid', at: orders.now(), paid: 9980 });
  const { order, payments } = await orders.purchase(checkoutId);
  expect(order.status).toBe('paid');
  expect(payments.map(({ paid }) => paid)).toEqual([9980, 9980]);
  expect((await orders.events(checkoutId)).filter((type) => type.endsWith('payment.confirmed'))).toHaveLength(1);
});

test('[COM40] an account is never its own fallback, and a live store has no sandbox as one', async () => {
  await expect(orders.rows('update payment_methods set fallback_account_id = account_id')).rejects.toMatchObject({
    constraint: 'payment_methods_fallback_differs',
  });
});
