import { checkCustomer, totalsOf, type CartItem, type Cents } from '@retoma/commerce';
import { chosenShipping, freightOf, payable, type Purchase } from '../checkouts/purchase.ts';
import type { Details, OrderRow } from '../db/queries/orders/orders.ts';

/** What an order keeps of its purchase. */
export type Frozen = Pick<
  OrderRow,
  'subtotal' | 'discount' | 'shippingPrice' | 'customer' | 'items' | 'shipping' | 'signed'
> & {
  total: Cents;
};

/** COM2: the purchase as it is when a method is chosen, in the words of an event (COM6): what is charged, and what the merchant sends. */
export function freezePurchase(purchase: Purchase): Frozen {
  const { goods, discount, total } = payable(purchase);
  const { cart } = purchase.checkout.request;
  const { lines } = totalsOf(cart);
  return {
    subtotal: goods,
    discount,
    // Where no price was shown, none is frozen: 0 is free.
    shippingPrice: chosenShipping(purchase)?.cost ?? null,
    total,
    signed: purchase.checkout.signed,
    customer: customerIn(purchase),
    items: cart.items.map((item, index) => itemIn(item, lines[index]!)),
    shipping: shippingIn(purchase),
  };
}

/** Unchecked members of the request that do not pass stay as they are. */
function customerIn({ customer, shopper }: Purchase): Details | null {
  const address = nonEmptyMembers({ ...shopper?.address });
  const person = { ...nonEmptyMembers({ ...customer }), ...checkCustomer(customer).customer };
  return unlessEmpty({ ...person, ...(Object.keys(address).length > 0 && { address }) });
}

function shippingIn(purchase: Purchase): Details | null {
  const chosen = chosenShipping(purchase);
  const address = nonEmptyMembers({ ...purchase.shopper?.address });
  return unlessEmpty({
    ...(chosen &&
      nonEmptyMembers({
        name: chosen.name,
        carrier: chosen.carrier,
        price: chosen.cost,
        turnaround_min_days: chosen.turnaroundMinDays,
        turnaround_max_days: chosen.turnaroundMaxDays,
      })),
    ...(freightOf(purchase)?.kind === 'agreed' && { to_be_agreed: true }),
    ...(Object.keys(address).length > 0 && { address }),
  });
}

/** `total`: what the line is charged (CHK5), where a discount makes it less than its price times its quantity. */
function itemIn(item: CartItem, total: Cents): Details {
  const unitPrice = item.discountedUnitPrice ?? item.unitPrice;
  const variant = (item.options ?? []).map(({ value }) => value).join(' / ');
  return nonEmptyMembers({
    title: item.title,
    quantity: item.quantity,
    unit_price: unitPrice,
    total: total === unitPrice * item.quantity ? null : total,
    image: item.image,
    url: item.url,
    sku: item.sku,
    variant,
    vendor: item.vendor,
    product_id: item.externalProductId,
  });
}

const nonEmptyMembers = (members: Details): Details =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );

const unlessEmpty = (members: Details): Details | null => (Object.keys(members).length > 0 ? members : null);
