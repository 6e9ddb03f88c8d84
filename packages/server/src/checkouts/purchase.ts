import {
  checkAddress,
  checkCustomer,
  chosenOffer,
  freightOfOrder,
  needsShipping,
  shippingOffers,
  type Cents,
  type CheckoutRequest,
  type Freight,
  type ShippingOffer,
} from '@retoma/commerce';
import type { Database } from '../db/pool.ts';
import type { CheckoutRow } from '../db/queries/checkouts/checkouts.ts';
import type { OrderRow } from '../db/queries/orders/orders.ts';
import type { PaymentRow } from '../db/queries/orders/payments.ts';
import { checkoutOfferFind, orderWithPaymentsFind, type OfferedMethod } from '../db/queries/checkouts/purchases.ts';
import type { ConsentPurpose } from '../db/queries/checkouts/shopper-consents.ts';
import type { ShopperAddress, ShopperCustomer, ShopperRow } from '../db/queries/checkouts/shoppers.ts';
import { isId } from '../platform/ids.ts';

/** A stored checkout together with the request it was made from. */
export type Checkout = Omit<CheckoutRow, 'request'> & { request: CheckoutRequest };

/** The data of a checkout for the payment page. */
export type Purchase = {
  checkout: Checkout;
  shopper: ShopperRow | null;
  /** The customer as far as known: the unvalidated data of the request, overridden by what the shopper entered. */
  customer: ShopperCustomer;
  order: OrderRow | null;
  /** Newest first. */
  payments: PaymentRow[];
  /** The shipping options for this cart; empty if nothing is shipped. */
  shippingOptions: ShippingOffer[];
  methods: OfferedMethod[];
  /** COM36: what the shopper agrees to. */
  consents: ConsentPurpose[];
  /** Whether the store's advertising platforms learn of purchases, so that shoppers are asked whether they may be. */
  advertises?: boolean;
};

/** Reads a purchase; undefined: there is no such checkout, or the text is not an id. Runs two statements. */
export async function readPurchase(db: Database, checkoutId: string): Promise<Purchase | undefined> {
  if (!isId(checkoutId)) return undefined;
  // Offer and order are read at different instants. This is safe: an order is placed only under the lock of its checkout.
  const [offer, ordered] = await Promise.all([
    checkoutOfferFind(db, checkoutId),
    orderWithPaymentsFind(db, checkoutId),
  ]);
  if (!offer) return undefined;
  // The text was validated before it was stored, and it never changes.
  const request = JSON.parse(offer.checkout.request) as CheckoutRequest;
  const { total } = offer.checkout;
  return {
    ...offer,
    checkout: { ...offer.checkout, request },
    customer: { ...request.customer, ...offer.shopper?.customer },
    order: ordered?.order ?? null,
    payments: ordered?.payments ?? [],
    shippingOptions: shippingOffers({ cart: request.cart, total }, offer.shippingOptions),
  };
}

/** COM12: the shipping of the order: the shopper's choice, or the only offer. Null: nothing is chosen, or nothing can be. */
export const chosenShipping = ({ shippingOptions, shopper }: Purchase): ShippingOffer | null =>
  chosenOffer(shippingOptions, shopper?.shippingOptionId ?? null);

/** COM12: the freight of an order placed now; null: nothing is shipped. */
export function freightOf(purchase: Purchase): Freight | null {
  if (!needsShipping(purchase.checkout.request.cart)) return null;
  const chosen = chosenShipping(purchase);
  if (chosen) return { kind: 'chosen', name: chosen.name, price: chosen.cost };
  return { kind: purchase.shippingOptions.length > 0 ? 'later' : 'agreed' };
}

/** COM2: the freight of the placed order, if it has one; else of an order placed now. */
export const orderedFreight = (purchase: Purchase): Freight | null =>
  (purchase.order && freightOfOrder(purchase.order)) ?? freightOf(purchase);

/** COM2: the total of the placed order, if it has one; else of an order placed now. */
export const orderedTotal = (purchase: Purchase): Cents => purchase.order?.total ?? payable(purchase).total;

/**
 * COM12: the cost of the order, in cents: total = goods - discount + shipping, or the total from the store's own system if that is higher
 * (COM7a).
 */
export function payable(purchase: Purchase): { goods: Cents; discount: Cents; shipping: Cents; total: Cents } {
  const reported = purchase.order?.reportedTotal ?? 0;
  const { subtotal, discount, total } = purchase.checkout;
  const shipping = chosenShipping(purchase)?.cost ?? 0;
  return { goods: subtotal, discount, shipping, total: Math.max(total + shipping, reported) };
}

/** The details that must be entered before a purchase can be paid, in the order of the page (COM12, COM13). */
export function missingOf(purchase: Purchase): ('customer' | 'address' | 'shipping')[] {
  const { checkout, customer, shopper, shippingOptions } = purchase;
  const isShipped = needsShipping(checkout.request.cart);
  const address: ShopperAddress = shopper?.address ?? {};
  return [
    ...(checkCustomer(customer).issues.length > 0 ? (['customer'] as const) : []),
    ...(isShipped && checkAddress(address).issues.length > 0 ? (['address'] as const) : []),
    ...(shippingOptions.length > 0 && !chosenShipping(purchase) ? (['shipping'] as const) : []),
  ];
}
