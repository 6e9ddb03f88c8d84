import { readBoleto, type PaymentMethod } from '@retoma/commerce';
import { describe, expect, test, vi } from 'vitest';
import { newId } from '../../../base/ids.ts';
import type { KnownPayment } from '../provider.ts';
import { providerSuite } from '../testing/provider-suite.ts';
import { examplePaymentRequest, openProvider, refundOf, type Tested } from '../testing/tested-provider.ts';
import type { SimulatedPayments, SimulatedPayment } from '../simulated-payments.ts';
import { sandboxCards, sandboxNumberOf, slowMs } from './cards.ts';
import { sandbox } from './index.ts';
import { account as complete } from './testing/account.ts';
import { asOf, pressed, type SimulatedAction } from '../simulated-actions.ts';

const start = Date.parse('2026-03-12T15:00:00Z');
const never = new AbortController().signal;

type Opened = Tested & { action: (id: string, action: SimulatedAction) => boolean; pass: (ms: number) => void };

/** The sandbox with payments in memory. */
function open(): Opened {
  const payments = new Map<string, SimulatedPayment>();
  let now = start;
  const simulatedPayments: SimulatedPayments = {
    find: (id) => Promise.resolve(payments.get(id)),
    keep(payment) {
      if (!payments.has(payment.paymentId)) payments.set(payment.paymentId, payment);
      return Promise.resolve(payments.get(payment.paymentId)!);
    },
    move(moved, from) {
      const known = payments.get(moved.paymentId);
      const stands = known?.state === from.state && known.refunded === from.refunded;
      if (stands) payments.set(moved.paymentId, moved);
      return Promise.resolve(stands);
    },
  };
  const action = (id: string, action: SimulatedAction): boolean => {
    const moved = pressed(asOf(payments.get(id)!, now), action, now);
    if (moved) payments.set(id, moved);
    return moved !== undefined;
  };
  const of = sandboxNumberOf;
  return {
    provider: openProvider(sandbox, { simulatedPayments, clock: () => now }),
    account: { accountId: newId(), storeId: newId(), ...complete },
    now: () => now,
    refused: null,
    cards: { accepted: of('accepted'), refused: of('insufficient_funds'), review: of('review') },
    count: () => payments.size,
    pay: (id) => void action(id, 'pay'),
    expire: (id) => void action(id, 'expire'),
    action,
    pass: (ms) => void (now += ms),
  };
}

providerSuite('sandbox', open);

async function begin(opened: Opened, method: PaymentMethod): Promise<KnownPayment & { providerId: string }> {
  const payment = examplePaymentRequest(opened, method);
  const made = await opened.provider.create(opened.account, payment, never);
  if (made.outcome !== 'made') throw new Error(made.outcome);
  return { paymentId: payment.paymentId, method, providerId: made.providerId };
}

test.each(sandboxCards)('[COM2] the test number of %s has that outcome', async (card) => {
  vi.useFakeTimers();
  const opened = open();
  const number = sandboxNumberOf(card);
  const payment = examplePaymentRequest(opened, 'card', { card: { token: number, installments: 3, brand: null } });
  const made = opened.provider.create(opened.account, payment, never);
  await vi.advanceTimersByTimeAsync(slowMs);
  vi.useRealTimers();
  const state = card === 'accepted' || card === 'slow' ? 'paid' : card === 'review' ? 'processing' : 'failed';
  expect(await made).toMatchObject({
    outcome: 'made',
    update: {
      state,
      ...(state === 'failed' && { reason: card }),
      details: { card: { brand: 'visa', last_digits: number.slice(-4), installments: 3 } },
    },
  });
});

describe('[COM25] a card', () => {
  const cardOf = (token: string) => ({ card: { token, installments: 1, brand: null } });

  test('with the slow number is paid when its bank answers, and a call that ends before has no result', async () => {
    vi.useFakeTimers();
    const opened = open();
    const aborted = new AbortController();
    const results: string[] = [];
    const start = (signal: AbortSignal): void => {
      const payment = examplePaymentRequest(opened, 'card', cardOf(sandboxNumberOf('slow')));
      void opened.provider.create(opened.account, payment, signal).then(({ outcome }) => results.push(outcome));
    };
    start(aborted.signal);
    start(never);
    await vi.advanceTimersByTimeAsync(slowMs - 1);
    aborted.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect([results, opened.count!()]).toEqual([['uncertain'], 0]);
    await vi.advanceTimersByTimeAsync(1);
    expect([results, opened.count!()]).toEqual([['uncertain', 'made'], 1]);
    vi.useRealTimers();
  });

  test('with any other number is refused, and nothing of it is stored', async () => {
    const opened = open();
    const payment = examplePaymentRequest(opened, 'card', cardOf('5555 5555 5555 4444'));
    expect(await opened.provider.create(opened.account, payment, never)).toEqual({
      outcome: 'refused',
      reason: 'check_card_number',
    });
    expect(opened.count!()).toBe(0);
  });
});

describe('actions on its page', () => {
  test('[COM7] an unpaid code expires, and money can still arrive late', async () => {
    const opened = open();
    const known = await begin(opened, 'pix');
    opened.pass(3 * 86_400_000);
    const found = () => opened.provider.find(opened.account, known, never);
    expect(await found()).toMatchObject({ update: { state: 'expired', at: start + 3 * 86_400_000 } });
    opened.pass(1);
    expect(opened.action(known.paymentId, 'pay')).toBe(true);
    expect(await found()).toMatchObject({ update: { state: 'paid', at: start + 3 * 86_400_000 + 1 } });
  });

  test('only an open payment can be refused, and a paid one neither expires nor is paid again', async () => {
    const opened = open();
    const { paymentId } = await begin(opened, 'boleto');
    expect(opened.action(paymentId, 'refuse')).toBe(true);
    for (const action of ['pay', 'refuse', 'expire'] as const) expect(opened.action(paymentId, action)).toBe(false);
    const paid = await begin(opened, 'pix');
    expect(opened.action(paid.paymentId, 'pay')).toBe(true);
    for (const action of ['pay', 'refuse', 'expire'] as const)
      expect(opened.action(paid.paymentId, action)).toBe(false);
  });

  test('another store does not find a payment', async () => {
    const opened = open();
    const known = await begin(opened, 'pix');
    const other = { ...opened.account, storeId: newId() };
    expect(await opened.provider.find(other, known, never)).toEqual({ outcome: 'unknown' });
    expect(await opened.provider.refund(other, refundOf(known), never)).toMatchObject({ outcome: 'refused' });
  });
});

test('[COM9] a store whose name cannot be in a code still gets a PIX code', async () => {
  const opened = open();
  const payment = examplePaymentRequest(opened, 'pix', { storeName: '日本' });
  expect(await opened.provider.create(opened.account, payment, never)).toMatchObject({
    outcome: 'made',
    update: { details: { pix: { payload: expect.stringContaining('5904Loja') as string } } },
  });
});

test.each(['2026-03-16T02:59:59.999Z', '2026-03-16T03:00:00.000Z'])(
  '[COM10] a boleto that expires at %s is due on the day that ends then in Brazil',
  async (until) => {
    const opened = open();
    const payment = examplePaymentRequest(opened, 'boleto', { expiresAt: Date.parse(until) });
    const charged = await opened.provider.create(opened.account, payment, never);
    const line = charged.outcome === 'made' && charged.update.details?.boleto?.line;
    expect(readBoleto(line || '', '2026-03-12')).toMatchObject({ boleto: { dueDate: '2026-03-15' } });
  },
);
