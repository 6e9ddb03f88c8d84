import { paymentRefusals } from '@retoma/commerce';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../base/ids.ts';
import { openOutgoing } from '../../../base/net/http-client.ts';
import type { PaymentRequest, KnownPayment, PaymentAccount, PaymentProvider } from '../provider.ts';
import { providerSuite } from '../testing/provider-suite.ts';
import { examplePaymentRequest, openProvider, refundOf, type Tested } from '../testing/tested-provider.ts';
import { mercadopagoForm } from './form.ts';
import { mercadopago } from './index.ts';
import type { ScriptedFailure } from '../testing/faults.ts';
import { account as complete } from './testing/account.ts';
import { MercadopagoServer } from './testing/mercadopago-server.ts';
import { signedWebhooks } from './testing/signed-webhooks.ts';

const start = Date.parse('2026-03-12T15:00:00Z');
/** The clock of provider and server. */
let now = start;
const never = new AbortController().signal;
const openAt = (url: string): PaymentProvider =>
  openProvider(mercadopago, { settings: { MERCADOPAGO_URL: url }, clock: () => now });

let server: MercadopagoServer;
let provider: PaymentProvider;
beforeAll(async () => {
  server = await new MercadopagoServer(() => now).start();
  provider = openAt(server.url);
});
afterAll(() => server.stop());
beforeEach(() => {
  now = start;
  server.forget();
});

const account = (change: Partial<PaymentAccount> = {}): PaymentAccount => ({
  accountId: newId(),
  storeId: newId(),
  ...complete,
  ...change,
});

const open = (): Tested => ({
  // The methods are read before there is a server.
  provider: provider ?? openAt(''),
  account: server && account(),
  now: () => start,
  refused: server && account({ credentials: { ...server.credentials, accessToken: 'APP_USR-de-outra-loja' } }),
  away: openAt('http://127.0.0.1:1'),
  hang() {
    server.failNext('hang', '/users/me');
    return server.hanging();
  },
  refuseNext: (status, body) => server.failNext({ status, body }, '/'),
  cards: { accepted: 'APRO', refused: 'FUND', review: 'CONT', challenged: 'CHAL' },
  refusesRepeats: true,
  count: () => server.count(),
  pay: (id) => server.pay(id),
  expire: (id) => server.change(id, { status: 'expired', status_detail: 'expired' }),
});

providerSuite('mercadopago', open);

const pix = (change: Partial<PaymentRequest> = {}): PaymentRequest => examplePaymentRequest(open(), 'pix', change);
/** The payment method of the last request. */
const methodSent = () => server.requested.at(-1)!.transactions!.payments![0].payment_method;
const create = (payment: PaymentRequest, signal = never) => provider.create(account(), payment, signal);

async function made(payment = pix()): Promise<KnownPayment & { providerId: string }> {
  const charged = await create(payment);
  if (charged.outcome !== 'made') throw new Error(`not made: ${JSON.stringify(charged)}`);
  return { paymentId: payment.paymentId, method: payment.method, providerId: charged.providerId };
}

test.each([
  [400, { outcome: 'refused', reason: 'ACCESS_TOKEN' }],
  [403, { outcome: 'refused', reason: 'NOT_PERMITTED' }],
  [429, { outcome: 'unreachable', reason: 'HTTP_429' }],
  [500, { outcome: 'unreachable', reason: 'HTTP_500' }],
  ['other-json', { outcome: 'unreachable', reason: 'HTTP_200' }],
  ['garbage', { outcome: 'unreachable', reason: 'HTTP_200' }],
] as const)('[COM15] a response %s to the check of an account is not an acceptance', async (failure, verified) => {
  server.failNext(failure, '/users/me');
  expect(await provider.verify(account(), never)).toEqual(verified);
  expect(await provider.verify(account(), never)).toEqual({ outcome: 'ok', account: 'LOJAAURORA' });
});

describe('requests', () => {
  test('a card has at most the store’s instalments, with the store’s name on the statement', async () => {
    const settings = { ...account().settings, installments: 3, statementDescriptor: 'LOJA AURORA' };
    const card = (installments: number): PaymentRequest =>
      examplePaymentRequest(open(), 'card', { card: { token: 'APRO', brand: 'visa', installments } });
    const pay = (installments: number) => provider.create(account({ settings }), card(installments), never);
    const before = server.requested.length;
    expect(await pay(4)).toEqual({ outcome: 'refused', reason: 'installments_not_accepted' });
    expect(server.requested).toHaveLength(before);
    expect(await pay(3)).toMatchObject({ outcome: 'made' });
    expect(methodSent()).toMatchObject({ installments: 3, statement_descriptor: 'LOJA AURORA' });
    expect(mercadopagoForm.settings.safeParse({ ...settings, statementDescriptor: 'Café com acentos' }).success).toBe(
      false,
    );
  });

  test('a PIX has the documented format', async () => {
    const payment = pix({ customerSince: Date.parse('2025-01-15T12:00:00Z'), shipping: pix().payer.address });
    await create(payment);
    const address = {
      zip_code: '06233200',
      street_name: 'Av. das Nações Unidas',
      street_number: '3003',
      neighborhood: 'Bonfim',
      city: 'Osasco',
      state: 'SP',
    };
    expect(server.requested.at(-1)).toEqual({
      type: 'online',
      processing_mode: 'automatic',
      total_amount: '189.90',
      external_reference: payment.paymentId,
      description: 'Pedido 1042 - Pão & Café São João',
      payer: {
        email: 'maria@cliente.example',
        first_name: 'Maria',
        last_name: 'Souza Lima',
        identification: { type: 'CPF', number: '12345678909' },
        phone: { area_code: '11', number: '987654321' },
        address,
      },
      shipment: { address },
      items: [{ title: 'Camiseta', quantity: 2, unit_price: '89.95', external_code: 'CAM-1' }],
      additional_info: {
        'payer.is_first_purchase_online': false,
        'payer.registration_date': '2025-01-15T09:00:00.000-03:00',
      },
      transactions: {
        payments: [
          {
            amount: '189.90',
            date_of_expiration: '2026-03-15T12:00:00.000-03:00',
            payment_method: { id: 'pix', type: 'bank_transfer' },
          },
        ],
      },
    });
  });

  test('[COM39] a card has its token, brand and instalments, 3-D Secure where there is a risk, and never an expiry', async () => {
    const card = { token: 'APRO', brand: 'master', installments: 3, deviceSession: 'armor.a1b2c3' };
    await create(examplePaymentRequest(open(), 'card', { card }));
    expect(server.requested.at(-1)).toMatchObject({
      capture_mode: 'automatic_async',
      config: { online: { transaction_security: { validation: 'on_fraud_risk', liability_shift: 'required' } } },
    });
    expect(methodSent()).toEqual({ id: 'master', type: 'credit_card', token: 'APRO', installments: 3 });
    expect(JSON.stringify(server.requested.at(-1))).not.toContain('date_of_expiration');
    expect(server.sessions.at(-1)).toBe('armor.a1b2c3');
    await create(pix());
    expect(server.sessions.at(-1)).toBeUndefined();
    expect(server.requested.at(-1)).not.toHaveProperty('config');
  });

  test('a debit card is charged at once', async () => {
    const card = { token: 'APRO', brand: 'debelo', installments: 1 };
    await create(examplePaymentRequest(open(), 'card', { card }));
    expect(methodSent()).toEqual({ id: 'debelo', type: 'debit_card', token: 'APRO' });
  });

  test('a card of a brand that their script does not know is not sent', async () => {
    const card = { token: 'APRO', brand: null, installments: 1 };
    const before = server.requested.length;
    expect(await create(examplePaymentRequest(open(), 'card', { card }))).toEqual({
      outcome: 'refused',
      reason: 'check_card_number',
    });
    expect(server.requested).toHaveLength(before);
  });

  test('a first purchase is said to be one, and members that are not known are left out', async () => {
    const { payer } = pix();
    await create(pix({ payer: { ...payer, phone: null, address: { city: 'Osasco', state: '' } }, items: [] }));
    const sent = server.requested.at(-1)!;
    expect(sent['additional_info']).toEqual({ 'payer.is_first_purchase_online': true });
    expect(sent.payer).toMatchObject({ address: { city: 'Osasco' } });
    for (const member of ['phone', 'shipment', 'items']) expect({ ...sent, ...sent.payer }).not.toHaveProperty(member);
  });

  test('a company pays with its CNPJ, which may have letters, and a single name is used as first and last name', async () => {
    const { payer } = pix();
    await create(pix({ payer: { ...payer, name: 'Aurora', document: '12ABC34501DE35' } }));
    expect(server.requested.at(-1)!.payer).toMatchObject({
      first_name: 'Aurora',
      last_name: 'Aurora',
      identification: { type: 'CNPJ', number: '12ABC34501DE35' },
    });
  });

  test('[COM7] a PIX for 15 minutes requests Mercado Pago’s minimum, and its real expiry is returned', async () => {
    const charged = await create(pix({ expiresAt: start + 15 * 60_000 }));
    expect(charged).toMatchObject({ update: { details: { pix: { expires_at: '2026-03-12T15:31:00.000Z' } } } });
  });
});

describe('responses', () => {
  test.each([
    ['OTHE', 'declined'],
    ['CALL', 'call_bank'],
    ['FUND', 'insufficient_funds'],
    ['SECU', 'check_data'],
    ['INST', 'installments_not_accepted'],
    ['LOCK', 'card_disabled'],
    ['ATTE', 'too_many_attempts'],
    ['RISK', 'risk'],
  ] as const)('the test card %s is refused: %s', async (token, reason) => {
    expect(Object.keys(paymentRefusals)).toContain(reason);
    const charged = await create(
      examplePaymentRequest(open(), 'card', { card: { token, installments: 1, brand: 'visa' } }),
    );
    expect(charged).toMatchObject({ outcome: 'made', update: { state: 'failed', reason } });
  });

  test.each([
    [{ status: 'action_required', status_detail: 'waiting_transfer' }, { state: 'pending' }],
    [
      { status: 'action_required', status_detail: 'waiting_retry' },
      { state: 'failed', reason: 'declined' },
    ],
    [{ status: 'created', status_detail: 'created' }, { state: 'processing' }],
    [{ status: 'processing', status_detail: 'in_review' }, { state: 'processing' }],
    [
      { status: 'processed', status_detail: 'accredited' },
      { state: 'paid', paid: 18_990 },
    ],
    [
      { status: 'failed', status_detail: 'a_detail_to_come' },
      { state: 'failed', reason: 'declined' },
    ],
    [
      { status: 'failed', status_detail: 'cc_rejected_insufficient_amount' },
      { state: 'failed', reason: 'insufficient_funds' },
    ],
    [{ status: 'expired', status_detail: 'expired' }, { state: 'expired' }],
    [{ status: 'canceled', status_detail: 'expired' }, { state: 'expired' }],
    [{ status: 'canceled', status_detail: 'canceled_transaction' }, { state: 'cancelled' }],
    [{ status: 'refunded', status_detail: 'refunded' }, { state: 'refunded' }],
    [{ status: 'processed', status_detail: 'refunded' }, { state: 'refunded' }],
    [{ status: 'charged_back', status_detail: 'in_process' }, { state: 'charged_back' }],
    [{ status: 'charged_back', status_detail: 'settled' }, { state: 'charged_back' }],
    [
      { status: 'charged_back', status_detail: 'reimbursed' },
      { state: 'paid', paid: 18_990 },
    ],
  ])('%j is %j', async (change, update) => {
    const known = await made();
    server.change(known.providerId, change);
    expect(await provider.find(account(), known, never)).toMatchObject({
      outcome: 'found',
      update: { ...update, at: start },
    });
  });

  test('a part that was refunded is the sum of the refunds that are done', async () => {
    const known = await made();
    server.change(known.providerId, { status: 'processed', status_detail: 'partially_refunded' });
    server.order(known.providerId).transactions.refunds = [
      { amount: '40.00', status: 'processed' },
      { amount: '0.5', status: 'processed' },
      { amount: '9.00', status: 'processing' },
    ];
    expect(await provider.find(account(), known, never)).toMatchObject({
      update: { state: 'partially_refunded', paid: 18_990, refunded: 4050 },
    });
  });

  test.each([
    ['less', '100.00', 10_000],
    ['more', '200.00', 20_000],
    ['all', '189.90', 18_990],
  ])('[COM7a] of a code %s was collected than was requested', async (_, paid_amount, paid) => {
    const known = await made();
    server.change(known.providerId, { status: 'processed', status_detail: 'accredited', payment: { paid_amount } });
    expect(await provider.find(account(), known, never)).toMatchObject({ update: { state: 'paid', paid } });
  });

  test.each([
    ['interest of the payer is not the store’s', '200.00', 18_990],
    ['a part counts as a part', '100.00', 10_000],
  ])('[COM7a] of a card %s', async (_, paid_amount, paid) => {
    const card = { token: 'APRO', installments: 3, brand: 'visa' };
    const known = await made(examplePaymentRequest(open(), 'card', { card }));
    server.change(known.providerId, { payment: { paid_amount } });
    expect(await provider.find(account(), known, never)).toMatchObject({ update: { state: 'paid', paid } });
  });

  test('[COM39] a card that was not confirmed in time failed, for that reason', async () => {
    const card = { token: 'CHAL', installments: 1, brand: 'visa' };
    const known = await made(examplePaymentRequest(open(), 'card', { card }));
    server.change(known.providerId, { status: 'expired', status_detail: 'expired' });
    expect(await provider.find(account(), known, never)).toMatchObject({
      update: { state: 'failed', reason: 'not_confirmed' },
    });
  });

  test.each([
    ['a status of tomorrow', { status: 'teleported' }],
    ['a status like a member of objects', { status: 'constructor' }],
    ['paid, but not how much', { status: 'processed', payment: { amount: 189.9 } }],
    ['paid in parts of a cent', { status: 'processed', payment: { amount: '189.905' } }],
    ['paid, but nothing collected', { status: 'processed', payment: { paid_amount: '0.00' } }],
    ['collected in parts of a cent', { status: 'processed', payment: { paid_amount: '189.905' } }],
    ['no instant', { last_updated_date: null, created_date: 'yesterday' }],
    ['two payments', { transactions: { payments: [{ status: 'processed' }, { status: 'processed' }] } }],
  ])('an order with %s is looked up again later', async (_what, change) => {
    const known = await made();
    server.change(known.providerId, change);
    expect(await provider.find(account(), known, never)).toEqual({ outcome: 'later', reason: 'MALFORMED' });
  });

  test.each([
    [{ date_of_expiration: 'never' }],
    [{ payment_method: { ticket_url: 'javascript:alert(1)', digitable_line: '123', installments: -1 } }],
    [{ payment_method: { transaction_security: { url: 'javascript:alert(1)' }, type: 'ticket' } }],
    [{ payment_method: 'boleto' }],
  ])('%j does not affect the rest of a response', async (payment) => {
    const known = await made(examplePaymentRequest(open(), 'boleto'));
    server.change(known.providerId, { payment });
    const found = await provider.find(account(), known, never);
    expect(found).toMatchObject({ outcome: 'found', update: { state: 'pending' } });
    expect(JSON.stringify(found)).not.toContain('javascript');
  });

  test('[COM39] an address of a challenge that is none of the web is not shown', async () => {
    const card = { token: 'CHAL', installments: 1, brand: 'visa' };
    const known = await made(examplePaymentRequest(open(), 'card', { card }));
    const method = { id: 'visa', type: 'credit_card', transaction_security: { url: 'javascript:alert(1)' } };
    server.change(known.providerId, { payment: { payment_method: method } });
    const found = await provider.find(account(), known, never);
    expect(found).toMatchObject({ update: { state: 'processing' } });
    expect(JSON.stringify(found)).not.toContain('javascript');
  });

  test('a payment of another seller is never matched to ours', async () => {
    const payment = pix();
    const other = server.order((await made()).providerId);
    server.failNext({ status: 201, body: other });
    expect(await create(payment)).toEqual({ outcome: 'uncertain' });
    server.failNext({ status: 200, body: { data: [null, other] } });
    const known = { paymentId: payment.paymentId, method: payment.method, providerId: null };
    expect(await provider.find(account(), known, never)).toEqual({ outcome: 'unknown' });
  });

  test('a boleto has its printable page', async () => {
    expect(await create(examplePaymentRequest(open(), 'boleto'))).toMatchObject({
      update: {
        details: {
          boleto: { url: expect.stringMatching(/^https:\/\/www\.mercadopago\.com\.br\/orders\//) as string },
        },
      },
    });
  });

  test.each([
    ['the document', { document: '123' }, 'check_data'],
    ['the e-mail', { email: 'maria' }, 'check_data'],
  ])('%s that Mercado Pago refuses must be checked by the shopper', async (_what, change, reason) => {
    expect(await create(pix({ payer: { ...pix().payer, ...change } }))).toEqual({ outcome: 'refused', reason });
  });
});

describe('errors for the owner', () => {
  test.each([
    ['no credentials', {}, 'CREDENTIALS'],
    ['a token of another shape', { accessToken: 'hunter2' }, 'CREDENTIALS'],
    ['a token that is not good any more', { accessToken: 'APP_USR-9999999999-old' }, 'ACCESS_TOKEN'],
  ])('%s', async (_what, credentials, reason) => {
    const broken = { outcome: 'broken', reason };
    const known = await made();
    const paidThrough = account({ credentials });
    expect(await provider.create(paidThrough, pix(), never)).toEqual(broken);
    expect(await provider.find(paidThrough, known, never)).toEqual(broken);
    expect(await provider.refund(paidThrough, refundOf(known), never)).toEqual(broken);
  });

  test('a missing permission', async () => {
    server.failNext(403);
    expect(await create(pix())).toEqual({ outcome: 'broken', reason: 'NOT_PERMITTED' });
  });

  test('test credentials in production, by the e-mail address that they need', async () => {
    server.failNext({ status: 400, body: { errors: [{ code: 'invalid_email_for_sandbox', message: 'no' }] } });
    expect(await create(pix())).toEqual({ outcome: 'broken', reason: 'TEST_AND_LIVE_MIXED' });
  });

  test.each([[[[{ code: 'card-120' }]]], [null], [[null, 7]], [{ code: 13_300 }], [[{ code: 'constructor' }]]])(
    'errors in another format, %j, have no known reason',
    async (errors) => {
      server.failNext({ status: 400, body: { errors } });
      expect(await create(pix())).toEqual({ outcome: 'refused', reason: 'unavailable' });
    },
  );

  test.each([
    [{ publicKey: '' }, {}],
    [{ publicKey: 'APP_USR-1234567890' }, { accessToken: 'APP_USR-1\r\nx-admin: 1' }],
    [{ publicKey: 'APP_USR-1234567890' }, { accessToken: 'APP_USR-1234567890', webhookSecret: 'short' }],
    [{ publicKey: 'APP_USR-1234567890', accessToken: 'APP_USR-1234567890' }, { accessToken: 'APP_USR-1234567890' }],
  ])('%j with %j is refused as a setting', (settings, credentials) => {
    const [seen, unseen] = [mercadopagoForm.settings, mercadopagoForm.credentials];
    expect(seen.safeParse(settings).success && unseen.safeParse(credentials).success).toBe(false);
  });
});

/** The results of the three calls for each failure. */
const failures: [failure: ScriptedFailure, create: string, find: string, refund: string, made: 0 | 1][] = [
  [429, 'later', 'later', 'later', 0],
  [302, 'later', 'later', 'later', 0],
  [408, 'uncertain', 'later', 'later', 0],
  [409, 'uncertain', 'later', 'later', 0],
  [423, 'uncertain', 'later', 'later', 0],
  [425, 'uncertain', 'later', 'later', 0],
  [499, 'uncertain', 'later', 'later', 0],
  [500, 'uncertain', 'later', 'later', 0],
  [503, 'uncertain', 'later', 'later', 0],
  ['cut', 'uncertain', 'later', 'later', 0],
  ['cut-after', 'uncertain', 'later', 'later', 1],
  ['half', 'uncertain', 'later', 'later', 1],
  ['garbage', 'uncertain', 'later', 'later', 1],
  ['other-json', 'uncertain', 'later', 'later', 1],
  ['too-long', 'uncertain', 'later', 'later', 1],
];

describe.each(failures)('[COM2] when the provider fails: %s', (failure, created, found, refunded, arrived) => {
  test('a payment is created once, for any number of requests', async () => {
    const payment = pix();
    server.failNext(failure);
    expect((await create(payment)).outcome).toBe(created);
    expect(server.count()).toBe(arrived);
    const known = { paymentId: payment.paymentId, method: payment.method, providerId: null };
    expect((await provider.find(account(), known, never)).outcome).toBe(arrived === 1 ? 'found' : 'unknown');
    // An order whose response was lost is looked up; Mercado Pago answers its key with an error.
    expect((await create(payment)).outcome).toBe(arrived === 1 ? 'uncertain' : 'made');
    expect(await provider.find(account(), known, never)).toMatchObject({ update: { state: 'pending' } });
    expect(server.count()).toBe(1);
  });

  test('an unknown payment has no state', async () => {
    const known = await made();
    for (const providerId of [known.providerId, null]) {
      server.failNext(failure);
      expect((await provider.find(account(), { ...known, providerId }, never)).outcome).toBe(found);
    }
  });

  test('a refund happens once', async () => {
    const known = await made();
    server.pay(known.providerId);
    server.failNext(failure, 'refund');
    // A refund that is in progress may have been made before; otherwise it is made now.
    const first = await provider.refund(account(), refundOf(known), never);
    if (failure === 409) expect(first).toEqual({ outcome: 'later', reason: 'IN_PROCESS' });
    else expect(first.outcome).toBe(refunded);
    expect((await provider.refund(account(), refundOf(known), never)).outcome).toBe('refunded');
    expect(server.refunds).toBe(1);
  });
});

describe('[COM2] when the provider does not respond', () => {
  test.each([
    ['create', () => create(pix(), ends.signal), 'uncertain'],
    [
      'find',
      () => provider.find(account(), { paymentId: newId(), method: 'pix', providerId: '1' }, ends.signal),
      'later',
    ],
    [
      'refund',
      () => provider.refund(account(), refundOf({ paymentId: newId(), method: 'pix', providerId: '1' }), ends.signal),
      'later',
    ],
  ] as const)('%s ends with its signal', async (_what, ask, outcome) => {
    ends = new AbortController();
    server.failNext('hang');
    const hanging = server.hanging();
    const requested = ask();
    await hanging;
    ends.abort();
    expect((await requested).outcome).toBe(outcome);
  });
  let ends: AbortController;

  test('nothing was created if no server listens, or the name does not resolve', async () => {
    for (const url of ['http://127.0.0.1:1', 'http://api.mercadopago.invalid']) {
      const away = openAt(url);
      expect((await away.create(account(), pix(), never)).outcome).toBe('later');
      const known = { paymentId: newId(), method: 'pix', providerId: '1' } as const;
      expect((await away.find(account(), known, never)).outcome).toBe('later');
    }
  });

  test('an address of this machine is not called unless it is allowed', async () => {
    const strict = openProvider(mercadopago, {
      callOut: openOutgoing({ allowPrivate: false }),
      settings: { MERCADOPAGO_URL: server.url },
    });
    expect(await strict.create(account(), pix(), never)).toEqual({ outcome: 'later', reason: 'PRIVATE_ADDRESS' });
  });
});

describe('refunds', () => {
  test('a PIX refund that the central bank has not processed yet is looked up again, and is one refund', async () => {
    const known = await made();
    server.pay(known.providerId);
    server.change(known.providerId, { refund_waits: true });
    const refund = () => provider.refund(account(), refundOf(known), never);
    expect(await refund()).toEqual({ outcome: 'later', reason: 'IN_PROCESS' });
    expect(await refund()).toEqual({ outcome: 'later', reason: 'IN_PROCESS' });
    // An hour later the idempotency key is another.
    now += 3_600_000;
    expect(await refund()).toEqual({ outcome: 'later', reason: 'IN_PROCESS' });
    server.change(known.providerId, { status: 'refunded', status_detail: 'refunded' });
    expect(await refund()).toEqual({ outcome: 'refunded', at: now });
    expect(server.refunds).toBe(1);
  });

  test('a payment that is too old for a refund is refused', async () => {
    const known = await made();
    server.pay(known.providerId);
    server.failNext({ status: 400, body: { errors: [{ code: 'refund_amount_exceeds' }] } }, 'refund');
    expect(await provider.refund(account(), refundOf(known), never)).toEqual({
      outcome: 'refused',
      reason: 'HTTP_400',
    });
  });
});

describe('webhooks', () => {
  const parseWebhook = (webhook: ReturnType<MercadopagoServer['webhook']>, credentials?: Record<string, unknown>) =>
    provider.parseWebhook(account(credentials && { credentials }), webhook);

  test.each(['ORD01K0000000000000000000042', 'ORDTST01M2V0ABCDEF'])(
    '[COM14] a webhook, signed with the id as sent or in lower case, identifies only what to look up: %s',
    (id) => {
      for (const signedId of [id, id.toLowerCase()]) {
        for (const sent of [id, id.toLowerCase()]) {
          const webhook = server.webhook(id, { signedId, query: { 'data.id': sent } });
          const isSigned = signedId === sent || signedId === sent.toLowerCase();
          const result = isSigned ? { outcome: 'changed', providerId: id } : { outcome: 'invalid_signature' };
          expect(parseWebhook(webhook)).toEqual(result);
        }
      }
    },
  );

  test.each(signedWebhooks)('[COM14] a signature that their SDK accepts is valid: time in $unit', ({ id, ts, v1 }) => {
    const headers = { 'x-signature': `ts=${ts}, v1=${v1}`, 'x-request-id': 'r-1' };
    const webhook = { headers, query: { 'data.id': id, type: 'order' }, body: Buffer.alloc(0), now: start };
    expect(parseWebhook(webhook)).toEqual({ outcome: 'changed', providerId: id });
  });

  test.each([
    ['sent again 15 minutes later', -15 * 60_000],
    ['sent again four days later', -4 * 86_400_000],
    ['of a clock that is an hour ahead', 3_600_000],
  ])('[COM14] one %s is taken, since it only causes a lookup', (_what, ms) =>
    expect(parseWebhook(server.webhook('ORD01K42', { at: start + ms }))).toMatchObject({ outcome: 'changed' }),
  );

  test.each([
    ['of another secret', { secret: 'somebody else’s secret' }],
    ['for another payment', { query: { 'data.id': 'ORD01K43' } }],
    ['31 days old', { at: start - 31 * 86_400_000 }],
    ['from in 2 days', { at: start + 2 * 86_400_000 }],
  ])('[COM14] one %s is forged', (_what, change) =>
    expect(parseWebhook(server.webhook('ORD01K42', change))).toEqual({ outcome: 'invalid_signature' }),
  );

  test('[COM14] one without a valid signature still names its payment, if it is one of Mercado Pago’s', () => {
    const named = (query: Record<string, string>) =>
      provider.namedPayment!({ ...server.webhook('ORD01K42'), headers: {}, query });
    expect(named({ 'data.id': 'ord01k42', type: 'order' })).toBe('ORD01K42');
    expect(named({ 'data.id': 'ORD01K42', topic: 'order' })).toBe('ORD01K42');
    for (const query of [{}, { 'data.id': 'ORD01K42', type: 'payment' }, { 'data.id': '1', type: 'constructor' }]) {
      expect(named(query as Record<string, string>)).toBeUndefined();
    }
  });

  test.each([
    ['x-signature', undefined],
    ['x-signature', ''],
    ['x-signature', 'ts=,v1='],
    ['x-signature', 'v1'],
    ['x-signature', `ts=${start},v1=zz`],
    ['x-signature', `ts=${start},v1=${'a'.repeat(63)}é`],
    ['x-request-id', 'another'],
    ['x-request-id', undefined],
  ])('%s: %j is forged', (header, value) => {
    const webhook = server.webhook('ORD01K42');
    expect(parseWebhook({ ...webhook, headers: { ...webhook.headers, [header]: value } })).toEqual({
      outcome: 'invalid_signature',
    });
  });

  test('without a secret every webhook is forged', () =>
    expect(parseWebhook(server.webhook('ORD01K42'), { accessToken: server.credentials.accessToken })).toEqual({
      outcome: 'invalid_signature',
    }));

  test.each([['1/../../v1/users'], ['5466310457']])('[COM14] a webhook without an order’s id, %s, is ignored', (id) =>
    expect(parseWebhook(server.webhook(id))).toEqual({ outcome: 'ignored' }),
  );

  test.each([
    [{ type: 'topic_chargebacks_wh' }],
    [{ type: 'constructor' }],
    [{ type: 'payment' }],
    [{ type: undefined as unknown as string, topic: 'merchant_order' }],
  ])('a webhook of another kind, %j, is ignored', (query) =>
    expect(parseWebhook(server.webhook('ORD01K42', { query }))).toEqual({ outcome: 'ignored' }),
  );
});
