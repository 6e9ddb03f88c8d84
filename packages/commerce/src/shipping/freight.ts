import { localized, type Locale, type Localized } from '../locale.ts';
import { formatMoney, type Cents } from '../money.ts';

/**
 * The shipping cost of one purchase. `chosen`: a price, 0 is free; `name` is the option's, null if a store's own system reported only a
 * price. `later`: the shopper has not chosen yet. `agreed`: the store has no options and agrees on shipping with the shopper.
 */
export type Freight =
  | { readonly kind: 'chosen'; readonly name: string | null; readonly price: Cents }
  | { readonly kind: 'later' }
  | { readonly kind: 'agreed' };

const texts: Record<'free' | 'later' | 'agreed', Localized> = {
  free: localized('Grátis', 'Free'),
  later: localized('você escolhe a seguir', 'you choose next'),
  agreed: localized('a combinar com a loja', 'to be agreed with the store'),
};

/** COM12: the text of freight for the payment page, the panel and messages. `money`: formats the price. */
export function freightText(
  freight: Freight,
  locale: Locale = 'pt-BR',
  money: (cents: Cents, locale: Locale) => string = formatMoney,
): string {
  if (freight.kind !== 'chosen') return texts[freight.kind][locale];
  return freight.price === 0 ? texts.free[locale] : money(freight.price, locale);
}

/**
 * COM7a: by how many cents an order's total exceeds goods, discount, freight and interest, since the store's own system raised it; 0 if it does not.
 */
export const raisedAmount = (order: {
  readonly subtotal: Cents;
  readonly discount: Cents;
  readonly freight: Freight | null;
  /** COM29: the interest of instalments; absent: none. */
  readonly interest?: Cents;
  readonly total: Cents;
}): Cents => {
  const freight = order.freight?.kind === 'chosen' ? order.freight.price : 0;
  return Math.max(0, order.total - (order.subtotal - order.discount + freight + (order.interest ?? 0)));
};

/** The freight of an order; `shipping` has the members of an event's (COM6). */
type FrozenFreight = {
  readonly shippingPrice: Cents | null;
  readonly shipping: Readonly<Record<string, unknown>> | null;
};

/** COM2: the freight of an order; null if nothing is shipped, or if a store's own system reported no price. */
export function freightOfOrder({ shippingPrice, shipping }: FrozenFreight): Freight | null {
  const name = shipping?.['name'];
  if (shippingPrice !== null)
    return { kind: 'chosen', name: typeof name === 'string' ? name : null, price: shippingPrice };
  return shipping?.['to_be_agreed'] === true ? { kind: 'agreed' } : null;
}
