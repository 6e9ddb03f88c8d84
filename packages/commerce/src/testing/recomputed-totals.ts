import type { Cart } from '../checkout/schema.ts';

/** A second implementation of the totals of CHK5, with integer fractions only, to check the first. */
export function recomputedTotals(cart: Cart): { lines: number[]; subtotal: number; discount: number; total: number } {
  const zero = 0n;
  const lines = cart.items.map((item) => {
    const quantity = BigInt(item.quantity);
    if (item.discountedUnitPrice !== undefined) return BigInt(item.discountedUnitPrice) * quantity;
    const line = BigInt(item.unitPrice) * quantity - BigInt(item.totalDiscount ?? 0);
    return line < zero ? zero : line;
  });
  let subtotal = zero;
  for (const line of lines) subtotal += line;
  let discount = BigInt(cart.totalDiscount ?? 0);
  if (cart.discounts) {
    discount = zero;
    for (const { type, value = 0, amount } of cart.discounts) {
      if (amount !== undefined) discount += BigInt(amount);
      else if (type === 'fixed') discount += BigInt(value);
      else if (type === 'percentage') discount += roundHalfUp(subtotal, value.toString());
    }
  }
  if (discount > subtotal) discount = subtotal;
  return {
    lines: lines.map(Number),
    subtotal: Number(subtotal),
    discount: Number(discount),
    total: Number(subtotal - discount),
  };
}

/** round half up(subtotal x percent / 100) from the decimal text of the percentage. */
function roundHalfUp(subtotal: bigint, percent: string): bigint {
  const fixed = percent.includes('e') ? expanded(percent) : percent;
  const [integer = '0', fraction = ''] = fixed.split('.');
  const scaled = subtotal * BigInt(integer + fraction);
  const divisor = 100n * 10n ** BigInt(fraction.length);
  const quotient = scaled / divisor;
  return (scaled % divisor) * 2n >= divisor ? quotient + 1n : quotient;
}

/** `1.5e-7` → `0.00000015`; percentages are at most 100, so the exponent is never positive. */
function expanded(text: string): string {
  const [mantissa = '', exponent = '0'] = text.split('e');
  return `0.${'0'.repeat(-Number(exponent) - 1)}${mantissa.replace('.', '')}`;
}
