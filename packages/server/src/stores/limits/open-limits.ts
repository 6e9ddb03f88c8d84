import { RateLimiter, type RateLimit } from '../../base/net/rate-limiter.ts';

const second = 1;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The rate limiters of a process; undefined: no limit. The names are those of their rows. */
export type Limits = {
  /** CHK9: requests of an API key, or of an IP address if no key is required. */
  requests: RateLimiter | undefined;
  /** CHK9: bytes of request bodies with one API key, or with one store's signature. */
  bytes: RateLimiter | undefined;
  /** CHK9: the same bytes for all keys of a store, by the store's id. */
  storeBytes: RateLimiter | undefined;
  /** COM32: requests to carriers that one network causes at one store, and all of a store. */
  carriers: RateLimiter | undefined;
  storeCarriers: RateLimiter | undefined;
  /** COM39: look-ups of a challenged payment that the return from a bank's page causes, by the checkout. */
  returns: RateLimiter;
  /** COM14: look-ups that webhooks without a valid signature cause, by the payment. */
  unsignedWebhooks: RateLimiter;
  /** COM21: new contacts from one network at one store, in an hour and in a day. */
  contacts: readonly RateLimiter[];
  /** COM21: the same for a whole store. */
  storeContacts: readonly RateLimiter[];
};

/** The source of a contact. `network`: from `networkOf`; undefined: unknown (CHK9). */
export type ContactSource = { readonly storeId: string; readonly network: string | undefined };

/** The limits in the configuration; 0: no limit. */
type Limited = {
  rateLimit: RateLimit;
  byteLimits: { perMinute: number; ofStorePerDay: number };
  contactLimits: { perHour: number; perDay: number; ofStorePerHour: number; ofStorePerDay: number };
};

/** Creates the limiters of a configuration. */
export function openLimits({ rateLimit, byteLimits, contactLimits }: Limited): Limits {
  const isLimited = rateLimit.perSecond > 0;
  return {
    requests: isLimited ? new RateLimiter(rateLimit) : undefined,
    bytes: isLimited ? limiterOf(byteLimits.perMinute, minute) : undefined,
    storeBytes: isLimited ? limiterOf(byteLimits.ofStorePerDay, day) : undefined,
    carriers: isLimited ? limiterOf(30, minute) : undefined,
    storeCarriers: isLimited ? limiterOf(600, minute) : undefined,
    returns: new RateLimiter({ perSecond: 0.2, burst: 1 }),
    unsignedWebhooks: new RateLimiter({ perSecond: 1 / 60, burst: 1 }),
    contacts: limitersOf(contactLimits.perHour, contactLimits.perDay),
    storeContacts: limitersOf(contactLimits.ofStorePerHour, contactLimits.ofStorePerDay),
  };
}

const limitersOf = (perHour: number, perDay: number): RateLimiter[] =>
  [limiterOf(perHour, hour), limiterOf(perDay, day)].filter((limiter) => limiter !== undefined);

const limiterOf = (max: number, seconds: number): RateLimiter | undefined =>
  max > 0 ? new RateLimiter(spread(max, seconds)) : undefined;

/** A bucket of `max` that refills within `seconds`. */
const spread = (max: number, seconds: number): RateLimit => ({ perSecond: max / seconds, burst: max });

/** The limiters with the names under which all processes share them. */
export const sharedBy = ({
  requests,
  bytes,
  storeBytes,
  carriers,
  storeCarriers,
  returns,
  contacts,
  storeContacts,
}: Limits) =>
  [
    { name: 'requests', limiter: requests },
    { name: 'bytes', limiter: bytes },
    { name: 'store bytes', limiter: storeBytes, ofStores: true },
    { name: 'carriers', limiter: carriers },
    { name: 'store carriers', limiter: storeCarriers, ofStores: true },
    { name: 'returns', limiter: returns },
    ...contacts.map((limiter) => ({ name: `contacts ${limiter.limit.burst}`, limiter })),
    ...storeContacts.map((limiter) => ({ name: `store contacts ${limiter.limit.burst}`, limiter })),
  ].flatMap(({ limiter, ...rest }) => (limiter ? [{ ...rest, limiter }] : []));
