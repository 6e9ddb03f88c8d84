import type { PaymentMethod } from '@retoma/commerce';
import { expect, test } from 'vitest';
import { newId } from '../../../base/ids.ts';
import type { LookupResult } from '../provider.ts';
import {
  cancel,
  create,
  examplePaymentRequest,
  find,
  madeOf,
  refund,
  started,
  type Tested,
} from './tested-provider.ts';

/** Tests of providers that report payments themselves. */
export function reportSuite(open: () => Tested, methods: (readonly [PaymentMethod])[]): void {
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

  test.each(methods)('[COM46] parts of a payment by %s are refunded, each once, up to the whole', async (method) => {
    const tested = open();
    const { known } = await started(tested, examplePaymentRequest(tested, method));
    if (method !== 'card') await tested.pay!(known.providerId);
    const first = { amount: 5_001, before: 0 };
    for (const one of [known, { ...known, providerId: null }]) {
      expect(await refund(tested, one, first)).toMatchObject({ outcome: 'refunded' });
      const update = { state: 'partially_refunded', paid: 18_990, refunded: 5_001 };
      expect(await find(tested, known)).toMatchObject({ update });
    }
    expect(await refund(tested, known, { amount: 13_990, before: 5_001 })).toMatchObject({ outcome: 'refused' });
    const rest = { amount: 13_989, before: 5_001 };
    for (const one of [known, known]) expect(await refund(tested, one, rest)).toMatchObject({ outcome: 'refunded' });
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

/** A result without the card's last digits, which a provider may know from the browser alone. */
function withoutDigits(found: LookupResult): LookupResult {
  if (found.outcome !== 'found' || !found.update.details?.card) return found;
  const { last_digits: _digits, ...card } = found.update.details.card;
  return { ...found, update: { ...found.update, details: { card } } };
}
