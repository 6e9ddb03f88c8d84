import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  acceptedOrder,
  cancelledOrder,
  orderAfterPayment,
  repricedOrder,
  type OrderPayment,
  type PayableOrder,
} from './order-after-payment.ts';
import {
  acceptedAfterReport,
  attentionOf,
  decisionOf,
  isUnwanted,
  missingAmount,
  receivedAmount,
  type OrderFacts,
  type PaymentAmounts,
} from './order-amounts.ts';
import { applyOrderUpdate } from './order-states.ts';
import { applyPaymentUpdate, paymentStates, type PaymentUpdate, type PaymentState } from './payment-states.ts';

const open: PayableOrder = {
  status: 'pending',
  at: 0,
  paidAt: null,
  paidLate: false,
  total: 100,
  accepted: null,
  signed: true,
};
const creating: OrderPayment = { state: 'creating', at: 0, paid: null, refunded: 0 };
const payment = (text: string): OrderPayment & PaymentAmounts => {
  const [state, paid = null, refunded = 0] = text.split(' ');
  return {
    state: state as PaymentState,
    at: 5,
    amount: 100,
    paid: paid === null ? null : Number(paid),
    refunded: Number(refunded),
  };
};
const after = (text: string, others: string[] = [], order: Partial<PayableOrder> = {}, before = creating) =>
  orderAfterPayment({ ...open, ...order }, { before, after: payment(text), others: others.map(payment) });

describe('the status of an order after a payment', () => {
  test.each([
    ['[COM4] a review', 'processing', [], 'pending', 'processing'],
    ['[COM4] a refusal', 'failed', [], 'pending', 'failed'],
    ['[COM4] a refusal while a code is open', 'failed', ['pending'], 'pending', 'pending'],
    ['[COM4] that a code expired', 'expired', [], 'pending', 'pending'],
    ['[COM7a] all of it', 'paid 100', [], 'pending', 'paid'],
    ['[COM7a] less than the total', 'paid 99', [], 'pending', 'processing'],
    ['[COM7a] the rest', 'paid 60', ['paid 40'], 'processing', 'paid'],
    ['[COM7a] more than the total', 'paid 101', [], 'failed', 'paid'],
    ['[COM7a] a refusal beside a part', 'failed', ['paid 40'], 'processing', 'processing'],
    ['[COM7a] a review beside a part', 'processing', ['paid 40'], 'processing', 'processing'],
    ['[COM7] money of a cancelled order waits', 'paid 100', [], 'cancelled', 'cancelled'],
    ['[COM4] all given back', 'refunded 100', [], 'paid', 'cancelled'],
    ['[COM7a] taken back by the bank', 'charged_back 100', [], 'paid', 'cancelled'],
    ['[COM4] one of two payments given back', 'refunded 100', ['paid 100'], 'paid', 'paid'],
    ['[COM7a] a part of the money gone', 'charged_back 60', ['paid 40'], 'paid', 'cancelled'],
    ['[COM7a] a part given back while the rest is waited for', 'refunded 60', ['paid 30'], 'processing', 'processing'],
  ] as const)('%s: %s beside %j, %s', (_, one, others, status, expected) => {
    expect(after(one, [...others], { status }).status).toBe(expected);
  });

  test('[COM7a] a partial refund of a paid order leaves it paid, and the rest accepted', () => {
    expect(after('partially_refunded 100 30', [], { status: 'paid' }, payment('paid 100'))).toMatchObject({
      status: 'paid',
      accepted: 70,
    });
    expect(after('partially_refunded 100 30')).toMatchObject({ status: 'paid', accepted: 70 });
  });

  test('[COM7a] a refund of money above the amount that the store’s own system accepted leaves the order paid', () => {
    expect(after('refunded 100', [], { status: 'paid', accepted: 0 }).status).toBe('paid');
    expect(after('refunded 100', [], { status: 'paid', accepted: 40 }).status).toBe('cancelled');
  });

  test('[COM7a] partly refunded money counts with its remaining amount', () => {
    expect(after('paid 60', ['partially_refunded 60 20'], { status: 'processing' }).status).toBe('paid');
    expect(after('paid 59', ['partially_refunded 60 20'], { status: 'processing' }).status).toBe('processing');
  });

  test('[COM7a] an unsigned order with total 0 waits for a decision', () => {
    const free = repricedOrder({ ...open, signed: false }, { total: 0, at: 1 }, []);
    expect(free.status).toBe('pending');
    expect(after('paid 5', [], { ...free, status: 'processing' }).status).toBe('processing');
    expect(acceptedOrder(free, 0, 1).status).toBe('paid');
  });
});

describe('the reasons for which an order needs attention', () => {
  const attention = (order: Partial<OrderFacts>, ...payments: string[]) =>
    attentionOf({ ...open, ...order }, payments.map(payment));
  test.each<[string, Partial<OrderFacts>, string[], string[]]>([
    ['[COM7a] nothing', { status: 'paid' }, ['paid 100', 'cancelled'], []],
    ['[COM7a] the whole in two parts', { status: 'paid' }, ['paid 40', 'paid 60'], []],
    ['[COM7a] too little', { status: 'processing' }, ['paid 40'], ['UNDERPAID']],
    ['[COM7a] too little, and accepted', { status: 'paid', accepted: 40 }, ['paid 40'], []],
    ['[COM7a] too much', { status: 'paid' }, ['paid 140'], ['OVERPAID']],
    ['[COM7a] the whole twice', { status: 'paid' }, ['paid 100', 'paid 100'], ['PAID_TWICE']],
    [
      '[COM7a] paid by the word of the store’s own system, and a part here too',
      { status: 'paid', accepted: 0 },
      ['paid 40'],
      ['PAID_TWICE'],
    ],
    ['[COM7a] paid by that word alone', { status: 'paid', accepted: 0 }, ['cancelled'], []],
    [
      '[COM7a] free, accepted, and paid all the same',
      { status: 'paid', total: 0, accepted: 0 },
      ['paid 40'],
      ['OVERPAID'],
    ],
    ['[COM7a] money of a cancelled order', { status: 'cancelled' }, ['paid 100'], ['PAID_NOT_WANTED']],
    ['[COM7a] taken back by the bank', { status: 'cancelled' }, ['charged_back 100'], ['CHARGED_BACK']],
    [
      '[COM7a] given back in part',
      { status: 'paid', accepted: 70 },
      ['partially_refunded 100 30'],
      ['PARTLY_REFUNDED'],
    ],
    ['[COM7] late', { status: 'paid', paidLate: true }, ['paid 100'], ['PAID_LATE']],
    ['[COM24] an address that changed', { status: 'paid', addressChangedAt: 1 }, ['paid 100'], ['ADDRESS_CHANGED']],
    ['[COM24] an address of a cancelled order', { status: 'cancelled', addressChangedAt: 1 }, [], []],
    ['[COM7a] of an unsigned cart', { status: 'paid', signed: false }, ['paid 100'], ['UNSIGNED_PRICE']],
    [
      '[COM7a] of an unsigned cart that costs nothing',
      { status: 'processing', signed: false, total: 0 },
      [],
      ['UNSIGNED_PRICE'],
    ],
    ['[COM7a] of an unsigned cart that waits for its money', { signed: false }, ['pending'], []],
  ])('%s', (_, order, payments, expected) => {
    expect(attention(order, ...payments)).toEqual(expected);
  });
});

test('[COM7a] an open code is wanted while its order is payable and exactly its amount is missing', () => {
  const isSo = (order: Partial<PayableOrder>, text = 'pending', ...others: string[]) =>
    isUnwanted(payment(text), { ...open, ...order }, [payment(text), ...others.map(payment)]);
  expect(isSo({})).toBe(false);
  expect(isSo({ total: 101 })).toBe(true);
  expect(isSo({}, 'pending', 'paid 40')).toBe(true);
  expect(isSo({ total: 140, status: 'processing' }, 'pending', 'paid 40')).toBe(false);
  expect(isSo({ status: 'paid' })).toBe(true);
  expect(isSo({ status: 'cancelled' }, 'creating')).toBe(true);
  expect(isSo({ status: 'cancelled' }, 'expired')).toBe(false);
});

/** One action on an order. `payment` is the index of a payment. */
type Step =
  | { does: 'attempt' | 'change'; total: number }
  | { does: 'update'; payment: number; state: PaymentState; at: number; paid: number; refunded: number }
  | { does: 'cancel' | 'accept' | 'mark paid' };

const total = fc.constantFrom(0, 50, 100, 139);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('attempt' as const, 'change' as const), total }) },
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constant('update' as const),
      payment: fc.nat({ max: 3 }),
      state: fc.constantFrom(...paymentStates, 'paid' as const, 'paid' as const),
      at: fc.nat({ max: 9 }),
      paid: fc.constantFrom(1, 50, 89, 100, 139, 200),
      refunded: fc.constantFrom(0, 1, 50),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constantFrom('cancel' as const, 'accept' as const, 'mark paid' as const) }),
  },
);
const history = fc.record({ signed: fc.boolean(), steps: fc.array(step, { minLength: 1, maxLength: 14 }) });

/** The result of a history: the order, its payments, and whether a person's decision applies. */
class History {
  order: PayableOrder;
  payments: OrderPayment[] = [];
  /** A person accepted the received amount as the total, or refunded a part of it. */
  isDecided = false;

  constructor(signed: boolean) {
    this.order = { ...open, signed };
  }

  play(step: Step, now: number): void {
    const { order, payments } = this;
    const isClosed = order.status === 'paid' || order.status === 'cancelled';
    switch (step.does) {
      case 'attempt':
        if (isClosed) return;
        this.order = repricedOrder(order, { total: step.total, at: now }, payments);
        if (this.order.status !== 'paid') payments.push({ ...creating, at: now });
        return;
      case 'change':
        if (!isClosed) this.order = repricedOrder(order, { total: step.total, at: now }, payments);
        return;
      case 'cancel':
        if (!isClosed) this.order = cancelledOrder(order, now);
        return;
      case 'accept':
        if (order.status === 'paid') return;
        this.order = acceptedOrder(order, receivedAmount(payments), now);
        this.isDecided = true;
        return;
      case 'mark paid': {
        if (order.status === 'paid') return;
        payments.push({ state: 'paid', at: now, paid: missingAmount(order, payments), refunded: 0 });
        this.order = acceptedOrder(order, receivedAmount(payments), now);
        this.isDecided = true;
        return;
      }
      case 'update':
        return this.#update(step);
    }
  }

  #update({ payment, state, at, paid, refunded }: Step & { does: 'update' }): void {
    const index = payment % Math.max(1, this.payments.length);
    const before = this.payments[index];
    if (!before) return;
    const update: PaymentUpdate = {
      state,
      at,
      ...((state === 'paid' || state === 'partially_refunded') && { paid }),
      ...(state === 'partially_refunded' && { refunded }),
    };
    const truth = applyPaymentUpdate({ ...before, reason: null }, update);
    const now: OrderPayment = { state: truth.state, at: truth.at, paid: truth.paid, refunded: truth.refunded };
    if (JSON.stringify(now) === JSON.stringify(before)) return;
    this.payments[index] = now;
    const others = this.payments.filter((_, other) => other !== index);
    this.order = orderAfterPayment(this.order, { before, after: now, others });
    if (now.refunded > before.refunded || now.state === 'refunded') this.isDecided = true;
  }
}

// `npm run prove -- money` runs a million.
const numRuns = Number(process.env['MONEY_RUNS'] ?? 20_000);

test(
  `[COM7a] ${numRuns} random histories: paid means that the total is received, or that a person decided so`,
  () => {
    const seen = { paid: 0, decided: 0, less: 0, cancelled: 0 };
    fc.assert(
      fc.property(history, ({ signed, steps }) => {
        const played = new History(signed);
        for (const [now, one] of steps.entries()) {
          played.play(one, now);
          const { order, payments, isDecided } = played;
          const received = receivedAmount(payments);
          if (order.status === 'cancelled') played.isDecided = false;
          if (order.status === 'paid') {
            seen.paid++;
            const isReceived = received >= order.total! && (signed || order.total! > 0);
            if (!isReceived) {
              seen.decided++;
              if (!isDecided) throw new Error('paid below the total without a decision');
              if (order.accepted === null) throw new Error('the decision is not on record');
            }
          } else if (received > 0) {
            seen.less++;
            const found = attentionOf(
              order,
              payments.map((one) => ({ ...one, amount: 0 })),
            );
            const reports = ['UNDERPAID', 'PAID_NOT_WANTED', 'OVERPAID'] as const;
            if (!reports.some((one) => found.includes(one))) {
              throw new Error(`money that is not reported: ${JSON.stringify({ order, payments })}`);
            }
          }
          if (order.status === 'cancelled') seen.cancelled++;
        }
      }),
      { numRuns, seed: Number(process.env['PROVE_SEED'] ?? 7), endOnFailure: true },
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
    if (process.env['MONEY_RUNS']) console.log(JSON.stringify(seen));
  },
  60_000 + numRuns,
);

const later = fc.record({ at: fc.integer({ min: 1, max: 20 }), paid: fc.constantFrom(40, 60, 100, 140) });

describe('a report of the store’s own system that an order is paid', () => {
  const wordAt = 10;
  type Money = { at: number; paid: number };
  /** The order's attention reasons if the report arrives after this number of its payments. */
  const seenOf = (money: readonly Money[], before: number): readonly string[] => {
    let order: PayableOrder = open;
    const payments: OrderPayment[] = money.map(() => creating);
    const says = (): void => {
      const accepted = order.status === 'paid' ? order.accepted : receivedAmount(payments);
      order = { ...order, ...applyOrderUpdate(order, { status: 'paid', at: wordAt }), accepted };
    };
    for (const [index, { at, paid }] of money.entries()) {
      if (index === before) says();
      const after: OrderPayment = { ...creating, state: 'paid', at, paid };
      payments[index] = after;
      const others = payments.filter((_, other) => other !== index);
      order = orderAfterPayment(order, { before: creating, after, others });
    }
    if (before >= money.length) says();
    return attentionOf(
      order,
      payments.map((one) => ({ ...one, amount: 100 })),
    );
  };

  test('[COM7a] refers to the money paid until then, in any order of arrival', () => {
    const byThen = fc.array(
      later.filter(({ at }) => at <= wordAt),
      { minLength: 1, maxLength: 3 },
    );
    fc.assert(
      fc.property(byThen, (money) => {
        const last = seenOf(money, money.length);
        for (let before = 0; before < money.length; before++) expect(seenOf(money, before)).toEqual(last);
      }),
    );
  });

  test('[COM7a] does not refer to money paid later, which is additional', () => {
    fc.assert(
      fc.property(
        later.filter(({ at }) => at > wordAt),
        (money) => {
          expect(seenOf([money], 0)).toEqual(['PAID_TWICE']);
        },
      ),
    );
  });
});

test.each([
  ['raised', { total: 100, accepted: null }, 120, null],
  ['raised after less was accepted', { total: 100, accepted: 40 }, 120, null],
  ['raised after it was paid outside', { total: 100, accepted: 0 }, 120, 0],
  ['lowered', { total: 100, accepted: 40 }, 80, 40],
])('[COM7a] the total of a paid order %s', (_, before, total, accepted) => {
  expect(acceptedAfterReport(before, total)).toBe(accepted);
});

describe('[COM47] the decision that an order waits for', () => {
  const facts: OrderFacts & { changedAt: number } = {
    status: 'paid',
    total: 100,
    accepted: null,
    signed: true,
    paidLate: false,
    changedAt: 0,
  };
  const week = 7 * 86_400_000;
  test.each([
    ['paid once', {}, ['paid 100'], undefined],
    ['paid twice', {}, ['paid 100', 'paid 100'], { attention: 'PAID_TWICE', amount: 100 }],
    ['cancelled with money', { status: 'cancelled' }, ['paid 80'], { attention: 'PAID_NOT_WANTED', amount: 80 }],
    ['underpaid', { status: 'pending' }, ['paid 40'], { attention: 'UNDERPAID', amount: 40 }],
    ['overpaid', {}, ['paid 130'], { attention: 'OVERPAID', amount: 30 }],
    ['paid late', { paidLate: true }, ['paid 100'], { attention: 'PAID_LATE', amount: 100 }],
    ['charged back', { status: 'cancelled' }, ['charged_back 100'], { attention: 'CHARGED_BACK', amount: 100 }],
    ['partly refunded', {}, ['partially_refunded 150 50'], undefined],
    ['unsigned and paid', { signed: false }, ['paid 100'], undefined],
    [
      'free and unsigned',
      { status: 'processing', signed: false, total: 0 },
      [],
      { attention: 'UNSIGNED_PRICE', amount: 0 },
    ],
  ] as const)('%s', (_name, more, payments, decision) => {
    expect(decisionOf({ ...facts, ...more }, payments.map(payment), week - 1)).toEqual(decision);
  });

  test('is no longer shown after a week where nothing ends it', () => {
    expect(decisionOf({ ...facts, paidLate: true }, [payment('paid 100')], week)).toBeUndefined();
    expect(decisionOf({ ...facts, status: 'cancelled' }, [payment('charged_back 100')], week)).toBeUndefined();
    expect(decisionOf(facts, [payment('paid 100'), payment('paid 100')], week)).toBeDefined();
  });
});
