import { centsIn, reaisOf, type TypedNumber } from './amounts.ts';

/** What is taken off, as typed: a percentage, or an amount in reais. */
export type TypedReduction = { kind: 'percent' | 'cents'; amount: TypedNumber };

/** What is taken off, as the service stores it. */
export type Reduction = { kind: 'percent'; hundredths: number } | { kind: 'cents'; cents: number };

/** A typed reduction; null: it is empty or zero. */
export function reductionOf({ kind, amount }: TypedReduction): Reduction | null {
  // Both have two decimals.
  const value = centsIn(amount);
  if (value === null || value <= 0) return null;
  return kind === 'percent' ? { kind, hundredths: value } : { kind, cents: value };
}

/** A stored reduction, as the fields show it. */
export const typedReduction = (reduction: Reduction | null): TypedReduction =>
  reduction?.kind === 'cents'
    ? { kind: 'cents', amount: reaisOf(reduction.cents) }
    : { kind: 'percent', amount: reaisOf(reduction?.hundredths ?? null) };
