import type { Cents } from '../money.ts';
import { percentOf } from './percent.ts';
import type { Reduction } from './price-rules.ts';

/** COM27, COM28: what a reduction takes off an amount; never more than the amount. */
export const reducedBy = (reduction: Reduction, amount: Cents): Cents =>
  Math.min(amount, reduction.kind === 'cents' ? reduction.cents : percentOf(amount, reduction.hundredths / 100));
