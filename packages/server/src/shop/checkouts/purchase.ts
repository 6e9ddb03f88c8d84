import { createHash } from 'node:crypto';
import {
  checkAddress,
  checkCustomer,
  chosenOffer,
  freightOfOrder,
  needsShipping,
  noWayToPay,
  paymentMethods,
  shippingOffers,
  type Cents,
  type CheckoutRequest,
  type Freight,
  type Price,
  type ShippingOffer,
  type WayToPay,
} from '@retoma/commerce';
import type { Channel } from '@retoma/flow';
import type { Database } from '../../base/postgres/pool.ts';
import type { CheckoutRow } from './queries/checkouts.ts';
import type { OrderRow } from '../orders/queries/orders.ts';
import type { PaymentRow } from '../orders/queries/payments.ts';
import {
  checkoutOfferFind,
  orderWithPaymentsFind,
  type CheckoutOffer,
  type OfferedMethod,
} from './queries/purchases.ts';
import type { ConsentPurpose } from './queries/shopper-consents.ts';
import { blankShopper, type ShopperAddress, type ShopperCustomer, type ShopperRow } from './queries/shoppers.ts';
import type { Clock } from '../../base/clock.ts';
import { isId } from '../../base/ids.ts';
import { dataOf, hasEntered, nothingEntered, type Entered, type ShopperData, type Stored } from './entered/entered.ts';
import { freightState, type PurchaseFreight } from './freight/freight-of-checkout.ts';
import { pricingOf, purchaseInstallments, purchasePrice, type PurchasePricing } from './purchase-price.ts';

/** A stored checkout together with the request it was made from. */
export type Checkout = Omit<CheckoutRow, 'request'> & { request: CheckoutRequest };

/** The data of a checkout for the payment page. */
export type Purchase = {
  checkout: Checkout;
  /** The stored row, with the data with which the browser buys (COM24). */
  shopper: ShopperRow | null;
  /** The customer as far as known: the unvalidated data of the request, overridden by what the shopper entered. */
  customer: ShopperCustomer;
  /** COM24: what the browser entered; null: the purchase is read for the store itself, with the stored data. */
  entered: Entered | null;
  /** The row as stored. */
  stored: ShopperRow | null;
  order: OrderRow | null;
  /** COM2: the one that the shopper asked for last comes first. */
  payments: PaymentRow[];
  /** The shipping options for this cart and CEP; empty if nothing is shipped, or while the freight `isPending`. */
  shippingOptions: ShippingOffer[];
  /** What the options come from. */
  freight: PurchaseFreight;
  methods: OfferedMethod[];
  /** COM36: what the shopper agrees to. */
  consents: ConsentPurpose[];
  /** COM35: the channels over which the store can send a code. */
  codeChannels: Channel[];
  /** Whether the store's advertising platforms learn of purchases, so that shoppers are asked whether they may be. */
  advertises: boolean;
  /** COM27 to COM30: what decides its price, as of the moment when it was read. */
  pricing: PurchasePricing;
};

/**
 * Reads a purchase; undefined: there is no such checkout, or the text is not an id. `entered`: by the browser that asks (COM24); null: for
 * the store itself, with the stored data. Runs two statements.
 */
export async function readPurchase(
  { db, clock }: { db: Database; clock: Clock },
  checkoutId: string,
  entered: Entered | null = null,
): Promise<Purchase | undefined> {
  if (!isId(checkoutId)) return undefined;
  // Offer and order are read at different instants. This is safe: an order is placed only under the lock of its checkout.
  const [offer, ordered] = await Promise.all([
    checkoutOfferFind(db, checkoutId),
    orderWithPaymentsFind(db, checkoutId),
  ]);
  return offer && purchaseOf(offer, ordered, { now: clock(), entered });
}

/** The purchase of a checkout with the offer of its store, and the order that was placed. Pure. `now`: milliseconds since 1970. */
export function purchaseOf(
  offer: CheckoutOffer,
  ordered: { order: OrderRow; payments: PaymentRow[] } | undefined,
  { now, entered = null }: { now: number; entered?: Entered | null },
): Purchase {
  // The text was validated before it was stored.
  const request = JSON.parse(offer.checkout.request) as CheckoutRequest;
  const { checkout: row, shippingOptions: own, storeFreight, quotes, pricing: offeredPricing, ...offered } = offer;
  const checkout = { ...row, request };
  const order = ordered?.order ?? null;
  const { customer, shopper } = boughtWith(offer, request, order, entered);
  const pricing = pricingOf(offeredPricing, checkout, shopper, now);
  const parts = { shippingOptions: own, storeFreight, quotes };
  const { needsZipcode, isPending } = freightState(request.cart, parts, zipcodeOf(shopper));
  const freight = { ...parts, needsZipcode, isPending };
  const shippingOptions = offersWith(pricing, offersOf({ checkout, freight, shopper }));
  return {
    ...offered,
    checkout,
    customer,
    shopper: entered && !hasEntered(entered) ? withOrderedOption(shopper, shippingOptions, order) : shopper,
    entered,
    stored: offer.shopper,
    order,
    payments: ordered?.payments ?? [],
    freight,
    shippingOptions,
    pricing,
  };
}

/** COM28: the purchase as it is priced without its coupon. */
export function withoutCoupon(purchase: Purchase): Purchase {
  const pricing = { ...purchase.pricing, coupon: null };
  return { ...purchase, pricing, shippingOptions: offersWith(pricing, offersOf(purchase)) };
}

/** The offers of shipping at their own prices. */
function offersOf({ checkout, freight, shopper }: Pick<Purchase, 'checkout' | 'freight' | 'shopper'>): ShippingOffer[] {
  if (freight.isPending) return [];
  const { cart } = checkout.request;
  const { destination } = freightState(cart, freight, zipcodeOf(shopper));
  return shippingOffers({ cart, total: checkout.total }, freight.shippingOptions, destination);
}

/** The row with the shipping option of the order, which another browser may have placed. */
function withOrderedOption(
  shopper: ShopperRow | null,
  offers: readonly ShippingOffer[],
  order: OrderRow | null,
): ShopperRow | null {
  const option = offers.find(({ name, cost }) => name === order?.shipping?.['name'] && cost === order.shippingPrice);
  return shopper && option ? { ...shopper, shippingOptionId: option.shippingOptionId } : shopper;
}

/** COM24: the customer, and the row with the data with which a browser buys. */
function boughtWith(
  { checkout, shopper }: CheckoutOffer,
  request: CheckoutRequest,
  order: OrderRow | null,
  entered: Entered | null,
): Pick<Purchase, 'customer' | 'shopper'> {
  if (entered === null) return { customer: { ...request.customer, ...shopper?.customer }, shopper };
  const requested = request.customer ?? {};
  const { customer, address, shippingOptionId } = dataOf(entered, {
    requested,
    stored: shopper,
    ordered: orderedData(order),
  });
  const row = shopper ?? { ...blankShopper, checkoutId: checkout.checkoutId, storeId: checkout.storeId, activeAt: 0 };
  const hasAddress = Object.keys(address).length > 0;
  const isNew = shopper === null && !hasAddress && shippingOptionId === null;
  return { customer, shopper: isNew ? null : { ...row, address: hasAddress ? address : null, shippingOptionId } };
}

/** COM24: what the browser of a purchase entered. */
export const enteredIn = ({ entered }: Pick<Purchase, 'entered'>): Entered => entered ?? nothingEntered;

/** COM24: what decides what a browser may see and change of a purchase. */
export const storedOf = ({ checkout, stored, order }: Pick<Purchase, 'checkout' | 'stored' | 'order'>): Stored => ({
  requested: checkout.request.customer ?? {},
  stored,
  ordered: orderedData(order),
});

/** The shopper's data in an order; null: it has none. */
export function orderedData(order: Pick<OrderRow, 'customer' | 'shipping'> | null): ShopperData | null {
  if (!order?.customer) return null;
  const { address, ...customer } = order.customer;
  const place = (order.shipping?.['address'] ?? address ?? {}) as ShopperAddress;
  return { customer, address: place };
}

/** COM28: the offers of shipping, all free with a coupon that says so. */
export const offersWith = ({ coupon }: PurchasePricing, offers: readonly ShippingOffer[]): ShippingOffer[] =>
  offers.map((offer) => (coupon?.freeShipping ? { ...offer, cost: 0 } : offer));

/** The CEP of a shopper's address; null: none yet. */
const zipcodeOf = (shopper: ShopperRow | null): string | null => shopper?.address?.zipcode || null;

/** COM12: the shipping of the order: the shopper's choice, or the only offer. Null: nothing is chosen, or nothing can be. */
export const chosenShipping = ({ shippingOptions, shopper }: Purchase): ShippingOffer | null =>
  chosenOffer(shippingOptions, shopper?.shippingOptionId ?? null);

/** COM12: the freight of an order placed now; null: nothing is shipped. */
export function freightOf(purchase: Purchase): Freight | null {
  if (!needsShipping(purchase.checkout.request.cart)) return null;
  const chosen = chosenShipping(purchase);
  if (chosen) return { kind: 'chosen', name: chosen.name, price: chosen.cost };
  return { kind: purchase.freight.isPending || purchase.shippingOptions.length > 0 ? 'later' : 'agreed' };
}

/** COM2: the freight of the placed order, if it has one; else of an order placed now. */
export const orderedFreight = (purchase: Purchase): Freight | null =>
  (purchase.order && freightOfOrder(purchase.order)) ?? freightOf(purchase);

/** COM2: the total of the placed order, if it has one; else of an order placed now. */
export const orderedTotal = (purchase: Purchase): Cents => purchase.order?.total ?? payable(purchase).total;

/** COM12, COM27: the cost of an order placed now and paid this way. */
export const payable = (purchase: Purchase, way: WayToPay = noWayToPay): Price =>
  purchasePrice(purchase, chosenShipping(purchase)?.cost ?? null, way);

/**
 * COM27: a key of the cart's items and of all prices of a purchase, for each method and number of instalments. A page sends back the key of
 * what it showed, so that no shopper is charged another price or buys another cart (API8).
 */
export function pricesKey(purchase: Purchase): string {
  const shipping = chosenShipping(purchase)?.cost ?? null;
  const totals = paymentMethods.map((method) => payable(purchase, { method, installments: 1 }).total);
  const divided = purchaseInstallments(purchase, shipping)?.map(({ total }) => total) ?? [];
  return createHash('sha256')
    .update([...totals, ...divided].join())
    .update(JSON.stringify(purchase.checkout.request.cart.items))
    .digest('base64url')
    .slice(0, 12);
}

/** The details that must be entered before a purchase can be paid, in the order of the page (COM12, COM13). */
export function missingOf(purchase: Purchase): ('customer' | 'address' | 'shipping')[] {
  const { checkout, customer, shopper, shippingOptions, freight } = purchase;
  const isShipped = needsShipping(checkout.request.cart);
  const address: ShopperAddress = shopper?.address ?? {};
  return [
    ...(checkCustomer(customer).issues.length > 0 ? (['customer'] as const) : []),
    ...(isShipped && checkAddress(address).issues.length > 0 ? (['address'] as const) : []),
    ...(freight.isPending || (shippingOptions.length > 0 && !chosenShipping(purchase)) ? (['shipping'] as const) : []),
  ];
}
