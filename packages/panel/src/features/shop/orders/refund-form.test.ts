import { expect, test } from 'vitest';
import type { Order } from '../labels.ts';
import { chosenAmount, chosenLines, isManualRefund, moneyLeft, sumOfChoice, type RefundChoice } from './refund-form.ts';

const item = { quantity: 1, returned: 0 } as Order['items'][number];
const payment = {
  paymentId: 'p',
  refundable: 43_863,
  providerLabel: null,
  isSimulated: true,
} as Order['payments'][number];
const order = {
  items: [
    { ...item, total: 23_990, paid: 21_591 },
    { ...item, total: 8_990, paid: 8_091, quantity: 2, returned: 1 },
  ],
  shippingPaid: 2_490,
  shippingReturned: false,
  payments: [payment],
  received: 43_863,
  status: 'paid',
  total: 43_863,
} as unknown as Order;
const choice: RefundChoice = { mode: 'items', pieces: {}, shipping: false, amount: null };

test('[COM46] the chosen pieces have their share of the coupon', () => {
  const chosen = { ...choice, pieces: { 0: 1, 1: 1 } };
  expect(sumOfChoice(order, chosen)).toEqual({ listed: 28_485, paid: 25_636 });
  expect(chosenAmount(order, chosen, 43_863)).toBe(25_636);
  expect(chosenLines(chosen)).toEqual({ lines: [0, 1].map((line) => ({ line, quantity: 1 })), shipping: false });
});

test('[COM46] nothing chosen gives no amount, and never more than what is left', () => {
  expect(chosenAmount(order, choice, 43_863)).toBeNull();
  expect(chosenAmount(order, { ...choice, shipping: true }, 1_000)).toBe(1_000);
  expect(chosenAmount(order, { ...choice, mode: 'all' }, 1_000)).toBe(1_000);
});

test('[COM46] money of the store’s own account is given back by hand', () => {
  expect(moneyLeft(order)).toBe(43_863);
  expect(isManualRefund(order)).toBe(false);
  expect(isManualRefund({ ...order, payments: [{ ...payment, isSimulated: false }] })).toBe(true);
});
