import { shippingOffers, type ShippingOffer } from '@retoma/commerce';
import { shopperFreightSet, type StoredFreight } from '../../db/queries/checkouts/shopper-freight.ts';
import { quoteFreight, type QuotingParts } from '../../integrations/freight/quote-freight.ts';
import type { Entered } from '../entered/entered.ts';
import { freightState, freightSubject } from './freight-of-checkout.ts';
import { offersWith, readPurchase, type Purchase } from '../purchase.ts';

const minute = 60_000;

/** For how long a stored quote is used again, in milliseconds: one with services, and one without. */
const [freshMs, emptyMs] = [15 * minute, minute];

/**
 * COM32: the offers for a purchase at a CEP (8 digits, with or without a hyphen). The store's carriers are asked, and what they quote is
 * stored with the checkout, unless that happened a moment ago. It takes at most the time of `quoteFreight`.
 */
export async function quoteCheckout(
  parts: QuotingParts,
  purchase: Purchase,
  zipcode: string,
): Promise<ShippingOffer[]> {
  const { checkout, freight } = purchase;
  const { storeFreight, shippingOptions, quotes } = freight;
  const { cart } = checkout.request;
  const wanted = freightSubject(cart, storeFreight, zipcode);
  const stored = wanted && quotes.find(({ subject }) => subject === wanted.subject);
  const isFresh = stored && parts.clock() - stored.at < (stored.services.length > 0 ? freshMs : emptyMs);
  const known = isFresh ? quotes : wanted ? [await quoteAnew(parts, checkout, wanted)] : [];
  const { destination } = freightState(cart, { storeFreight, shippingOptions, quotes: known }, zipcode);
  return offersWith(purchase.pricing, shippingOffers({ cart, total: checkout.total }, shippingOptions, destination));
}

/**
 * COM32: the purchase of a browser (COM24), after its carriers were asked for its CEP, if its freight depends on one and they had not been.
 * Undefined: there is no such checkout.
 */
export async function quotedPurchase(
  parts: QuotingParts,
  checkoutId: string,
  entered: Entered,
): Promise<Purchase | undefined> {
  const saved = await readPurchase(parts, checkoutId, entered);
  const zipcode = saved?.shopper?.address?.zipcode;
  if (!saved || !zipcode || !saved.freight.needsZipcode) return saved;
  await quoteCheckout(parts, saved, zipcode);
  return readPurchase(parts, checkoutId, entered);
}

/** Asks the carriers and stores their quotes with the checkout. */
async function quoteAnew(
  parts: QuotingParts,
  { storeId, checkoutId }: Pick<Purchase['checkout'], 'storeId' | 'checkoutId'>,
  { subject, ...request }: NonNullable<ReturnType<typeof freightSubject>>,
): Promise<StoredFreight> {
  const results = await quoteFreight(parts, storeId, request);
  const quote = { subject, at: parts.clock(), services: results.flatMap(({ services }) => services) };
  await shopperFreightSet(parts.db, checkoutId, quote);
  return quote;
}
