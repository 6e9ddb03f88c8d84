import type { PaymentMethod } from '@retoma/commerce';
import fc from 'fast-check';

/**
 * The provider's results of creating a payment. `lost` and `never` are uncertain results: with `lost` the payment exists at the provider.
 */
const answers = ['made', 'paid', 'refused', 'away', 'lost', 'never'] as const;
/** The states that a payment may change to at its provider. */
const ends = ['processing', 'failed', 'expired', 'cancelled', 'paid', 'paid', 'refunded'] as const;

/** One step of a script. `payment`: an index into the order's payments, modulo their number. */
export type WebhookStep =
  | { readonly does: 'place'; readonly method: PaymentMethod; readonly answer: (typeof answers)[number] }
  | { readonly does: 'becomes'; readonly payment: number; readonly state: (typeof ends)[number]; readonly ago: number }
  /** A provider's webhook, sent one or more times; `stale`: the lookup after it returns an older state. */
  | { readonly does: 'notice'; readonly payment: number; readonly times: number; readonly stale: boolean }
  | { readonly does: 'forged'; readonly payment: number }
  /** A webhook that was delayed: any state that the provider ever reported. */
  | { readonly does: 'late'; readonly payment: number; readonly entry: number }
  | { readonly does: 'pass'; readonly minutes: number }
  | { readonly does: 'check' | 'cancel' | 'mark paid' | 'refund' | 'report' };

const payment = fc.nat({ max: 3 });
const step: fc.Arbitrary<WebhookStep> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('place' as const),
      method: fc.constantFrom<PaymentMethod>('pix', 'card'),
      answer: fc.constantFrom(...answers),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('becomes' as const),
      payment,
      state: fc.constantFrom(...ends),
      ago: fc.nat({ max: 90 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('notice' as const),
      payment,
      times: fc.integer({ min: 1, max: 3 }),
      stale: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('forged' as const), payment }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('late' as const), payment, entry: fc.nat({ max: 3 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('pass' as const), minutes: fc.constantFrom(1, 11, 90, 1_500, 12_000) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constantFrom('check' as const, 'check', 'cancel', 'mark paid', 'refund', 'report'),
    }),
  },
);

/** A script of one order: the steps of one inner list run concurrently. */
export const arbitraryScript: fc.Arbitrary<WebhookStep[][]> = fc
  .array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 10 })
  .map((batches) => [[{ does: 'place', method: 'pix', answer: 'made' }], ...batches]);
