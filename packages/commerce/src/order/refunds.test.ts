import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PaymentAmounts } from './order-amounts.ts';
import {
  paidForLines,
  refundableAmount,
  refundOfLines,
  returnedAmount,
  shareRefund,
  type RefundedLines,
} from './refunds.ts';

const paid = (amount: number, refunded = 0): PaymentAmounts => ({
  state: refunded > 0 ? 'partially_refunded' : 'paid',
  amount,
  paid: amount,
  refunded,
});

// The order of the picture: 3 candles, a coupon of 10 % and shipping of R$ 24.90.
const lines = [
  { quantity: 1, total: 23_990 },
  { quantity: 1, total: 12_990 },
  { quantity: 2, total: 8_990 },
];
const order = { lines, paid: paidForLines(lines, 43_863, 2_490), shipping: 2_490 };

describe('[COM46] what is given back for lines', () => {
  test('has its share of the coupon', () => {
    expect(order.paid).toEqual([21_591, 11_691, 8_091]);
    expect(refundOfLines(order, [], { lines: [{ line: 1, quantity: 1 }], shipping: false })).toBe(11_691);
    expect(refundOfLines(order, [], { lines: [], shipping: true })).toBe(2_490);
  });

  test('of which some pieces were given back, the rest alone, to the cent', () => {
    const one: RefundedLines = { lines: [{ line: 2, quantity: 1 }], shipping: false };
    expect(refundOfLines(order, [], one)).toBe(4_046);
    expect(refundOfLines(order, [one], one)).toBe(4_045);
    expect(refundOfLines(order, [one, one], one)).toBeUndefined();
  });

  test.each<[string, RefundedLines]>([
    ['an unknown line', { lines: [{ line: 3, quantity: 1 }], shipping: false }],
    ['more pieces than bought', { lines: [{ line: 0, quantity: 2 }], shipping: false }],
    ['a line twice', { lines: [0, 0].map((line) => ({ line, quantity: 1 })), shipping: false }],
    ['no piece', { lines: [{ line: 0, quantity: 0 }], shipping: false }],
  ])('%s is refused', (_what, wanted) => {
    expect(refundOfLines(order, [], wanted)).toBeUndefined();
  });

  test('shipping is given back once', () => {
    const shipping: RefundedLines = { lines: [], shipping: true };
    expect(refundOfLines(order, [shipping], shipping)).toBeUndefined();
  });

  test('every piece on its own, and the shipping, come to the total exactly', () => {
    const line = fc.record({ quantity: fc.integer({ min: 1, max: 5 }), total: fc.nat({ max: 9_007_199_254 }) });
    const cart = fc.array(line, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(cart, fc.nat({ max: 50_000_000_000 }), fc.nat({ max: 5_000 }), (cart, goods, shipping) => {
        if (cart.every((one) => one.total === 0)) return;
        const bought = { lines: cart, paid: paidForLines(cart, goods + shipping, shipping), shipping };
        const before: RefundedLines[] = [];
        let sum = 0;
        const wanted = cart.flatMap(({ quantity }, index) =>
          Array.from({ length: quantity }, () => ({ lines: [{ line: index, quantity: 1 }], shipping: false })),
        );
        for (const one of [...wanted, { lines: [], shipping: true }]) {
          sum += refundOfLines(bought, before, one)!;
          before.push(one);
        }
        expect(sum).toBe(goods + shipping);
      }),
    );
  });
});

describe('[COM46] an amount', () => {
  test('is taken from the payments with money, the first of them last', () => {
    const payments = [paid(5_000), { ...paid(700), state: 'failed' as const, paid: null }, paid(3_000, 1_000)];
    expect(shareRefund(payments, 2_500)).toEqual([
      { payment: payments[2], amount: 2_000 },
      { payment: payments[0], amount: 500 },
    ]);
    expect(shareRefund(payments, 7_000)).toHaveLength(2);
    expect(shareRefund(payments, 7_001)).toBeUndefined();
  });

  test('given back is that of a part, or the whole', () => {
    expect(returnedAmount(paid(5_000, 1_200))).toBe(1_200);
    expect(returnedAmount({ ...paid(5_000, 1_200), state: 'refunded' })).toBe(5_000);
    expect(returnedAmount({ ...paid(5_000), state: 'charged_back' })).toBe(5_000);
    expect(refundableAmount(paid(5_000, 1_200))).toBe(3_800);
    expect(refundableAmount({ ...paid(5_000), state: 'refunded' })).toBe(0);
  });
});
