import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyOrderUpdate,
  orderStatuses,
  type OrderUpdate,
  type OrderState,
  type OrderStatus,
} from './order-states.ts';

const applyAll = (updates: readonly OrderUpdate[]): OrderState =>
  updates.reduce<OrderState | undefined>((state, one) => applyOrderUpdate(state, one), undefined)!;
const parse = (text: string): OrderUpdate[] =>
  text.split(' ').map((one) => {
    const [status, at] = one.split('@');
    return { status: status as OrderStatus, at: Number(at) };
  });

describe('applyOrderUpdate', () => {
  test.each([
    ['[COM4] a payment goes on', 'pending@1 processing@2 paid@3', 'paid'],
    ['[COM4] a payment fails', 'pending@1 processing@2 failed@3', 'failed'],
    ['[COM4] a new attempt after a failure', 'failed@1 pending@2', 'pending'],
    ['[COM4] paid after failed: an unreported attempt', 'failed@1 paid@2', 'paid'],
    ['[COM4] paid is not undone by a later pending', 'paid@1 pending@2', 'paid'],
    ['[COM4] paid is not undone by a later failure', 'paid@1 failed@2', 'paid'],
    ['[COM4] paid is not undone by processing', 'paid@1 processing@2', 'paid'],
    ['[COM4] a refund', 'paid@1 cancelled@2', 'cancelled'],
    ['[COM4] cancelled closes', 'cancelled@1 pending@2 processing@3 failed@4', 'cancelled'],
    ['[COM4] an old failure reported late', 'pending@5 failed@3', 'pending'],
    ['[COM4] an old payment reported late', 'failed@5 paid@3', 'paid'],
    ['[COM4] an old cancellation reported late', 'pending@5 cancelled@3', 'cancelled'],
    ['[COM4] of one instant the higher rank holds', 'processing@1 pending@1', 'processing'],
    ['[COM4] of one instant failed is above processing', 'failed@1 processing@1', 'failed'],
    ['[COM4] the payment before a refund, reported after it', 'cancelled@5 paid@3', 'cancelled'],
    ['[COM7] money after a cancellation', 'cancelled@1 paid@2', 'paid'],
  ])('%s: %s', (_, updates, status) => {
    expect(applyAll(parse(updates)).status).toBe(status);
  });

  test('[COM7] money after a cancellation is marked late in any order of reports; a refund is not', () => {
    expect(applyAll(parse('cancelled@1 paid@2'))).toEqual({ status: 'paid', at: 2, paidAt: 2, paidLate: true });
    expect(applyAll(parse('paid@2 cancelled@1'))).toEqual({ status: 'paid', at: 2, paidAt: 2, paidLate: true });
    expect(applyAll(parse('paid@2 cancelled@3'))).toEqual({ status: 'cancelled', at: 3, paidAt: 2, paidLate: false });
    expect(applyAll(parse('paid@2 failed@3'))).toMatchObject({ at: 2, paidLate: false });
  });

  test('[COM7] money after the expiry of its PIX is marked late; at the last instant it is not', () => {
    const pending: OrderState = { status: 'pending', at: 0, paidAt: null, paidLate: false };
    expect(applyOrderUpdate(pending, { status: 'paid', at: 10 }, 10).paidLate).toBe(false);
    expect(applyOrderUpdate(pending, { status: 'paid', at: 11 }, 10).paidLate).toBe(true);
    expect(applyOrderUpdate(pending, { status: 'failed', at: 11 }, 10).paidLate).toBe(false);
  });

  test('[COM4] the paid instant is that of the first payment', () => {
    expect(applyAll(parse('paid@7 paid@4 paid@9')).paidAt).toBe(4);
  });
});

const updates = fc.record({ status: fc.constantFrom(...orderStatuses), at: fc.integer({ min: 0, max: 6 }) });
const history = fc.array(updates, { minLength: 1, maxLength: 8 });
const later = (one: OrderUpdate, other: OrderUpdate): number =>
  one.at - other.at || orderStatuses.indexOf(one.status) - orderStatuses.indexOf(other.status);

/** Computes the result from the whole history: the last payment or cancellation; without these, the last of the other updates. */
function highestTruth(all: readonly OrderUpdate[]): { status: OrderStatus; at: number; late: boolean } {
  const closing = all.filter(({ status }) => status === 'paid' || status === 'cancelled');
  const { status, at } = (closing.length > 0 ? closing : [...all]).toSorted(later).at(-1)!;
  return { status, at, late: all.some((one) => one.status === 'cancelled' && one.at < at) };
}

test('[COM4][COM7] updates in any order and with repeats end in the highest status', () => {
  fc.assert(
    fc.property(
      history.chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 })),
      ),
      ([all, applied]) => {
        const state = applyAll(applied);
        const truth = highestTruth(all);
        expect(state).toMatchObject({ status: truth.status, at: truth.at });
        if (truth.status === 'paid') expect(state.paidLate).toBe(truth.late);
        const payments = all.filter(({ status }) => status === 'paid').map(({ at }) => at);
        expect(state.paidAt).toBe(payments.length > 0 ? Math.min(...payments) : null);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('[COM4] a paid or cancelled order never reopens, and no order is paid without money', () => {
  fc.assert(
    fc.property(history, (applied) => {
      let state: OrderState | undefined;
      for (const one of applied) {
        const before: OrderState | undefined = state;
        state = applyOrderUpdate(before, one);
        const isClosed = (which?: OrderState): boolean => which?.status === 'paid' || which?.status === 'cancelled';
        if (isClosed(before)) expect(isClosed(state)).toBe(true);
        if (state.status === 'paid') expect(state.paidAt).not.toBeNull();
        if (before?.paidLate) expect(state.paidLate).toBe(true);
      }
    }),
  );
});
