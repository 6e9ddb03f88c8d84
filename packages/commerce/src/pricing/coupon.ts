import { cleanPasted } from '../person/pasted.ts';
import type { CartItem } from '../checkout/schema.ts';
import type { Cents } from '../money.ts';
import type { CouponRefusal } from './coupon-refusals.ts';
import type { Reduction } from './price-rules.ts';
import { reducedBy } from './reduction.ts';

/** COM28: what a coupon gives, and where it is valid. Instants in milliseconds since 1970. */
export type Coupon = {
  /** Null: it gives free shipping alone. */
  readonly reduction: Reduction | null;
  readonly freeShipping: boolean;
  /** Null: no beginning, or no end. */
  readonly startsAt: number | null;
  readonly endsAt: number | null;
  /** How often it may be used, by everyone together and by one person; null: no limit. */
  readonly maxUses: number | null;
  readonly maxUsesPerPerson: number | null;
  /** How often it was used, or is in use by an order that is not paid yet. */
  readonly uses: number;
  /** The goods, after the cart's discounts, must cost at least this. */
  readonly minimum: Cents;
  /** Ids or SKUs of the products that it is for; empty: all. */
  readonly products: readonly string[];
  readonly firstPurchaseOnly: boolean;
};

/** The goods that a coupon is applied to. `lines`: the total of each item; `subtotal` and `discount`: those of the cart (CHK5). */
export type CouponGoods = {
  readonly items: readonly CartItem[];
  readonly lines: readonly Cents[];
  readonly subtotal: Cents;
  readonly discount: Cents;
};

/** The longest code, in characters. */
export const maxCouponCode = 40;

/** COM28: a code as it is compared: without what was pasted with it and without spaces, in capital letters. */
export const couponCode = (typed: string): string => cleanPasted(typed).replace(/\s/g, '').toUpperCase();

/** Whether a text can be the code of a coupon: 1 to 40 letters, digits, hyphens and underscores. */
export const isCouponCode = (code: string): boolean => /^[A-Z0-9_-]{1,40}$/.test(code);

/**
 * COM28: why a coupon is not valid for these goods now; null: it is. What one person used before is not asked here. `isHeld`: this order
 * uses the coupon already, so the last use may be its own.
 */
export function couponRefusal(coupon: Coupon, goods: CouponGoods, now: number, isHeld = false): CouponRefusal | null {
  if (coupon.startsAt !== null && now < coupon.startsAt) return { code: 'COUPON_NOT_STARTED' };
  if (coupon.endsAt !== null && now >= coupon.endsAt) return { code: 'COUPON_ENDED' };
  if (!isHeld && coupon.maxUses !== null && coupon.uses >= coupon.maxUses) return { code: 'COUPON_USED_UP' };
  if (eligibleIndexes(coupon, goods).length === 0) return { code: 'COUPON_OTHER_PRODUCTS' };
  const worth = goods.subtotal - goods.discount;
  return worth < coupon.minimum ? { code: 'COUPON_BELOW_MINIMUM', minimum: coupon.minimum } : null;
}

/**
 * COM28: what a valid coupon takes off. A coupon for some products counts their lines alone; never more than what the goods cost after the
 * cart's discounts.
 */
export function couponDiscount(coupon: Coupon, goods: CouponGoods): Cents {
  if (coupon.reduction === null) return 0;
  const eligible = eligibleIndexes(coupon, goods).map((index) => goods.lines[index]!);
  return reducedBy(coupon.reduction, Math.min(sum(eligible), goods.subtotal - goods.discount));
}

const eligibleIndexes = ({ products }: Coupon, { items }: CouponGoods): number[] =>
  [...items.keys()].filter((index) => products.length === 0 || isOneOf(items[index]!, products));

/** Whether one of an item's ids is among `products`. */
export const isOneOf = (
  item: Pick<CartItem, 'externalProductId' | 'externalVariantId' | 'sku'>,
  products: readonly string[],
): boolean =>
  [item.externalProductId, item.externalVariantId, item.sku].some((id) => id !== undefined && products.includes(id));

const sum = (amounts: readonly Cents[]): Cents => amounts.reduce((total, amount) => total + amount, 0);
