import {
  belowMinimum,
  canAddBump,
  cardInstallments,
  couponRefusal,
  isOneOf,
  needsShipping,
  noPriceRules,
  noWayToPay,
  priceOf,
  totalsOf,
  type Cents,
  type Coupon,
  type CheckoutRequest,
  type CouponGoods,
  type CouponRefusal,
  type InstallmentOption,
  type Price,
  type PricedPurchase,
  type WayToPay,
} from '@retoma/commerce';
import type { OfferedPricing } from './queries/purchases.ts';
import type { OrderBump } from '../prices/queries/order-bumps.ts';

/** COM27 to COM30: the rules that apply to one purchase now. */
export type PurchasePricing = {
  rules: OfferedPricing['rules'];
  /** The entered coupon, if it is valid. */
  coupon: (Coupon & { couponId: string; code: string }) | null;
  /** The entered code of a coupon that is not valid, with the reason. */
  refusedCoupon: (CouponRefusal & { couponCode: string }) | null;
  hasCoupons: boolean;
  /** The order bump that is offered with this cart. */
  bump: OrderBump | null;
  isBumpAccepted: boolean;
};

/** The pricing of a store without rules. */
export const noPricing: PurchasePricing = {
  rules: noPriceRules,
  coupon: null,
  refusedCoupon: null,
  hasCoupons: false,
  bump: null,
  isBumpAccepted: false,
};

/** A checkout with the request that it was made from, as far as its price needs it. */
type Goods = { request: CheckoutRequest; subtotal: Cents; discount: Cents };

/** A purchase, as far as its price needs it. */
type Priced = { checkout: Goods; pricing: PurchasePricing; order: { reportedTotal: Cents | null } | null };

/** The rules that apply to a checkout at `now`. `entered`: what its shopper entered and accepted. */
export function pricingOf(
  { rules, coupon, hasCoupons, bump }: OfferedPricing,
  checkout: Goods,
  entered: { couponCode: string | null; bumpId: string | null } | null,
  now: number,
): PurchasePricing {
  const goods = goodsOf(checkout);
  const couponCode = entered?.couponCode ?? null;
  const refusal = coupon ? couponRefusal(coupon, goods, now, coupon.isHeld) : { code: 'COUPON_UNKNOWN' as const };
  const isOffered =
    bump !== null &&
    canAddBump(goods, bump.price) &&
    // Its shipping would have no address.
    (!bump.requiresShipping || needsShipping(checkout.request.cart)) &&
    (bump.products.length === 0 || goods.items.some((item) => isOneOf(item, bump.products)));
  return {
    rules,
    coupon: refusal === null ? coupon : null,
    refusedCoupon: couponCode !== null && refusal !== null ? { ...refusal, couponCode } : null,
    hasCoupons,
    bump: isOffered ? bump : null,
    isBumpAccepted: isOffered && entered?.bumpId === bump.bumpId,
  };
}

/** COM28: the goods of a checkout. */
export const goodsOf = ({ request, subtotal, discount }: Goods): CouponGoods => ({
  items: request.cart.items,
  lines: totalsOf(request.cart).lines,
  subtotal,
  discount,
});

/** COM30: the accepted order bump; null: there is none. */
export const acceptedBump = ({ pricing }: Pick<Priced, 'pricing'>): OrderBump | null =>
  pricing.isBumpAccepted ? pricing.bump : null;

/** COM27: what decides the price of a purchase, with the price of its shipping. */
const pricedOf = (purchase: Priced, shipping: Cents | null): PricedPurchase => ({
  goods: goodsOf(purchase.checkout),
  rules: purchase.pricing.rules,
  coupon: purchase.pricing.coupon,
  bump: acceptedBump(purchase)?.price ?? null,
  shipping,
  reportedTotal: purchase.order?.reportedTotal ?? 0,
});

/** COM27: the price of a purchase. `shipping`: null if no price is known. */
export const purchasePrice = (purchase: Priced, shipping: Cents | null, way: WayToPay = noWayToPay): Price =>
  priceOf(pricedOf(purchase, shipping), way);

/** COM29: the instalments of a card; null: they are the provider's. */
export const purchaseInstallments = (purchase: Priced, shipping: Cents | null): InstallmentOption[] | null =>
  cardInstallments(pricedOf(purchase, shipping));

/** COM27: by how much a purchase is below the store's minimum order; 0: it is not. */
export const missingToMinimum = (purchase: Priced): Cents => belowMinimum(pricedOf(purchase, null));
