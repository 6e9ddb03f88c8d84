import type { Cart } from '../checkout/schema.ts';
import { MAX_CENTS, type Cents } from '../money.ts';
import { regionHas, type Region } from './region.ts';

/** Where and when an order is collected. */
export type Pickup = { readonly address: string; readonly hours: string };

/** A shipping option of a store. Amounts in cents; days are working days. */
export type ShippingOption = {
  shippingOptionId: string;
  name: string;
  carrier: string | null;
  price: Cents;
  turnaroundMinDays: number | null;
  turnaroundMaxDays: number | null;
  /** The option is free if the goods, after discounts, cost at least this. */
  freeAbove: Cents | null;
  /** Where it is offered; absent or null: everywhere. */
  region?: Region | null;
  /** The shopper collects the order there; absent or null: it is delivered. */
  pickup?: Pickup | null;
  /** Offered also where carriers quote a price; otherwise only where none does. */
  besideCarriers?: boolean;
};

/** A service for which a carrier quoted a price. Days are working days. `at`: when, milliseconds since 1970. */
export type QuotedService = {
  /** Names the very offer: another price or another time is another offer. A UUID. */
  readonly offerId: string;
  /** The account's provider, and its name of the service. */
  readonly provider: string;
  readonly service: string;
  readonly name: string;
  readonly carrier: string | null;
  readonly price: Cents;
  readonly minDays: number | null;
  readonly maxDays: number | null;
  readonly at: number;
  /** The provider did not answer: this is its last answer to the same request. */
  readonly isEarlier: boolean;
};

/** What a provider quoted, as an order records it. */
export type OfferQuote = Pick<QuotedService, 'provider' | 'service' | 'at' | 'isEarlier'> & { readonly price: Cents };

/** An option offered to a cart; `cost` is its price for this cart. `quote`: of a carrier; absent: of the store's own table. */
export type ShippingOffer = ShippingOption & { cost: Cents; quote?: OfferQuote };

/** The data of a checkout that decides about shipping: its cart, and the total of its goods after discounts (CHK5). */
export type Shippable = { cart: Cart; total: Cents };

/** COM31: a store's rules of shipping. `freeFrom`: the cheapest carrier is free in a region from a total of the goods on. */
export type ShippingRules = {
  readonly handlingDays: number;
  /** Added to each price that a carrier quotes. */
  readonly handlingCost: Cents;
  readonly freeFrom: readonly { readonly region: Region | null; readonly total: Cents }[];
};

/** Where the goods go, and what the store's carriers quoted for it; null: no carrier is connected, so its own options are offered. */
export type Destination = {
  /** CEP; null: unknown. */
  readonly zipcode: string | null;
  readonly quoted: readonly QuotedService[] | null;
  readonly rules: ShippingRules;
};

/** The rules of a store that set none. */
export const noShippingRules: ShippingRules = { handlingDays: 0, handlingCost: 0, freeFrom: [] };

const anywhere: Destination = { zipcode: null, quoted: null, rules: noShippingRules };

/** Whether a cart needs shipping: not if the cart or every item has `requiresShipping: false`. */
export const needsShipping = ({ requiresShipping, items }: Cart): boolean =>
  (requiresShipping ?? true) && items.some((item) => item.requiresShipping ?? true);

/**
 * COM12, COM31: the offers for a cart, cheapest first; none if the cart needs no shipping. Where carriers quoted, the store's own options
 * are offered only if they are `besideCarriers`, or if no carrier serves the place.
 */
export function shippingOffers(
  goods: Shippable,
  options: readonly ShippingOption[],
  { zipcode, quoted, rules }: Destination = anywhere,
): ShippingOffer[] {
  if (!needsShipping(goods.cart)) return [];
  const serving = options.filter((option) => regionHas(option.region, zipcode));
  const own = quoted && quoted.length > 0 ? serving.filter(({ besideCarriers }) => besideCarriers === true) : serving;
  const offers = [
    ...own.map((option) => ownOffer(goods, option, rules)),
    ...carrierOffers(goods, quoted ?? [], { zipcode, rules }),
  ];
  // A larger total would not be exact.
  const exact = offers.filter(({ cost }) => goods.total + cost <= MAX_CENTS);
  return exact.toSorted((one, other) => one.cost - other.cost || longest(one) - longest(other));
}

const longest = ({ turnaroundMaxDays, turnaroundMinDays }: ShippingOption): number =>
  turnaroundMaxDays ?? turnaroundMinDays ?? Infinity;

const later = (days: number | null, handlingDays: number): number | null =>
  days === null ? null : days + handlingDays;

const ownOffer = (goods: Shippable, option: ShippingOption, { handlingDays }: ShippingRules): ShippingOffer => ({
  ...option,
  turnaroundMinDays: later(option.turnaroundMinDays, handlingDays),
  turnaroundMaxDays: later(option.turnaroundMaxDays, handlingDays),
  cost: isFree(goods, option) ? 0 : option.price,
});

/** The offers of carriers: what they quoted, with the store's handling; the cheapest is free where a rule says so. */
function carrierOffers(
  goods: Shippable,
  quoted: readonly QuotedService[],
  { zipcode, rules }: Pick<Destination, 'zipcode' | 'rules'>,
): ShippingOffer[] {
  const isFreeAnyway = isFree(goods, { freeAbove: null });
  const reachesRule = rules.freeFrom.some(({ region, total }) => goods.total >= total && regionHas(region, zipcode));
  const cheapest = Math.min(...quoted.map(({ price }) => price));
  const freeAt = reachesRule ? quoted.findIndex(({ price }) => price === cheapest) : -1;
  return quoted.map((one, index) => {
    const price = one.price + rules.handlingCost;
    return {
      shippingOptionId: one.offerId,
      name: one.name,
      carrier: one.carrier,
      price,
      turnaroundMinDays: later(one.minDays, rules.handlingDays),
      turnaroundMaxDays: later(one.maxDays, rules.handlingDays),
      freeAbove: null,
      cost: isFreeAnyway || index === freeAt ? 0 : price,
      quote: { provider: one.provider, service: one.service, at: one.at, isEarlier: one.isEarlier, price: one.price },
    };
  });
}

/**
 * COM12: whether an option is free: a discount of type `shipping` without an amount makes every option free (an amount is part of the
 * goods' total, CHK5), and so does a goods' total from `freeAbove` on.
 */
const isFree = ({ cart, total }: Shippable, { freeAbove }: Pick<ShippingOption, 'freeAbove'>): boolean =>
  (freeAbove !== null && total >= freeAbove) ||
  (cart.discounts ?? []).some(({ type, amount }) => type === 'shipping' && amount === undefined);

/** The chosen offer; a single offer counts as chosen. Null if none is chosen yet, or if there are no offers. */
export function chosenOffer(offers: readonly ShippingOffer[], chosenId: string | null): ShippingOffer | null {
  if (offers.length === 1) return offers[0]!;
  return offers.find(({ shippingOptionId }) => shippingOptionId === chosenId) ?? null;
}
