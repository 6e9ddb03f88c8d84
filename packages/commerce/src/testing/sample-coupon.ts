import type { Coupon } from '../pricing/coupon.ts';

/** A coupon of ten percent without limits; `more` replaces members. */
export const sampleCoupon = (more: Partial<Coupon> = {}): Coupon => ({
  reduction: { kind: 'percent', hundredths: 1_000 },
  freeShipping: false,
  startsAt: null,
  endsAt: null,
  maxUses: null,
  maxUsesPerPerson: null,
  uses: 0,
  minimum: 0,
  products: [],
  firstPurchaseOnly: false,
  ...more,
});
