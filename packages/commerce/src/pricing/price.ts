import { MAX_CENTS, type Cents } from '../money.ts';
import type { PaymentMethod } from '../payment/method.ts';
import { couponDiscount, type Coupon, type CouponGoods } from './coupon.ts';
import { installmentOption, installmentOptions, type InstallmentOption } from './installments.ts';
import type { PriceRules } from './price-rules.ts';
import { reducedBy } from './reduction.ts';

/** What decides a price besides the way to pay. */
export type PricedPurchase = {
  readonly goods: CouponGoods;
  readonly rules: PriceRules;
  /** COM28: the coupon of the purchase, which is valid; null: none. */
  readonly coupon: Coupon | null;
  /** COM30: the price of the accepted order bump; null: there is none, or it was not accepted. */
  readonly bump: Cents | null;
  /** What shipping costs; null: no price is known. */
  readonly shipping: Cents | null;
  /** COM7a: the total from the store's own system; 0: none. */
  readonly reportedTotal: Cents;
};

/** COM27, COM29: the way to pay that a price is for; null: none is chosen. `installments`: those of a card, 1 for other methods. */
export type WayToPay = { readonly method: PaymentMethod | null; readonly installments: number };

/** No way to pay is chosen. */
export const noWayToPay: WayToPay = { method: null, installments: 1 };

/**
 * COM27: a price in its parts, in cents, none of them negative:
 * total = goods - discount - coupon - methodDiscount + shipping + interest + raised.
 */
export type Price = {
  /** The goods before discounts, with the accepted order bump. */
  readonly goods: Cents;
  /** The discounts of the cart (CHK5). */
  readonly discount: Cents;
  readonly coupon: Cents;
  readonly methodDiscount: Cents;
  readonly shipping: Cents;
  readonly interest: Cents;
  /** COM7a: by how much the store's own system raised the total. */
  readonly raised: Cents;
  readonly total: Cents;
};

/** COM27: the price of a purchase for a way to pay. Instalments that the rules do not offer are priced like a single one. */
export function priceOf(purchase: PricedPurchase, way: WayToPay = noWayToPay): Price {
  const single = priceAtOnce(purchase, way.method);
  const rule = purchase.rules.installments;
  if (way.method !== 'card' || rule === null) return single;
  const option = installmentOption(rule, single.total, way.installments);
  const interest = option?.interest ?? 0;
  return { ...single, interest, total: single.total + interest };
}

/** COM29: the instalments of a card for a purchase; null: they are the provider's. */
export function cardInstallments(purchase: PricedPurchase): InstallmentOption[] | null {
  const rule = purchase.rules.installments;
  return rule && installmentOptions(rule, priceAtOnce(purchase, 'card').total);
}

/** COM27: all that is taken off the goods. */
export const discountOf = ({ discount, coupon, methodDiscount }: Price): Cents => discount + coupon + methodDiscount;

/** COM27: by how much a purchase is below the store's minimum order; 0: it is not. */
export const belowMinimum = ({ goods, rules, bump }: PricedPurchase): Cents =>
  Math.max(0, rules.minimumOrder - (goods.subtotal + (bump ?? 0) - goods.discount));

/** COM30: whether the price of a purchase stays exact with an order bump. */
export const canAddBump = ({ subtotal }: CouponGoods, bump: Cents): boolean => subtotal + bump <= MAX_CENTS / 2;

function priceAtOnce(purchase: PricedPurchase, method: PaymentMethod | null): Price {
  const { goods: cart, coupon: code, bump, shipping, reportedTotal } = purchase;
  const goods = cart.subtotal + (bump ?? 0);
  const { discount } = cart;
  const coupon = code ? couponDiscount(code, cart) : 0;
  const methodDiscount = methodDiscountOf(purchase.rules, method, goods - discount - coupon);
  const computed = goods - discount - coupon - methodDiscount + (shipping ?? 0);
  const total = Math.max(computed, reportedTotal);
  return {
    goods,
    discount,
    coupon,
    methodDiscount,
    shipping: shipping ?? 0,
    interest: 0,
    raised: total - computed,
    total,
  };
}

/** COM27: the discount of a method on goods that cost `goods` after all other discounts. Shipping is never discounted. */
function methodDiscountOf({ methodDiscounts }: PriceRules, method: PaymentMethod | null, goods: Cents): Cents {
  const discount = methodDiscounts.find((one) => one.method === method);
  if (!discount || goods < discount.minimum) return 0;
  return Math.min(reducedBy(discount.reduction, goods), discount.maximum ?? goods);
}
