import { couponCode, couponRefusal, isCouponCode, type CouponRefusal } from '@retoma/commerce';
import { changeShopper, checkoutClosed, type ShopperDeps } from '../checkouts/change-shopper.ts';
import { goodsOf } from '../checkouts/purchase-price.ts';
import type { Checkout } from '../checkouts/purchase.ts';
import { couponFindByCode } from './queries/coupons.ts';
import type { StoreRow } from '../../stores/queries/stores.ts';

/** The result. `COUPON_REFUSED`: with the reason; the shopper has no coupon then. */
export type ChosenCoupon =
  { ok: true } | { ok: false; code: 'COUPON_REFUSED'; refusal: CouponRefusal } | typeof checkoutClosed;

/**
 * COM28: stores the coupon that a shopper typed; an empty text removes it. Whether this person may use it is decided when the order is
 * placed.
 */
export async function chooseCoupon(
  deps: ShopperDeps,
  store: StoreRow,
  checkout: Checkout,
  typed: string,
): Promise<ChosenCoupon> {
  const code = couponCode(typed);
  const refusal = code === '' ? null : await couponRefusalNow(deps, store, checkout, code);
  const entered = refusal === null && code !== '' ? code : null;
  const isSaved = await changeShopper(deps, store, checkout.checkoutId, () => ({ couponCode: entered }));
  if (!isSaved) return checkoutClosed;
  return refusal ? { ok: false, code: 'COUPON_REFUSED', refusal } : { ok: true };
}

async function couponRefusalNow(
  { db, clock }: ShopperDeps,
  { storeId }: StoreRow,
  checkout: Checkout,
  code: string,
): Promise<CouponRefusal | null> {
  const coupon = isCouponCode(code) ? await couponFindByCode(db, storeId, code) : undefined;
  if (!coupon) return { code: 'COUPON_UNKNOWN' };
  return couponRefusal(coupon, goodsOf(checkout), clock());
}
