import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newsOfPayment } from './news-of-payment.ts';
import { afterNews, type OrderNews, type OrderState } from './order-states.ts';
import { afterPaymentNews, paymentStates, type PaymentHeard, type PaymentTruth } from './payment-states.ts';

const asked: PaymentTruth = { state: 'creating', at: 0, reason: null, paid: null };
const hear = (news: readonly PaymentHeard[], known = asked): PaymentTruth => news.reduce(afterPaymentNews, known);
const told = (text: string): PaymentHeard[] =>
  text.split(' ').map((one) => {
    const [state, at] = one.split('@') as [PaymentHeard['state'], string];
    return { state, at: Number(at), ...(state === 'paid' && { paid: 100 }), reason: 'risk' };
  });

describe('one payment', () => {
  test.each([
    ['[E4] a code is made', 'pending@1', 'pending@1'],
    ['[E4] a card is looked at, and refused', 'pending@1 processing@2 failed@3', 'failed@3'],
    ['[E4] what is older is no news', 'processing@2 pending@1', 'processing@2'],
    ['[E4] what is later but less is no news either', 'failed@2 processing@3', 'failed@2'],
    ['[E7] money after its code expired', 'pending@1 expired@2 paid@3', 'paid@3'],
    ['[E7] that its code expired, heard after the money', 'paid@3 expired@2', 'paid@3'],
    ['[E4] money given back', 'paid@1 refunded@2', 'refunded@2'],
    ['[E4] the money heard of after its return', 'refunded@2 paid@1', 'refunded@2'],
    ['[E4] the same told twice happened when it was first told of', 'paid@5 paid@3 paid@4', 'paid@3'],
  ])('%s: %s', (_, news, truth) => {
    const { state, at } = hear(told(news));
    expect(`${state}@${at}`).toBe(truth);
  });

  test('[E4] why it failed is known while it has failed; what was paid is known ever after', () => {
    expect(hear(told('failed@1')).reason).toBe('risk');
    expect(hear(told('failed@1 paid@2'))).toMatchObject({ reason: null, paid: 100 });
    expect(hear(told('refunded@2 paid@1'))).toMatchObject({ state: 'refunded', paid: 100 });
  });

  test('[E4] a repeat is told by the same object', () => {
    const known = hear(told('pending@1 paid@2'));
    expect(hear(told('paid@2 pending@1 paid@9 expired@3'), known)).toBe(known);
  });
});

const news = fc.record({ state: fc.constantFrom(...paymentStates), at: fc.integer({ min: 0, max: 6 }) });
const history = fc.array(news, { minLength: 1, maxLength: 8 });

test('[E4][E7] the news of a payment in any order and with repeats end in one truth, and it never falls', () => {
  fc.assert(
    fc.property(
      history.chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 })),
      ),
      ([all, heard]) => {
        const rank = ({ state }: PaymentHeard): number => paymentStates.indexOf(state);
        const highest = Math.max(...all.map(rank));
        const first = Math.min(...all.filter((one) => rank(one) === highest).map(({ at }) => at));
        let known: PaymentTruth = asked;
        for (const one of heard) {
          const after = afterPaymentNews(known, one);
          expect(rank(after)).toBeGreaterThanOrEqual(rank(known));
          known = after;
        }
        expect([rank(known), known.at]).toEqual([highest, highest === 0 ? 0 : first]);
      },
    ),
    { numRuns: 1_000 },
  );
});

describe('what a payment says of its order', () => {
  const payment = (text: string) => hear(told(text));
  test.each([
    ['[E4] a review', 'processing@3', [], 'pending@1', 'processing@3'],
    ['[E4] a refusal', 'failed@3', [], 'pending@1', 'failed@3'],
    ['[E4] a refusal while a code is open', 'failed@3', ['pending@1'], 'pending@1', null],
    ['[E4] a refusal after another', 'failed@3', ['failed@1', 'expired@2'], 'pending@1', 'failed@3'],
    ['[E4] that a code expired', 'expired@3', [], 'pending@1', null],
    ['[E4] money', 'paid@3', ['paid@1'], 'paid@1', 'paid@3'],
    ['[E7] money of an order that was cancelled', 'paid@3', ['expired@2'], 'cancelled@4', 'paid@3'],
    ['[E4] money given back', 'refunded@3', [], 'paid@1', 'cancelled@3'],
    ['[E4] money given back by a clock that is behind', 'refunded@3', [], 'paid@5', 'cancelled@5'],
    ['[E4] money given back of an order that was paid twice', 'refunded@3', ['paid@4'], 'paid@1', null],
    ['[E4] money heard of after other money was given back', 'paid@3', ['refunded@5'], 'cancelled@5', 'paid@6'],
  ] as const)('%s: %s beside %j of an order %s', (_, one, others, order, says) => {
    const [status, at] = order.split('@') as [OrderNews['status'], string];
    const said = newsOfPayment(
      payment(one),
      others.map((other) => payment(other)),
      { status, at: Number(at) },
    );
    expect(said ? `${said.status}@${said.at}` : null).toBe(says);
  });

  test('[E4] an order is paid while any of its payments is, whatever was heard in which order', () => {
    const ends = fc.constantFrom('pending@1', 'failed@2', 'expired@3', 'paid@2', 'paid@4', 'paid@2 refunded@5');
    const payments = fc.array(ends, { minLength: 1, maxLength: 4 });
    const steps = payments.chain((all) => {
      const heard = all.flatMap((text, index) => told(text).map((one) => ({ index, one })));
      return fc.tuple(fc.constant(all), fc.shuffledSubarray(heard, { minLength: heard.length }));
    });
    fc.assert(
      fc.property(steps, ([all, heard]) => {
        const known = all.map(() => asked);
        let order: OrderState = { status: 'pending', at: 0, paidAt: null, paidLate: false };
        for (const { index, one } of heard) {
          const before = known[index]!;
          known[index] = afterPaymentNews(before, one);
          if (known[index] === before) continue;
          const others = known.filter((_, other) => other !== index);
          const said = newsOfPayment(known[index], others, order);
          if (said) order = afterNews(order, said);
        }
        const states = new Set(known.map(({ state }) => state));
        expect(order.status === 'paid').toBe(states.has('paid'));
        if (!states.has('paid')) expect(order.status === 'cancelled').toBe(states.has('refunded'));
      }),
      { numRuns: 2_000 },
    );
  });
});
