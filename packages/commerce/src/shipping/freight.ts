import { formatMoney, type Cents } from '../money.ts';

/**
 * What shipping costs one purchase. `chosen`: a price, 0 is free; `name` is that of the option, null if a store's own system gave a price
 * alone. `later`: the shopper has not chosen yet. `agreed`: the store offers no option and agrees on it with the shopper.
 */
export type Freight =
  | { readonly kind: 'chosen'; readonly name: string | null; readonly price: Cents }
  | { readonly kind: 'later' }
  | { readonly kind: 'agreed' };

type Locale = 'pt-BR' | 'en';

const texts: Record<'free' | 'later' | 'agreed', Record<Locale, string>> = {
  free: { 'pt-BR': 'Grátis', en: 'Free' },
  later: { 'pt-BR': 'você escolhe a seguir', en: 'you choose next' },
  agreed: { 'pt-BR': 'a combinar com a loja', en: 'to be agreed with the store' },
};

/** COM12: freight in the words of the payment page, the panel and messages. `money`: how the place writes a price. */
export function freightText(
  freight: Freight,
  locale: Locale = 'pt-BR',
  money: (cents: Cents, locale: Locale) => string = formatMoney,
): string {
  if (freight.kind !== 'chosen') return texts[freight.kind][locale];
  return freight.price === 0 ? texts.free[locale] : money(freight.price, locale);
}

/** COM7a: how much more than goods, discount and freight an order costs, in cents: the store's own system raised its total. 0: it did not. */
export const raisedAmount = (order: {
  readonly subtotal: Cents;
  readonly discount: Cents;
  readonly freight: Freight | null;
  readonly total: Cents;
}): Cents => {
  const freight = order.freight?.kind === 'chosen' ? order.freight.price : 0;
  return Math.max(0, order.total - (order.subtotal - order.discount + freight));
};

/** What an order says of its freight; `shipping` as an event has it (COM6). */
type FrozenFreight = {
  readonly shippingPrice: Cents | null;
  readonly shipping: Readonly<Record<string, unknown>> | null;
};

/** COM2: the freight of an order; null if nothing is shipped, or a store's own system gave no price. */
export function freightOfOrder({ shippingPrice, shipping }: FrozenFreight): Freight | null {
  const name = shipping?.['name'];
  if (shippingPrice !== null)
    return { kind: 'chosen', name: typeof name === 'string' ? name : null, price: shippingPrice };
  return shipping?.['to_be_agreed'] === true ? { kind: 'agreed' } : null;
}
