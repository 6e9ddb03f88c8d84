import { expect, test } from 'vitest';
import type { Order } from '../labels.ts';
import { historyOf, type OrderMessage } from './order-history.ts';

const minute = (count: number): string => new Date(Date.parse('2026-03-12T15:00:00Z') + count * 60_000).toISOString();

const event = (type: string, at: number) => ({ eventId: `${type} ${at}`, type, at: minute(at), runs: [] });
const payment = (state: string, at: number, more = {}) => ({
  paymentId: `${state} ${at}`,
  state,
  stateAt: minute(at),
  createdAt: minute(0),
  paid: null,
  refunded: 0,
  ...more,
});
const refund = (state: string, asked: number, settled: number | null) => ({
  refundId: `r${asked}`,
  paymentId: 'x',
  amount: 5_000,
  state,
  source: 'member',
  by: 'Bia',
  requestedAt: minute(asked),
  settledAt: settled === null ? null : minute(settled),
});
const order = (parts: object): Order =>
  ({ createdAt: minute(0), events: [], payments: [], refunds: [], actions: [], ...parts }) as unknown as Order;
const of = (parts: object, messages: object[] = []) =>
  historyOf(order(parts), messages as OrderMessage[]).map((entry) =>
    entry.what === 'refund' ? `${entry.what} ${entry.phase}` : entry.what,
  );

test('a member who marks an order as paid is named at its confirmation, once', () => {
  const actions = [{ action: 'order_paid', by: 'Rafa', at: minute(5) }];
  const history = historyOf(order({ events: [event('payment.confirmed', 5)], actions }), []);
  expect(history.map(({ what }) => what)).toEqual(['event', 'created']);
  expect(history[0]).toMatchObject({ by: { by: 'Rafa' }, kinds: ['payment', 'team'] });
  expect(of({ actions: [{ action: 'order_cancelled', by: null, at: minute(9) }] })).toEqual(['action', 'created']);
});

test('money that made no confirmation, and codes that ended, have entries of their own', () => {
  const events = [event('payment.confirmed', 5)];
  expect(of({ events, payments: [payment('paid', 5)] })).toEqual(['event', 'created']);
  const payments = [payment('paid', 8), payment('cancelled', 6), payment('charged_back', 7), payment('pending', 1)];
  expect(of({ events, payments })).toEqual(['payment', 'payment', 'payment', 'event', 'created']);
});

test('[COM46] a refund is one entry where it was made at once, else its request and its outcome', () => {
  expect(of({ refunds: [refund('done', 5, 5)] })).toEqual(['refund done', 'created']);
  expect(of({ refunds: [refund('failed', 5, 9)] })).toEqual(['refund failed', 'refund requested', 'created']);
  expect(of({ refunds: [refund('requested', 5, null)] })).toEqual(['refund requested', 'created']);
});

test('[COM46] money given back without a stored refund is shown', () => {
  const payments = [payment('refunded', 9, { paid: 12_000 })];
  const booked = { ...refund('done', 5, 5), paymentId: 'refunded 9' };
  expect(historyOf(order({ payments, refunds: [booked] }), [])[0]).toMatchObject({ what: 'refund', amount: 7_000 });
});

test('a message that was not sent can be found as such', () => {
  const message = (state: string) => ({ runId: 'r', message: state, state, dueAt: minute(3), settledAt: null });
  const history = historyOf(order({}), ['sent', 'failed', 'skipped'].map(message) as unknown as OrderMessage[]);
  expect(history.filter(({ kinds }) => kinds.includes('unsent'))).toHaveLength(2);
});
