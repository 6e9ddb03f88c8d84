import {
  checkCustomer,
  discountOf,
  noWayToPay,
  totalsOf,
  type CartItem,
  type Cents,
  type WayToPay,
} from '@retoma/commerce';
import { chosenShipping, freightOf, payable, type Purchase } from '../checkouts/purchase.ts';
import { acceptedBump } from '../checkouts/purchase-price.ts';
import type { OrderBump } from '../prices/queries/order-bumps.ts';
import type { Details, OrderRow } from './queries/orders.ts';

/** The members that an order copies from its purchase. */
export type PurchaseSnapshot = Pick<
  OrderRow,
  | 'subtotal'
  | 'discount'
  | 'shippingPrice'
  | 'couponId'
  | 'couponDiscount'
  | 'methodDiscount'
  | 'interest'
  | 'bumpId'
  | 'bumpPrice'
  | 'customer'
  | 'items'
  | 'shipping'
  | 'signed'
> & {
  total: Cents;
};

/**
 * COM2: the purchase at the time when a method is chosen, in the format of events (COM6): what is charged, and what the merchant sends.
 * `way`: the chosen method, which decides the price too (COM27).
 */
export function snapshotPurchase(purchase: Purchase, way: WayToPay = noWayToPay): PurchaseSnapshot {
  const price = payable(purchase, way);
  const { cart } = purchase.checkout.request;
  const { lines } = totalsOf(cart);
  const { coupon } = purchase.pricing;
  const bump = acceptedBump(purchase);
  return {
    subtotal: price.goods,
    discount: discountOf(price),
    // Null: no shipping price was shown. 0 means free shipping.
    shippingPrice: chosenShipping(purchase)?.cost ?? null,
    couponId: coupon?.couponId ?? null,
    couponDiscount: coupon && price.coupon,
    methodDiscount: price.methodDiscount || null,
    interest: price.interest || null,
    bumpId: bump?.bumpId ?? null,
    bumpPrice: bump?.price ?? null,
    total: price.total,
    signed: purchase.checkout.signed,
    customer: customerIn(purchase),
    items: [...cart.items.map((item, index) => itemIn(item, lines[index]!)), ...(bump ? [bumpItem(bump)] : [])],
    shipping: shippingIn(purchase),
  };
}

/** COM30: the accepted order bump as an item of the order. */
const bumpItem = ({ bumpId, title, price, image, sku }: OrderBump): Details =>
  nonEmptyMembers({ title, quantity: 1, unit_price: price, image, sku, product_id: bumpId });

/** Customer members that fail validation are kept unchanged. */
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
        pickup: chosen.pickup && `${chosen.pickup.address} (${chosen.pickup.hours})`,
        // COM32: what the carrier quoted, and when.
        ...(chosen.quote && {
          provider: chosen.quote.provider,
          service: chosen.quote.service,
          quoted_price: chosen.quote.price,
          quoted_at: new Date(chosen.quote.at).toISOString(),
        }),
      })),
    ...(freightOf(purchase)?.kind === 'agreed' && { to_be_agreed: true }),
    ...(Object.keys(address).length > 0 && { address }),
  });
}

/** An item of the order. `total`: the charged amount (CHK5), set only if it differs from price times quantity. */
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
