import { RateLimiter, type RateLimit } from '../platform/rate-limiter.ts';

const second = 1;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The limiters of a process; undefined: that is not limited. The names are those of their rows. */
export type Limits = {
  /** CHK9: requests of an API key, or of an address where no key is asked for. */
  requests: RateLimiter | undefined;
  /** CHK9: bytes of bodies that come with one API key, or with one store's signature. */
  bytes: RateLimiter | undefined;
  /** CHK9: the same of all keys of a store, by the store's id. */
  storeBytes: RateLimiter | undefined;
  /** COM21: new contacts that one network names at one store, in an hour and in a day. */
  contacts: readonly RateLimiter[];
  /** COM21: the same of a whole store. */
  storeContacts: readonly RateLimiter[];
};

/** What is limited, as the configuration has it; 0: no limit. */
type Limited = {
  rateLimit: RateLimit;
  byteLimits: { perMinute: number; ofStorePerDay: number };
  contactLimits: { perHour: number; perDay: number; ofStorePerHour: number; ofStorePerDay: number };
};

/** Makes the limiters that the configuration asks for. */
export function openLimits({ rateLimit, byteLimits, contactLimits }: Limited): Limits {
  const isLimited = rateLimit.perSecond > 0;
  return {
    requests: isLimited ? new RateLimiter(rateLimit) : undefined,
    bytes: isLimited ? limiterOf(byteLimits.perMinute, minute) : undefined,
    storeBytes: isLimited ? limiterOf(byteLimits.ofStorePerDay, day) : undefined,
    contacts: limitersOf(contactLimits.perHour, contactLimits.perDay),
    storeContacts: limitersOf(contactLimits.ofStorePerHour, contactLimits.ofStorePerDay),
  };
}

const limitersOf = (perHour: number, perDay: number): RateLimiter[] =>
  [limiterOf(perHour, hour), limiterOf(perDay, day)].filter((limiter) => limiter !== undefined);

const limiterOf = (max: number, seconds: number): RateLimiter | undefined =>
  max > 0 ? new RateLimiter(spread(max, seconds)) : undefined;

/** `max` at once, refilled within `seconds`. */
const spread = (max: number, seconds: number): RateLimit => ({ perSecond: max / seconds, burst: max });

/** Their limiters under the names that all processes share them by. */
export const sharedBy = ({ requests, bytes, storeBytes, contacts, storeContacts }: Limits) =>
  [
    { name: 'requests', limiter: requests },
    { name: 'bytes', limiter: bytes },
    { name: 'store bytes', limiter: storeBytes, ofStores: true },
    ...contacts.map((limiter) => ({ name: `contacts ${limiter.limit.burst}`, limiter })),
    ...storeContacts.map((limiter) => ({ name: `store contacts ${limiter.limit.burst}`, limiter })),
  ].flatMap(({ limiter, ...rest }) => (limiter ? [{ ...rest, limiter }] : []));
