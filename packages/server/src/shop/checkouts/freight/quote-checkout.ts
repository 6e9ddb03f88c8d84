import { shippingOffers, type ShippingOffer } from '@retoma/commerce';
import { shopperFreightSet, type StoredFreight } from '../queries/shopper-freight.ts';
import { allowsCarriers } from '../../../stores/limits/carrier-requests.ts';
import type { ContactSource } from '../../../stores/limits/open-limits.ts';
import type { Limits } from '../../../stores/limits/open-limits.ts';
import { quoteFreight, type QuotingDeps } from '../../../providers/connections/freight/quote-freight.ts';
import type { Entered } from '../entered/entered.ts';
import { freightState, freightSubject } from './freight-of-checkout.ts';
import { offersWith, readPurchase, type Purchase } from '../purchase.ts';

/** The dependencies of quotes for a shopper. */
type ShopperQuoting = QuotingDeps & { readonly limits: Limits };

const minute = 60_000;

/** For how long a stored quote is used again, in milliseconds: one with services, and one without. */
const [freshMs, emptyMs] = [15 * minute, minute];

/**
 * COM32: the offers for a purchase at a CEP (8 digits, with or without a hyphen). The store's carriers are asked, and what they quote is
 * stored with the checkout, unless that happened a moment ago, or `network`, the shopper's, may cause no more requests. It takes at most the time of `quoteFreight`.
 */
export async function quoteCheckout(
  parts: ShopperQuoting,
  purchase: Purchase,
  zipcode: string,
  network: string | undefined,
): Promise<ShippingOffer[]> {
  const { checkout, freight } = purchase;
  const { storeFreight, shippingOptions, quotes } = freight;
  const { cart } = checkout.request;
  const wanted = freightSubject(cart, storeFreight, zipcode);
  const stored = wanted && quotes.find(({ subject }) => subject === wanted.subject);
  const isFresh = stored && parts.clock() - stored.at < (stored.services.length > 0 ? freshMs : emptyMs);
  const known = isFresh ? quotes : wanted ? [await quoteAnew(parts, checkout, wanted, network)] : [];
  const { destination } = freightState(cart, { storeFreight, shippingOptions, quotes: known }, zipcode);
  return offersWith(purchase.pricing, shippingOffers({ cart, total: checkout.total }, shippingOptions, destination));
}

/**
 * COM32: the purchase of a browser (COM24), after its carriers were asked for its CEP, if its freight depends on one and they had not been.
 * Undefined: there is no such checkout.
 */
export async function quotedPurchase(
  parts: ShopperQuoting,
  checkoutId: string,
  { entered, network }: { entered: Entered; network: string | undefined },
): Promise<Purchase | undefined> {
  const saved = await readPurchase(parts, checkoutId, entered);
  const zipcode = saved?.shopper?.address?.zipcode;
  if (!saved || !zipcode || !saved.freight.needsZipcode) return saved;
  await quoteCheckout(parts, saved, zipcode, network);
  return readPurchase(parts, checkoutId, entered);
}

/** Asks the carriers and stores their quotes with the checkout. */
async function quoteAnew(
  parts: ShopperQuoting,
  { storeId, checkoutId }: Pick<Purchase['checkout'], 'storeId' | 'checkoutId'>,
  { subject, ...request }: NonNullable<ReturnType<typeof freightSubject>>,
  network: ContactSource['network'],
): Promise<StoredFreight> {
  const mayAsk = () => allowsCarriers(parts.limits, { storeId, network }, parts.clock());
  const results = await quoteFreight(parts, storeId, request, mayAsk);
  const quote = { subject, at: parts.clock(), services: results.flatMap(({ services }) => services) };
  await shopperFreightSet(parts.db, checkoutId, quote);
  return quote;
}
