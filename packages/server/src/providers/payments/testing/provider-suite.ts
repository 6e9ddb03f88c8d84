import { parseBrCode, readBoleto } from '@retoma/commerce';
import { describe, expect, test } from 'vitest';
import { newId } from '../../../base/ids.ts';
import { openLog, unfiltered } from '../../../base/log/log.ts';
import { hostileEcho, secretsIn } from '../../../testing/log-scan.ts';
import type { PaymentDetails, PaymentRequest } from '../provider.ts';
import { accountSuite } from './account-suite.ts';
import { reportSuite } from './report-suite.ts';
import { create, examplePaymentRequest, find, madeOf, never, refund, type Tested } from './tested-provider.ts';

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

    accountSuite(open);
    if (hasWebhooks) reportSuite(open, methods);
  });
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
