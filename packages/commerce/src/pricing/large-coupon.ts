import type { Cents } from '../money.ts';
import type { Coupon } from './coupon.ts';

/** COM28: above these a coupon is large: a part of the price in hundredths of a percent, and an amount in cents. */
const bounds = { hundredths: 3_000, cents: 5_000 } as const;

/**
 * COM28, AUT9: whether one use of a coupon may take off more than 30 %, or more than R$ 50.00 where the goods need not cost three times as
 * much. A percentage has no largest amount, so only its part counts.
 */
export function isLargeCoupon({ reduction, minimum }: Pick<Coupon, 'reduction' | 'minimum'>): boolean {
  if (reduction === null) return false;
  if (reduction.kind === 'percent') return reduction.hundredths > bounds.hundredths;
  return reduction.cents > bounds.cents && isLargePart(reduction.cents, minimum);
}

/** Whether an amount is a large part of goods that cost at least `minimum`. */
const isLargePart = (cents: Cents, minimum: Cents): boolean => cents * 10_000 > minimum * bounds.hundredths;
