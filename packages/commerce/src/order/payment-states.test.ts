import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyPaymentUpdate, paymentStates, type PaymentUpdate, type PaymentTruth } from './payment-states.ts';

const created: PaymentTruth = { state: 'creating', at: 0, reason: null, paid: null, refunded: 0 };
const applyAll = (updates: readonly PaymentUpdate[], known = created): PaymentTruth =>
  updates.reduce(applyPaymentUpdate, known);
const parse = (text: string): PaymentUpdate[] =>
  text.split(' ').map((one) => {
    const [state, at] = one.split('@') as [PaymentUpdate['state'], string];
    return { state, at: Number(at), ...(state === 'paid' && { paid: 100 }), reason: 'risk' };
  });

describe('one payment', () => {
  test.each([
    ['[COM4] a code is made', 'pending@1', 'pending@1'],
    ['[COM4] a card is looked at, and refused', 'pending@1 processing@2 failed@3', 'failed@3'],
    ['[COM4] an older state changes nothing', 'processing@2 pending@1', 'processing@2'],
    ['[COM4] a later state of lower rank changes nothing', 'failed@2 processing@3', 'failed@2'],
    ['[COM7] money after its code expired', 'pending@1 expired@2 paid@3', 'paid@3'],
    ['[COM7] the expiry of its code, reported after the money', 'paid@3 expired@2', 'paid@3'],
    ['[COM4] money given back', 'paid@1 refunded@2', 'refunded@2'],
    ['[COM4] the money, reported after its return', 'refunded@2 paid@1', 'refunded@2'],
    ['[COM7a] money given back in part, and reported late', 'partially_refunded@2 paid@1', 'partially_refunded@2'],
    ['[COM7a] money that the bank took back, after its return', 'refunded@2 charged_back@1', 'charged_back@1'],
    ['[COM4] a state reported repeatedly has its earliest time', 'paid@5 paid@3 paid@4', 'paid@3'],
  ])('%s: %s', (_, updates, truth) => {
    const { state, at } = applyAll(parse(updates));
    expect(`${state}@${at}`).toBe(truth);
  });

  test('[COM4] the failure reason exists only while failed; the paid amount stays', () => {
    expect(applyAll(parse('failed@1')).reason).toBe('risk');
    expect(applyAll(parse('failed@1 paid@2'))).toMatchObject({ reason: null, paid: 100 });
    expect(applyAll(parse('refunded@2 paid@1'))).toMatchObject({ state: 'refunded', paid: 100 });
  });

  test('[COM7a] the highest partial refund counts', () => {
    const part = (refunded: number): PaymentUpdate => ({ state: 'partially_refunded', at: 3, paid: 100, refunded });
    expect(applyAll([part(20), part(50), part(30)])).toMatchObject({ paid: 100, refunded: 50 });
  });

  test('[COM4] a repeat returns the same object', () => {
    const known = applyAll(parse('pending@1 paid@2'));
    expect(applyAll(parse('paid@2 pending@1 paid@9 expired@3'), known)).toBe(known);
  });
});

const updates = fc.record({ state: fc.constantFrom(...paymentStates), at: fc.integer({ min: 0, max: 6 }) });
const history = fc.array(updates, { minLength: 1, maxLength: 8 });

test('[COM4][COM7] updates of a payment in any order and with repeats end in one state, and its rank never falls', () => {
  fc.assert(
    fc.property(
      history.chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 })),
      ),
      ([all, applied]) => {
        const rank = ({ state }: PaymentUpdate): number => paymentStates.indexOf(state);
        const highest = Math.max(...all.map(rank));
        const first = Math.min(...all.filter((one) => rank(one) === highest).map(({ at }) => at));
        let known: PaymentTruth = created;
        for (const one of applied) {
          const after = applyPaymentUpdate(known, one);
          expect(rank(after)).toBeGreaterThanOrEqual(rank(known));
          known = after;
        }
        expect([rank(known), known.at]).toEqual([highest, highest === 0 ? 0 : first]);
      },
    ),
    { numRuns: 1_000 },
  );
});
