import type { ShopperBrowser } from '../../shop/checkouts/queries/shoppers.ts';
import type { Intent } from './journey.ts';
import { inventPerson, type ExamplePerson } from './people.ts';
import { inventCart } from './products.ts';
import type { Purchase } from './purchase.ts';
import type { Random } from './random.ts';
import type { Attempt, Shop } from './shop.ts';

/** A visit of the store: who came, with which cart, and what they do. `person` null: they left without contact data. */
export type Visit = { readonly person: ExamplePerson | null; readonly purchase: Purchase; readonly intent: Intent };

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How many visits there are on a day at least and at most. */
const visitsOfDay = [9, 14] as const;

/** A customer who comes back does so after this many days at least. */
const againAfterDays = 9;

/** The hours of the day at which people visit, the busy ones more often. */
const hoursOfDay = [
  8, 9, 9, 10, 10, 11, 11, 12, 12, 12, 13, 13, 14, 15, 16, 17, 18, 18, 19, 19, 19, 20, 20, 20, 21, 21, 22,
];

/** What visitors do, and how often. */
const kinds = {
  looks: 14,
  leaves: 28,
  paysPix: 29,
  forgetsPix: 12,
  paysCard: 22,
  refusedCard: 7,
  boleto: 5,
} as const;

/**
 * Visits that every history has, so that people are under way at its end and messages were not sent on purpose: what they do, and how long
 * before, in minutes.
 */
const fixedVisits = [
  { kind: 'leaves', before: 17_000, optsOut: true },
  { kind: 'leaves', before: 9_900, optsOut: true },
  { kind: 'leaves', before: 7_100, optsOut: true },
  { kind: 'leaves', before: 5_600, optsOut: true },
  { kind: 'boleto', before: 1_500, optsOut: false },
  { kind: 'forgetsPix', before: 410, optsOut: false },
  { kind: 'leaves', before: 190, optsOut: false },
  { kind: 'forgetsPix', before: 70, optsOut: false },
  { kind: 'leaves', before: 65, optsOut: false },
] as const;

/** Invents the visits of the days before an instant, oldest first. */
export function inventVisits(shop: Shop, random: Random, { days, until }: { days: number; until: number }): Visit[] {
  const { offset } = shop;
  const customers = new Customers(random);
  const lastDay = Math.floor((until + offset) / day);
  const usual = Array.from({ length: days }, (_, index) => lastDay - days + 1 + index)
    .flatMap((date) => instantsOf(random, date * day - offset))
    .filter((at) => at < until)
    .map((at) => ({ at, kind: random.weighted(kinds), fixed: {} }));
  const others = fixedVisits.map(({ kind, before, optsOut }) => ({
    at: until - before * minute,
    kind,
    fixed: { paysIn: null, returnsAfter: null, optsOut },
  }));
  return [...usual, ...others]
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, kind, fixed }) => {
      const person = kind === 'looks' ? null : customers.next(at);
      const intent = { ...intentOf(kind, random), ...fixed };
      return { person, purchase: newPurchase(shop, random, person, at), intent };
    });
}

/** The instants of the visits of a day, in order. `midnight`: the beginning of the day. */
const instantsOf = (random: Random, midnight: number): number[] =>
  Array.from(
    { length: random.between(...visitsOfDay) },
    () => midnight + random.pick(hoursOfDay) * hour + random.between(0, hour - 1),
  ).toSorted((one, other) => one - other);

/** The people who visit: new ones, and some who were here before. */
class Customers {
  readonly #random: Random;
  readonly #known: { readonly person: ExamplePerson; at: number }[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  next(at: number): ExamplePerson {
    const old = this.#known.find((one) => at - one.at > againAfterDays * day);
    if (old && this.#random.chance(0.15)) {
      old.at = at;
      return old.person;
    }
    const person = inventPerson(this.#random, this.#known.length + 1);
    this.#known.push({ person, at });
    return person;
  }
}

const nothing: Intent = { first: null, paysIn: null, returnsAfter: null, returnsWith: null, optsOut: false };

/** What a visitor does. */
function intentOf(kind: keyof typeof kinds, random: Random): Intent {
  const returnsAfter = (probability: number): number | null =>
    random.chance(probability) ? random.pick([1, 1, 1, 1, 2, 2, 3]) : null;
  const otherWay = (): Attempt => ({ method: random.chance(0.65) ? 'pix' : 'card' });
  switch (kind) {
    case 'looks':
      return nothing;
    case 'leaves':
      return { ...nothing, returnsAfter: returnsAfter(0.16), returnsWith: otherWay(), optsOut: random.chance(0.03) };
    case 'paysPix':
      return { ...nothing, first: { method: 'pix' }, paysIn: random.between(1, 14) * minute };
    case 'forgetsPix':
      return { ...nothing, first: { method: 'pix' }, returnsAfter: returnsAfter(0.42) };
    case 'paysCard':
      return { ...nothing, first: { method: 'card' } };
    case 'refusedCard':
      return {
        ...nothing,
        first: { method: 'card', refused: true },
        returnsAfter: returnsAfter(0.33),
        returnsWith: otherWay(),
      };
    case 'boleto':
      return {
        ...nothing,
        first: { method: 'boleto' },
        ...(random.chance(0.4) ? { paysIn: random.between(14, 40) * hour } : { returnsAfter: returnsAfter(0.5) }),
      };
  }
}

const browsers: readonly ShopperBrowser[] = [
  { name: 'Chrome', os: 'Android', device: 'mobile', utms: { source: 'instagram', medium: 'social' } },
  { name: 'Chrome', os: 'Android', device: 'mobile' },
  { name: 'Safari', os: 'iOS', device: 'mobile', utms: { source: 'google', medium: 'cpc', campaign: 'camisetas' } },
  { name: 'Safari', os: 'iOS', device: 'mobile' },
  { name: 'Chrome', os: 'Windows', device: 'desktop' },
];

/** The purchase of a visit at its beginning. */
function newPurchase(shop: Shop, random: Random, person: ExamplePerson | null, at: number): Purchase {
  const checkoutId = shop.newIdAt(at);
  const { storeId } = shop.store;
  const cartToken = `example_${checkoutId}`;
  const request = { cart: { token: cartToken, items: inventCart(random, shop.baseUrl) } };
  const activeAt = at + random.between(1, 4) * minute;
  return {
    checkout: { checkoutId, cartToken, request, state: 'open', createdAt: at },
    shopper: person && {
      checkoutId,
      storeId,
      customer: { name: person.name, email: person.email, phone: person.phone },
      address: person.address,
      shippingOptionId: random.pick(shop.shippingOptions).shippingOptionId,
      couponCode: null,
      bumpId: null,
      browser: random.pick(browsers),
      activeAt,
      capturedAt: activeAt,
      abandonAt: null,
      abandonedAt: null,
    },
    order: null,
    payments: [],
  };
}
