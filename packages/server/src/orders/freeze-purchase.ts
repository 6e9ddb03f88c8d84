import { checkCustomer, type CartItem, type Cents } from '@retoma/commerce';
import { chosenShipping, payable, type Purchase } from '../checkouts/purchase.ts';
import type { Details, OrderRow } from '../db/queries/orders.ts';

/** What an order keeps of its purchase. */
export type Frozen = Pick<OrderRow, 'subtotal' | 'discount' | 'shippingPrice' | 'customer' | 'items' | 'shipping'> & {
  total: Cents;
};

/** E2: the purchase as it is when a method is chosen, in the words of an event (E6): what is charged, and what the merchant sends. */
export function freezePurchase(purchase: Purchase): Frozen {
  const { goods, discount, shipping, total } = payable(purchase);
  return {
    subtotal: goods,
    discount,
    shippingPrice: shipping,
    total,
    customer: customerIn(purchase),
    items: purchase.checkout.request.cart.items.map(itemIn),
    shipping: shippingIn(purchase),
  };
}

/** Members that the request told unchecked are kept as they came where they do not pass. */
function customerIn({ customer, shopper }: Purchase): Details | null {
  const address = filled({ ...shopper?.address });
  const person = { ...filled({ ...customer }), ...checkCustomer(customer).customer };
  return unlessEmpty({ ...person, ...(Object.keys(address).length > 0 && { address }) });
}

function shippingIn(purchase: Purchase): Details | null {
  const chosen = chosenShipping(purchase);
  const address = filled({ ...purchase.shopper?.address });
  return unlessEmpty({
    ...(chosen &&
      filled({
        name: chosen.name,
        carrier: chosen.carrier,
        price: chosen.charge,
        turnaround_min_days: chosen.turnaroundMinDays,
        turnaround_max_days: chosen.turnaroundMaxDays,
      })),
    ...(Object.keys(address).length > 0 && { address }),
  });
}

function itemIn(item: CartItem): Details {
  const variant = (item.options ?? []).map(({ value }) => value).join(' / ');
  return filled({
    title: item.title,
    quantity: item.quantity,
    unit_price: item.discountedUnitPrice ?? item.unitPrice,
    image: item.image,
    url: item.url,
    sku: item.sku,
    variant,
    vendor: item.vendor,
    product_id: item.externalProductId,
  });
}

const filled = (members: Details): Details =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );

const unlessEmpty = (members: Details): Details | null => (Object.keys(members).length > 0 ? members : null);
