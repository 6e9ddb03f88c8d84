import { MAX_CENTS, type Cents } from '../money.ts';
import { percentOf } from '../pricing/percent.ts';
import type { Cart, CartItem, Discount } from './schema.ts';

/** What the shopper pays before shipping, in cents (CHK5). `lines` and `discounts` are in the order of the cart. */
export type Totals = {
  lines: Cents[];
  subtotal: Cents;
  discounts: Cents[];
  discount: Cents;
  total: Cents;
};

/** Computes the totals of a checked cart (CHK5). The caller must refuse a subtotal above MAX_CENTS, which is not exact. */
export function totalsOf(cart: Cart): Totals {
  const lines = cart.items.map(lineTotal);
  const subtotal = lines.reduce((sum, line) => sum + line, 0);
  const discounts = cart.discounts?.map((discount) => discountAmount(discount, subtotal)) ?? [];
  const requested = cart.discounts ? discounts.reduce((sum, amount) => sum + amount, 0) : (cart.totalDiscount ?? 0);
  const discount = Math.min(requested, subtotal);
  return { lines, subtotal, discounts, discount, total: subtotal - discount };
}

/**
 * CHK5: the total of an item. A discounted unit price has precedence; a line discount counts only without it; the total is never negative.
 */
function lineTotal(item: CartItem): Cents {
  if (item.discountedUnitPrice !== undefined) return item.discountedUnitPrice * item.quantity;
  const { unitPrice, quantity, totalDiscount = 0 } = item;
  const gross = unitPrice * quantity;
  if (gross <= MAX_CENTS) return Math.max(0, gross - totalDiscount);
  const exact = BigInt(unitPrice) * BigInt(quantity) - BigInt(totalDiscount);
  return exact > 0n ? Number(exact) : 0;
}

function discountAmount({ type, value = 0, amount }: Discount, subtotal: Cents): Cents {
  if (amount !== undefined) return amount;
  if (type === 'percentage') return percentOf(subtotal, value);
  return type === 'fixed' ? value : 0;
}
