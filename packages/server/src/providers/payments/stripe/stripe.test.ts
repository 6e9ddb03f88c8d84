import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../base/ids.ts';
import type { KnownPayment, PaymentAccount, PaymentProvider, PaymentRequest } from '../provider.ts';
import type { ScriptedFailure } from '../testing/faults.ts';
import { providerSuite } from '../testing/provider-suite.ts';
import { examplePaymentRequest, openProvider, refundOf, type Tested } from '../testing/tested-provider.ts';
import { stripeForm } from './form.ts';
import { stripe } from './index.ts';
import { account as complete } from './testing/account.ts';
import { StripeServer } from './testing/stripe-server.ts';

/** 23:59 in São Paulo, when boletos of Stripe expire. */
const start = Date.parse('2026-03-12T23:59:00-03:00');
const never = new AbortController().signal;
const openAt = (url: string): PaymentProvider => openProvider(stripe, { settings: { STRIPE_URL: url } });

let server: StripeServer;
let provider: PaymentProvider;
beforeAll(async () => {
  server = await new StripeServer(() => start).start();
  provider = openAt(server.url);
});
afterAll(() => server.stop());
beforeEach(() => server.forget());

const account = (change: Partial<PaymentAccount> = {}): PaymentAccount => ({
  accountId: newId(),
  storeId: newId(),
  ...complete,
  ...change,
});

const open = (): Tested => ({
  // The methods are asked for before there is a server.
  provider: provider ?? openAt(''),
  account: server && account(),
  now: () => start,
  refused: server && account({ credentials: { secretKey: 'sk_test_de_outra_loja_00' } }),
  away: openAt('http://127.0.0.1:1'),
  hang() {
    server.failNext('hang', '/v1/account');
    return server.hanging();
  },
  refuseNext: (status, body) => server.failNext({ status, body }, '/'),
  cards: {
    accepted: 'pm_card_visa',
    refused: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    review: 'pm_card_waits',
    challenged: 'pm_card_threeDSecure2Required',
    installments: 1,
  },
  amounts: { min: 50, max: 99_999_999 },
  count: () => server.count(),
  pay: (id) => server.pay(id),
  expire: (id) => server.expire(id),
});

providerSuite('stripe', open);

const pix = (change: Partial<PaymentRequest> = {}): PaymentRequest => examplePaymentRequest(open(), 'pix', change);
const card = (token: string, change: Partial<PaymentRequest> = {}): PaymentRequest =>
  examplePaymentRequest(open(), 'card', { card: { token, brand: 'visa', installments: 1 }, ...change });
const create = (payment: PaymentRequest) => provider.create(account(), payment, never);
const find = (known: KnownPayment) => provider.find(account(), known, never);

async function made(payment = pix()): Promise<KnownPayment & { providerId: string }> {
  const created = await create(payment);
  if (created.outcome !== 'made') throw new Error(`not made: ${JSON.stringify(created)}`);
  return { paymentId: payment.paymentId, method: payment.method, providerId: created.providerId };
}

async function paid(): Promise<KnownPayment & { providerId: string }> {
  const known = await made();
  server.pay(known.providerId);
  return known;
}

test.each([
  [401, { outcome: 'refused', reason: 'ACCESS_TOKEN' }],
  [403, { outcome: 'refused', reason: 'NOT_PERMITTED' }],
  [429, { outcome: 'unreachable', reason: 'HTTP_429' }],
  [500, { outcome: 'unreachable', reason: 'HTTP_500' }],
  ['other-json', { outcome: 'unreachable', reason: 'HTTP_200' }],
  ['garbage', { outcome: 'unreachable', reason: 'HTTP_200' }],
] as const)('[COM15] an answer %s to the check of an account is not an acceptance', async (failure, verified) => {
  server.failNext(failure, '/v1/account');
  expect(await provider.verify(account(), never)).toEqual(verified);
  expect(await provider.verify(account(), never)).toEqual({ outcome: 'ok', account: 'Loja Aurora' });
});

test('[COM15] keys for tests and for production together are refused', async () => {
  const mixed = account({ settings: { publishableKey: 'pk_live_51AuroraAuroraAurora' } });
  expect(await provider.verify(mixed, never)).toEqual({ outcome: 'refused', reason: 'TEST_AND_LIVE_MIXED' });
});

test('keys of another kind are not taken', () => {
  const takes = (secretKey: string) => stripeForm.credentials.safeParse({ secretKey }).success;
  expect(['sk_live_0123456789', 'rk_test_0123456789'].map(takes)).toEqual([true, true]);
  expect(['pk_live_0123456789', 'sk_live_', 'sk_live_0123 456789', ''].map(takes)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(stripeForm.settings.safeParse({ publishableKey: 'sk_live_0123456789' }).success).toBe(false);
});

describe('what is asked for', () => {
  test('a PIX in the words of the documents', async () => {
    const payment = pix();
    await create(payment);
    expect(server.requested.at(-1)).toEqual({
      amount: '18990',
      currency: 'brl',
      confirm: 'true',
      description: 'Pedido 1042 - Pão & Café São João',
      'metadata[payment_id]': payment.paymentId,
      'metadata[order_number]': '1042',
      'payment_method_types[0]': 'pix',
      'expand[0]': 'latest_charge.balance_transaction',
      'expand[1]': 'latest_charge.refunds',
      'payment_method_data[type]': 'pix',
      'payment_method_data[billing_details][name]': 'Maria Souza Lima',
      'payment_method_data[billing_details][email]': 'maria@cliente.example',
      'payment_method_options[pix][expires_at]': String(payment.expiresAt! / 1_000),
    });
  });

  test('a boleto with its payer, in days', async () => {
    await create(examplePaymentRequest(open(), 'boleto'));
    expect(server.requested.at(-1)).toMatchObject({
      'payment_method_data[boleto][tax_id]': '12345678909',
      'payment_method_data[billing_details][address][line1]': 'Av. das Nações Unidas, 3003',
      'payment_method_data[billing_details][address][postal_code]': '06233200',
      'payment_method_data[billing_details][address][country]': 'BR',
      'payment_method_options[boleto][expires_after_days]': '3',
    });
  });

  test.each([
    [1, 'pix', 70],
    [30 * 86_400_000, 'pix', 14 * 86_400 - 60],
  ] as const)('an expiry in %i ms is moved to the nearest that is taken', async (ms, method, seconds) => {
    expect(await create(examplePaymentRequest(open(), method, { expiresAt: start + ms }))).toMatchObject({
      outcome: 'made',
    });
    expect(server.requested.at(-1)!['payment_method_options[pix][expires_at]']).toBe(String(start / 1_000 + seconds));
  });

  test('a card is charged at once or not at all, and only its token is sent', async () => {
    const before = server.requested.length;
    const inThree = card('pm_card_visa', { card: { token: 'pm_card_visa', brand: 'visa', installments: 3 } });
    expect(await create(inThree)).toEqual({ outcome: 'refused', reason: 'installments_not_accepted' });
    expect(server.requested).toHaveLength(before);
    const settings = { ...account().settings, statementSuffix: 'AURORA' };
    await provider.create(account({ settings }), card('pm_card_visa', { shipping: pix().payer.address }), never);
    const sent = server.requested.at(-1)!;
    expect(sent).toMatchObject({
      payment_method: 'pm_card_visa',
      statement_descriptor_suffix: 'AURORA',
      'shipping[name]': 'Maria Souza Lima',
      'shipping[phone]': '+5511987654321',
      'shipping[address][postal_code]': '06233200',
    });
    expect(Object.keys(sent).filter((name) => name.startsWith('payment_method_data'))).toEqual([]);
  });

  test('[COM39] a card asks for 3-D Secure where it must, and gets the browser back at the page', async () => {
    await create(card('pm_card_visa'));
    expect(server.requested.at(-1)).toMatchObject({
      'payment_method_options[card][request_three_d_secure]': 'automatic',
      return_url: 'https://pay.retoma.example/pay/1/returned',
    });
    const known = await made(card('pm_card_threeDSecure2Required'));
    server.confirm(known.providerId, false);
    expect(await find(known)).toMatchObject({ update: { state: 'failed', reason: 'not_confirmed' } });
  });
});

describe('[COM2] a payment is made once', () => {
  test.each(['cut-after', 'half', 'garbage', 'other-json', 'too-long', 500, 503, 408, 409, 425] as const)(
    'after %s it is unknown whether it was made, and asking again makes no second one',
    async (failure) => {
      const payment = pix();
      server.failNext(failure, '/v1/payment_intents');
      expect(await create(payment)).toEqual({ outcome: 'uncertain' });
      expect(await create(payment)).toMatchObject({ outcome: 'made' });
      expect(server.count()).toBe(1);
    },
  );

  test('a card that was charged, and whose answer was lost, is charged once', async () => {
    const payment = card('pm_card_visa');
    server.failNext('cut-after', '/v1/payment_intents');
    expect(await create(payment)).toEqual({ outcome: 'uncertain' });
    expect(await create(payment)).toMatchObject({ outcome: 'made', update: { state: 'paid' } });
    expect(server.count()).toBe(1);
  });

  test('the same payment with another expiry is not made again, and is found', async () => {
    const payment = pix();
    const { providerId } = await made(payment);
    const later = { ...payment, expiresAt: payment.expiresAt! + 60_000 };
    expect(await create(later)).toEqual({ outcome: 'uncertain' });
    expect(await find({ ...payment, providerId: null })).toMatchObject({ outcome: 'found', providerId });
    expect(server.count()).toBe(1);
  });

  test.each([
    [429, 'HTTP_429'],
    [302, 'HTTP_302'],
  ] as const)('after %s it was certainly not made', async (failure, reason) => {
    server.failNext(failure, '/v1/payment_intents');
    expect(await create(pix())).toEqual({ outcome: 'later', reason });
    expect(server.count()).toBe(0);
  });
});

describe('refusals', () => {
  test.each([
    ['pm_card_visa_chargeDeclined', 'declined'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'check_security_code'],
    ['pm_card_chargeDeclinedExpiredCard', 'check_expiry'],
    ['pm_card_authenticationRequired', 'call_bank'],
  ])('the card %s is declined: %s', async (token, reason) => {
    const payment = card(token);
    const created = await create(payment);
    expect(created).toMatchObject({ outcome: 'made', update: { state: 'failed', reason } });
    expect(await find({ ...payment, providerId: null })).toMatchObject({ update: { state: 'failed', reason } });
  });

  const error = (code: string, more: object = {}): ScriptedFailure => ({
    status: 400,
    body: { error: { type: 'invalid_request_error', code, ...more } },
  });

  test.each([
    [error('payment_method_unactivated'), { outcome: 'broken', reason: 'NOT_PERMITTED' }],
    [error('livemode_mismatch'), { outcome: 'broken', reason: 'TEST_AND_LIVE_MIXED' }],
    [error('tax_id_invalid'), { outcome: 'refused', reason: 'check_data' }],
    [error('card_decline_rate_limit_exceeded'), { outcome: 'refused', reason: 'too_many_attempts' }],
    [
      { status: 402, body: { error: { type: 'card_error', code: 'card_decline_rate_limit_exceeded' } } },
      { outcome: 'refused', reason: 'too_many_attempts' },
    ],
    [
      error('parameter_missing', { param: 'payment_method_data[billing_details][name]' }),
      { outcome: 'refused', reason: 'check_data' },
    ],
    [error('parameter_unknown', { param: 'amount' }), { outcome: 'refused', reason: 'unavailable' }],
    [401, { outcome: 'broken', reason: 'ACCESS_TOKEN' }],
    [403, { outcome: 'broken', reason: 'NOT_PERMITTED' }],
  ] as [ScriptedFailure, object][])('%j is understood', async (failure, result) => {
    server.failNext(failure, '/v1/payment_intents');
    expect(await create(pix())).toEqual(result);
  });
});

describe('what is found', () => {
  test.each([
    [404, { outcome: 'unknown' }],
    [401, { outcome: 'broken', reason: 'ACCESS_TOKEN' }],
    [429, { outcome: 'later', reason: 'HTTP_429' }],
    [500, { outcome: 'later', reason: 'HTTP_500' }],
    ['garbage', { outcome: 'later', reason: 'MALFORMED' }],
    ['other-json', { outcome: 'later', reason: 'MALFORMED' }],
    ['cut', { outcome: 'later', reason: 'CONNECTION_LOST' }],
  ] as const)('an answer %s', async (failure, result) => {
    const known = await made();
    server.failNext(failure, known.providerId);
    expect(await find(known)).toEqual(result);
  });

  test('a search that cannot be read is not a payment that does not exist', async () => {
    const known = await made();
    server.failNext('other-json', '/search');
    expect(await find({ ...known, providerId: null })).toEqual({ outcome: 'later', reason: 'MALFORMED' });
  });

  test('a payment in another currency, and one of an unknown status, are not read', async () => {
    const known = await made();
    Object.assign(server.intent(known.providerId), { currency: 'usd' });
    expect(await find(known)).toEqual({ outcome: 'later', reason: 'MALFORMED' });
    Object.assign(server.intent(known.providerId), { currency: 'brl', status: 'levitating' });
    expect(await find(known)).toEqual({ outcome: 'later', reason: 'MALFORMED' });
  });

  test('[COM7a] a part that was given back', async () => {
    const known = await paid();
    server
      .refunds(known.providerId)
      .push(
        { id: 're_1', object: 'refund', amount: 4_000, status: 'succeeded', created: 1_773_370_000 },
        { id: 're_2', object: 'refund', amount: 9_000, status: 'pending', created: 1_773_380_000 },
      );
    expect(await find(known)).toMatchObject({
      update: { state: 'partially_refunded', paid: 18_990, refunded: 4_000, at: 1_773_370_000_000 },
    });
  });

  test.each([
    ['needs_response', 'charged_back'],
    ['under_review', 'charged_back'],
    ['lost', 'charged_back'],
    ['won', 'paid'],
    ['warning_needs_response', 'paid'],
  ])('[COM7a] a payment whose dispute is %s is %s', async (status, state) => {
    const known = await paid();
    server.dispute(known.providerId, status);
    expect(await find(known)).toMatchObject({ outcome: 'found', update: { state } });
    server.failNext(500, '/v1/disputes');
    expect(await find(known)).toEqual({ outcome: 'later', reason: 'HTTP_500' });
  });
});

describe('refunds', () => {
  const refund = (known: KnownPayment) => provider.refund(account(), refundOf(known), never);

  test('one that the bank has not done yet is waited for, and is asked for once', async () => {
    const known = await paid();
    server.refundStatus = 'pending';
    const waits = { outcome: 'later', reason: 'IN_PROCESS' };
    expect([await refund(known), await refund(known)]).toEqual([waits, waits]);
    const [only, ...more] = server.refunds(known.providerId);
    expect(more).toEqual([]);
    only!.status = 'succeeded';
    expect(await refund(known)).toEqual({ outcome: 'refunded', at: only!.created * 1_000 });
  });

  test('one whose answer was lost is done once', async () => {
    const known = await paid();
    server.failNext('cut-after', '/v1/refunds');
    expect(await refund(known)).toEqual({ outcome: 'later', reason: 'CONNECTION_LOST' });
    expect(await refund(known)).toMatchObject({ outcome: 'refunded' });
    expect(server.refunds(known.providerId)).toHaveLength(1);
  });

  test.each([
    [400, { outcome: 'refused', reason: 'HTTP_400' }],
    [401, { outcome: 'broken', reason: 'ACCESS_TOKEN' }],
    [429, { outcome: 'later', reason: 'HTTP_429' }],
    [500, { outcome: 'later', reason: 'HTTP_500' }],
    ['garbage', { outcome: 'later', reason: 'MALFORMED' }],
  ] as const)('an answer %s', async (failure, result) => {
    const known = await paid();
    server.failNext(failure, '/v1/refunds');
    expect(await refund(known)).toEqual(result);
  });

  test('one that failed is refused', async () => {
    server.refundStatus = 'failed';
    expect(await refund(await paid())).toEqual({ outcome: 'refused', reason: 'REJECTED' });
  });
});

describe('[COM14] webhooks', () => {
  const parse = (...webhook: Parameters<StripeServer['webhook']>) =>
    provider.parseWebhook(account(), server.webhook(...webhook));
  const intent = { object: 'payment_intent', id: 'pi_3Aurora1' };
  const changed = { outcome: 'changed', providerId: 'pi_3Aurora1' };

  test('of a payment, and of a charge, a refund or a dispute of it', () => {
    expect(parse(intent)).toEqual(changed);
    for (const object of ['charge', 'refund', 'dispute']) {
      expect(parse({ object, id: 'x_1', payment_intent: 'pi_3Aurora1' })).toEqual(changed);
    }
  });

  test('that comes twice says the same twice', () =>
    expect([parse(intent), parse(intent)]).toEqual([changed, changed]));

  test('of something else is ignored', () => {
    expect(parse({ object: 'customer', id: 'cus_1' })).toEqual({ outcome: 'ignored' });
    expect(parse({ object: 'charge', id: 'ch_1', payment_intent: null })).toEqual({ outcome: 'ignored' });
    expect(parse({ object: 'payment_intent', id: '../../v1/account' })).toEqual({ outcome: 'ignored' });
  });

  test('is taken with several signatures, while its secret is replaced', () =>
    expect(parse(intent, { more: `v1=${'ab'.repeat(32)},` })).toEqual(changed));

  test('is refused with a wrong secret, an old time, a changed body, or without a secret here', () => {
    const forged = { outcome: 'invalid_signature' };
    expect(parse(intent, { secret: 'whsec_another0000' })).toEqual(forged);
    expect(parse(intent, { at: start - 301_000 })).toEqual(forged);
    expect(parse(intent, { at: start + 301_000 })).toEqual(forged);
    const webhook = server.webhook(intent);
    expect(provider.parseWebhook(account(), { ...webhook, body: Buffer.from('{}') })).toEqual(forged);
    const noSecret = account({ credentials: { secretKey: server.credentials.secretKey } });
    expect(provider.parseWebhook(noSecret, webhook)).toEqual(forged);
  });
});
