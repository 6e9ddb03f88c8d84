import { createHash } from 'node:crypto';
import {
  needsShipping,
  noShippingRules,
  parcelOf,
  quoteSubject,
  type Cart,
  type Destination,
  type Parcel,
  type ShippingOption,
} from '@retoma/commerce';
import type { StoreFreight } from '../queries/purchases.ts';
import type { StoredFreight } from '../queries/shopper-freight.ts';

/** What carriers are asked for a cart: CEPs of 8 digits, what is shipped, and the SHA-256 of all that, as hex. */
export type FreightSubject = {
  readonly from: string;
  readonly to: string;
  readonly parcel: Parcel;
  readonly subject: string;
};

/** COM32: what a store's carriers are asked for a cart; undefined: it has no carriers, or the cart is not shipped. */
export function freightSubject(cart: Cart, freight: StoreFreight | null, zipcode: string): FreightSubject | undefined {
  if (!freight?.hasCarriers || freight.origin === null || !needsShipping(cart)) return undefined;
  const { origin: from, weight, width, height, length } = freight;
  const to = zipcode.replace('-', '');
  const parcel = parcelOf(cart, { weight, width, height, length });
  return {
    from,
    to,
    parcel,
    subject: createHash('sha256')
      .update(quoteSubject(parcel, from, to))
      .digest('hex'),
  };
}

/** What decides where a cart can go: the store's options and freight, and what its carriers quoted for the checkout. */
type FreightSources = {
  readonly shippingOptions: readonly ShippingOption[];
  readonly storeFreight: StoreFreight | null;
  readonly quotes: readonly StoredFreight[];
};

/** What is known of a purchase's freight. `needsZipcode`: its offers depend on the CEP; `isPending`: they are not known yet. */
export type PurchaseFreight = FreightSources & { readonly needsZipcode: boolean; readonly isPending: boolean };

/** The freight of a store that did not set it up, and offers nothing. */
export const noFreight: PurchaseFreight = {
  shippingOptions: [],
  storeFreight: null,
  quotes: [],
  needsZipcode: false,
  isPending: false,
};

/**
 * COM31, COM32: where a cart goes, with the stored quotes that were made for exactly this. `zipcode`: as entered; null: none yet.
 */
export function freightState(
  cart: Cart,
  parts: FreightSources,
  zipcode: string | null,
): Pick<PurchaseFreight, 'needsZipcode' | 'isPending'> & { readonly destination: Destination } {
  const { storeFreight, shippingOptions, quotes } = parts;
  const rules = storeFreight ?? noShippingRules;
  const hasCarriers = storeFreight?.hasCarriers === true;
  const needsZipcode = needsShipping(cart) && (hasCarriers || shippingOptions.some(({ region }) => region));
  const wanted = hasCarriers && zipcode !== null ? freightSubject(cart, storeFreight, zipcode) : undefined;
  const stored = wanted && quotes.find(({ subject }) => subject === wanted.subject);
  const isKnown = zipcode !== null && (!hasCarriers || stored !== undefined);
  const quoted = hasCarriers ? (stored?.services ?? []) : null;
  return { destination: { zipcode, quoted, rules }, needsZipcode, isPending: needsZipcode && !isKnown };
}
