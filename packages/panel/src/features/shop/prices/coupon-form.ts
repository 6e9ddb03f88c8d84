import type { ApiRequest } from '../../../api/call.ts';
import { centsIn, countOf, productsIn, type TypedNumber } from './amounts.ts';
import { reductionOf, type TypedReduction } from './reduction.ts';
import { dayEnd, dayStart } from './store-day.ts';

/** A new coupon as typed. Days as `2026-11-27`; empty: none. */
export type TypedCoupon = {
  code: string;
  reduction: TypedReduction;
  freeShipping: boolean;
  firstDay: string;
  lastDay: string;
  maxUses: TypedNumber;
  maxUsesPerPerson: TypedNumber;
  minimum: TypedNumber;
  products: string;
  firstPurchaseOnly: boolean;
};

/** The form of a new coupon at first. */
export const emptyCoupon: TypedCoupon = {
  code: '',
  reduction: { kind: 'percent', amount: '' },
  freeShipping: false,
  firstDay: '',
  lastDay: '',
  maxUses: '',
  maxUsesPerPerson: 1,
  minimum: '',
  products: '',
  firstPurchaseOnly: false,
};

/** A new coupon as the service stores it. `timeZone`: the store's, in which its days begin and end. */
export const couponOf = (
  typed: TypedCoupon,
  timeZone: string,
): ApiRequest<'POST /panel/api/stores/:storeId/coupons'>['body'] => ({
  code: typed.code,
  reduction: reductionOf(typed.reduction),
  freeShipping: typed.freeShipping,
  startsAt: typed.firstDay === '' ? null : dayStart(typed.firstDay, timeZone),
  endsAt: typed.lastDay === '' ? null : dayEnd(typed.lastDay, timeZone),
  maxUses: countOf(typed.maxUses),
  maxUsesPerPerson: countOf(typed.maxUsesPerPerson),
  minimum: centsIn(typed.minimum) ?? 0,
  products: productsIn(typed.products),
  firstPurchaseOnly: typed.firstPurchaseOnly,
});
