import { parseBrCode, readBoleto, type PaymentMethod } from '@retoma/commerce';
import { describe, expect, test } from 'vitest';
import { openOutgoing } from '../../platform/http-client.ts';
import { lowestId, newId, newIdAt } from '../../platform/ids.ts';
import { openLog, unfiltered } from '../../platform/log.ts';
import { hostileEcho, secretsIn } from '../../testing/log-scan.ts';
import { describeAccountReason } from '../account-reasons.ts';
import type {
  PaymentRequest,
  CreateResult,
  KnownPayment,
  LookupResult,
  PaymentAccount,
  PaymentDetails,
  PaymentProvider,
  ProviderDefinition,
  ProviderParts,
} from '../provider.ts';

/** Opens a provider whose server is on this machine. */
export const openProvider = (definition: ProviderDefinition, parts: Partial<ProviderParts> = {}): PaymentProvider => ({
  ...definition,
  ...definition.open({
    callOut: openOutgoing({ allowPrivate: true }),
    settings: {},
    simulatedPayments: { keep: unstored, find: unstored, move: unstored },
    clock: Date.now,
    ...parts,
  }),
});

const unstored = (): never => {
  throw new Error('the provider stores no simulated payments');
};

/** A provider under test. */
export type Tested = {
  readonly provider: PaymentProvider;
  readonly account: PaymentAccount;
  /** The provider's clock. */
  readonly now: () => number;
  /** An account that the provider does not accept; null: it accepts every account. */
  readonly refused: PaymentAccount | null;
  /** Makes its server never respond to the next request; resolves when that request arrives. Absent: it has no server. */
  readonly hang?: () => Promise<void>;
  /** The same provider at a port without a server. Absent: it has no server. */
  readonly away?: PaymentProvider;
  /** Makes its server refuse the next request with this status and body. Absent: it has no server. */
  readonly refuseNext?: (status: number, body: unknown) => void;
  /** Tokens of a card that is accepted, one that is refused, and one that stays in review. */
  readonly cards?: {
    readonly accepted: string;
    readonly refused: string;
    readonly review: string;
    /** A card whose bank asks for a confirmation; absent: the provider makes none. */
    readonly challenged?: string;
    /** The most instalments, if fewer than 3. */
    readonly installments?: number;
  };
  /** The amounts that it takes; absent: every amount that a code can carry. */
  readonly amounts?: { readonly min: number; readonly max: number };
  /** The number of payments at the provider. */
  readonly count?: () => Promise<number> | number;
  /** Whether it answers a repeated request with an error, and not with the payment. */
  readonly refusesRepeats?: boolean;
  /** Pays a payment, or lets its code expire. */
  readonly pay?: (providerId: string) => Promise<void> | void;
  readonly expire?: (providerId: string) => Promise<void> | void;
};

const day = 86_400_000;
const never = new AbortController().signal;

/** A request for 189.90 by a payer with complete data; `change` overrides members. */
export function examplePaymentRequest(
  tested: Tested,
  method: PaymentMethod,
  change: Partial<PaymentRequest> = {},
): PaymentRequest {
  const now = tested.now();
  const { accepted: token = '', installments = 3 } = tested.cards ?? {};
  const card = { token, installments, brand: 'visa', lastDigits: '5682' };
  return {
    paymentId: newIdAt(now, lowestId),
    method,
    amount: 18_990,
    orderNumber: '1042',
    storeName: 'Pão & Café São João',
    expiresAt: method === 'card' ? null : now + 3 * day,
    payer: {
      name: 'Maria Souza Lima',
      email: 'maria@cliente.example',
      phone: '+5511987654321',
      document: '12345678909',
      address: {
        zipcode: '06233200',
        street: 'Av. das Nações Unidas',
        number: '3003',
        neighborhood: 'Bonfim',
        city: 'Osasco',
        state: 'SP',
      },
    },
    customerSince: null,
    items: [{ id: 'CAM-1', title: 'Camiseta', quantity: 2, unitPrice: 8_995 }],
    shipping: null,
    card: method === 'card' ? card : null,
    returnUrl: 'https://pay.retoma.example/pay/1/returned',
    notifyUrl: 'https://pay.retoma.example/webhooks/payments/1',
    now,
    ...change,
  };
}

/** Defines the tests that every provider must pass. `open` returns a new provider for each test. */
export function providerSuite(name: string, open: () => Tested): void {
  describe(`every payment provider: ${name}`, () => {
    const methods = open().provider.methods.map((method) => [method] as const);
    const hasWebhooks = open().provider.hasWebhooks;

    test.each(methods)('[COM2] creates a payment by %s, with the data to pay it', async (method) => {
      const tested = open();
      const payment = examplePaymentRequest(tested, method);
      const { update } = madeOf(await create(tested, payment));
      expect(update).toMatchObject({ state: method === 'card' ? 'paid' : 'pending' });
      expectDetails(update.details, payment);
    });

    test.each(methods)('[COM2] amounts by %s are exact', async (method) => {
      for (const amount of [1, 9, 10, 29, 99, 100, 101, 11_558, 8_050_000, 9_999_999_999]) {
        const tested = open();
        const payment = examplePaymentRequest(tested, method, { amount });
        const { min = 0, max = Infinity } = tested.amounts ?? {};
        if (amount < min || amount > max) {
          expect(await create(tested, payment)).toEqual({ outcome: 'refused', reason: 'unavailable' });
          continue;
        }
        const { update } = madeOf(await create(tested, payment));
        expectDetails(update.details, payment);
        if (method === 'card') expect(update.paid).toBe(amount);
      }
    });

    test.each(methods)('[COM2] the same payment by %s requested twice is one payment', async (method) => {
      const tested = open();
      const payment = examplePaymentRequest(tested, method);
      const [one, other] = [await create(tested, payment), await create(tested, payment)];
      // A provider may also answer that the payment was requested before: then it is looked up.
      if (tested.refusesRepeats) expect(other).toEqual({ outcome: 'uncertain' });
      else expect(other).toEqual(one);
      if (tested.count) expect(await tested.count()).toBe(1);
      const another = madeOf(await create(tested, examplePaymentRequest(tested, method)));
      expect(another.providerId).not.toBe(madeOf(one).providerId);
    });

    test.each(methods)('a payment by %s above the provider’s maximum is refused', async (method) => {
      const tested = open();
      const charged = await create(tested, examplePaymentRequest(tested, method, { amount: Number.MAX_SAFE_INTEGER }));
      // The sandbox's card has no limit.
      expect(['refused', ...(name.startsWith('sandbox') && method === 'card' ? ['made'] : [])]).toContain(
        charged.outcome,
      );
    });

    test.each(methods)('an unknown payer causes no exception, by %s', async (method) => {
      const tested = open();
      const payer = { name: null, email: null, phone: null, document: null, address: null };
      const { outcome } = await create(tested, examplePaymentRequest(tested, method, { payer }));
      expect(outcome).toBe(tested.provider.needs[method] ? 'refused' : 'made');
    });

    test('a payment that was never requested is not found', async () => {
      const tested = open();
      const stranger = { paymentId: newId(), method: tested.provider.methods[0]! };
      expect(await find(tested, { ...stranger, providerId: null })).toEqual({ outcome: 'unknown' });
      expect(await find(tested, { ...stranger, providerId: '4711' })).toEqual({ outcome: 'unknown' });
      expect(await refund(tested, { ...stranger, providerId: null })).toMatchObject(
        hasWebhooks ? { outcome: 'refused' } : { outcome: 'unsupported' },
      );
    });

    test('a webhook without a valid signature is refused, with any content', () => {
      const { provider, account, now } = open();
      const bodies = ['', '{}', 'null', '{"data":{"id":"1"},"type":"payment"}', '\u0000'];
      for (const body of bodies) {
        const webhook = {
          headers: {},
          query: { 'data.id': '1', type: 'payment' },
          body: Buffer.from(body),
          now: now(),
        };
        expect(provider.parseWebhook(account, webhook)).toEqual({ outcome: 'invalid_signature' });
      }
    });

    test('[CHK20] a refusal that repeats keys and personal data leaves none of them in a log', async () => {
      const tested = open();
      const { provider, account, refuseNext } = tested;
      if (!refuseNext) return;
      const known = { paymentId: newId(), method: provider.methods[0]!, providerId: '4711' };
      const asks = [
        () => create(tested, examplePaymentRequest(tested, known.method)),
        () => find(tested, known),
        () => refund(tested, known),
        () => provider.verify(account, never),
      ];
      const cause = [{ code: hostileEcho, description: hostileEcho, data: hostileEcho }];
      const lines: string[] = [];
      // Without the log's redaction, since the provider must not pass secrets to the log at all.
      const log = openLog('debug', { write: (line: string) => void lines.push(line) }, unfiltered);
      for (const status of [400, 401, 403, 500]) {
        for (const body of [hostileEcho, { message: hostileEcho, error: hostileEcho, status: hostileEcho, cause }]) {
          for (const ask of asks) {
            refuseNext(status, body);
            await ask().then(
              (answer) => log.debug({ answer }, 'asked'),
              (error: unknown) => log.error({ err: error }, 'asked'),
            );
          }
        }
      }
      expect(lines).toHaveLength(32);
      expect(secretsIn(lines)).toEqual([]);
    });

    verifySuite(open);
    if (hasWebhooks) webhookSuite(open, methods);
  });
}

/** COM15: an account counts as connected after its provider accepted it. */
function verifySuite(open: () => Tested): void {
  test('[COM15] an account that the provider accepts is verified, and no payment is created', async () => {
    const { provider, account, count } = open();
    expect(await provider.verify(account, never)).toMatchObject({ outcome: 'ok' });
    expect((await count?.()) ?? 0).toBe(0);
  });

  test('[COM15] an account that it does not accept is refused, for a reason with a text', async () => {
    const { provider, refused } = open();
    if (!refused) return;
    const verified = await provider.verify(refused, never);
    expect(verified).toMatchObject({ outcome: 'refused' });
    const { reason } = verified as { reason: string };
    expect(describeAccountReason(reason, 'pt-BR')).not.toBe(reason);
  });

  test('[COM15] a provider that does not respond is unreachable, and is not awaited after the deadline', async () => {
    const { provider, account, hang, away } = open();
    if (!hang || !away) return;
    expect(await away.verify(account, never)).toMatchObject({ outcome: 'unreachable' });
    const ends = new AbortController();
    const hanging = hang();
    const verifying = provider.verify(account, ends.signal);
    await hanging;
    ends.abort();
    expect(await verifying).toMatchObject({ outcome: 'unreachable' });
  });
}

/** Tests of providers that report payments themselves. */
function webhookSuite(open: () => Tested, methods: (readonly [PaymentMethod])[]): void {
  test.each(methods)('[COM2] a payment by %s is found again, with the provider’s id and without', async (method) => {
    const tested = open();
    const payment = examplePaymentRequest(tested, method);
    const { providerId, update } = madeOf(await create(tested, payment));
    for (const known of [providerId, null]) {
      const found = await find(tested, { paymentId: payment.paymentId, method, providerId: known });
      expect(withoutDigits(found)).toEqual(withoutDigits({ outcome: 'found', providerId, update }));
    }
  });

  test.each(methods.filter(([method]) => method !== 'card'))('[COM2] money by %s is reported', async (method) => {
    const tested = open();
    const { known } = await started(tested, examplePaymentRequest(tested, method));
    await tested.pay!(known.providerId);
    const found = await find(tested, known);
    expect(found).toMatchObject({ outcome: 'found', update: { state: 'paid', paid: 18_990 } });
  });

  test.each(methods.filter(([method]) => method !== 'card'))('[COM7] an expired %s is reported', async (method) => {
    const tested = open();
    const { known } = await started(tested, examplePaymentRequest(tested, method));
    await tested.expire!(known.providerId);
    expect(await find(tested, known)).toMatchObject({ outcome: 'found', update: { state: 'expired' } });
  });

  test('[COM2] a card is refused with a reason, or stays in review until it is decided', async () => {
    const tested = open();
    const cardOf = (token: string) =>
      examplePaymentRequest(tested, 'card', { card: { token, installments: 1, brand: 'visa' } });
    const refused = await started(tested, cardOf(tested.cards!.refused));
    expect(refused.made.update).toMatchObject({ state: 'failed', reason: 'insufficient_funds' });
    const review = await started(tested, cardOf(tested.cards!.review));
    expect(review.made.update.state).toBe('processing');
    await tested.pay!(review.known.providerId);
    expect(await find(tested, review.known)).toMatchObject({ update: { state: 'paid', paid: 18_990 } });
  });

  test('[COM39] a card whose bank asks for a confirmation waits for it, with the bank’s page', async () => {
    const tested = open();
    const { challenged } = tested.cards!;
    if (challenged === undefined) return;
    const card = { token: challenged, installments: 1, brand: 'visa' };
    const { made, known } = await started(tested, examplePaymentRequest(tested, 'card', { card }));
    expect(made.update).toMatchObject({ state: 'processing', challengeUrl: expect.stringMatching(/^http/) as string });
    expect(await find(tested, known)).toMatchObject({ update: { challengeUrl: made.update.challengeUrl } });
    await tested.pay!(known.providerId);
    const paid = await find(tested, known);
    expect(paid).toMatchObject({ update: { state: 'paid' } });
    expect(JSON.stringify(paid)).not.toContain('challengeUrl');
  });

  test('a card whose token is unknown is refused or failed with a reason', async () => {
    const tested = open();
    const card = { token: 'ff8080814c11e237014c1ff593b57b4d', installments: 1, brand: 'visa' };
    const charged = await create(tested, examplePaymentRequest(tested, 'card', { card }));
    const reason = charged.outcome === 'made' ? charged.update.reason : charged.outcome === 'refused' && charged.reason;
    expect(reason).toMatch(/^check_/);
  });

  test('a paid payment is refunded once, and a repeated request has the same result', async () => {
    const tested = open();
    const { known } = await started(tested, examplePaymentRequest(tested, 'pix'));
    expect(await refund(tested, known)).toMatchObject({ outcome: 'refused' });
    await tested.pay!(known.providerId);
    const first = await refund(tested, known);
    expect(first).toMatchObject({ outcome: 'refunded', at: expect.any(Number) as number });
    expect(await refund(tested, { ...known, providerId: null })).toEqual(first);
    expect(await find(tested, known)).toMatchObject({ update: { state: 'refunded' } });
  });

  test.each(methods)('[COM7a] an open payment by %s is cancelled, with the same result on a repeat', async (method) => {
    const tested = open();
    const { review, challenged = review } = tested.cards!;
    const card = { token: challenged, installments: 1, brand: 'visa' };
    const { known } = await started(tested, examplePaymentRequest(tested, method, method === 'card' ? { card } : {}));
    const first = await cancel(tested, { ...known, providerId: null });
    expect(first).toMatchObject({ outcome: 'found', providerId: known.providerId, update: { state: 'cancelled' } });
    expect(await cancel(tested, known)).toEqual(first);
    expect(await find(tested, known)).toMatchObject({ update: { state: 'cancelled' } });
  });

  test('[COM7a] a paid payment is not cancelled, and an unknown one is reported as unknown', async () => {
    const tested = open();
    const { known } = await started(tested, examplePaymentRequest(tested, 'pix'));
    await tested.pay!(known.providerId);
    expect(await cancel(tested, known)).toMatchObject({ outcome: 'found', update: { state: 'paid', paid: 18_990 } });
    expect(await cancel(tested, { paymentId: newId(), method: 'pix', providerId: null })).toEqual({
      outcome: 'unknown',
    });
  });

  test('a payment of another store’s id is not found', async () => {
    const tested = open();
    const { known } = await started(tested, examplePaymentRequest(tested, 'pix'));
    expect(await find(tested, { ...known, paymentId: newId() })).toEqual({ outcome: 'unknown' });
  });
}

const create = ({ provider, account }: Tested, payment: PaymentRequest): Promise<CreateResult> =>
  provider.create(account, payment, never);
const find = ({ provider, account }: Tested, payment: KnownPayment) => provider.find(account, payment, never);
const cancel = ({ provider, account }: Tested, payment: KnownPayment) => provider.cancel(account, payment, never);
const refund = ({ provider, account }: Tested, payment: KnownPayment) => provider.refund(account, payment, never);

/** A result without the card's last digits, which a provider may know from the browser alone. */
function withoutDigits(found: LookupResult): LookupResult {
  if (found.outcome !== 'found' || !found.update.details?.card) return found;
  const { last_digits: _digits, ...card } = found.update.details.card;
  return { ...found, update: { ...found.update, details: { card } } };
}

type Made = CreateResult & { outcome: 'made' };

function madeOf(charged: CreateResult): Made {
  if (charged.outcome !== 'made') throw new Error(`not made: ${JSON.stringify(charged)}`);
  return charged;
}

async function started(
  tested: Tested,
  payment: PaymentRequest,
): Promise<{ made: Made; known: KnownPayment & { providerId: string } }> {
  const made = madeOf(await create(tested, payment));
  return { made, known: { paymentId: payment.paymentId, method: payment.method, providerId: made.providerId } };
}

/** Checks that wallets and banks can read the code, and that it contains the right amount. */
function expectDetails(details: PaymentDetails | undefined, { method, amount, expiresAt }: PaymentRequest): void {
  const until = expiresAt === null ? null : new Date(expiresAt).toISOString();
  if (method === 'pix') {
    expect(parseBrCode(details!.pix!.payload!)).toMatchObject({ ok: true, code: { amount, txid: details!.pix!.txid } });
    expect(details!.pix!.expires_at).toBe(until);
  } else if (method === 'boleto') {
    const dueDate = new Date(expiresAt! - 3 * 3_600_000).toISOString().slice(0, 10);
    expect(readBoleto(details!.boleto!.line!, dueDate)).toMatchObject({ ok: true, boleto: { amount, dueDate } });
    expect(details!.boleto!.expires_at).toBe(until);
  } else {
    expect(details!.card).toMatchObject({ brand: 'visa', last_digits: expect.stringMatching(/^\d{4}$/) as string });
  }
}
