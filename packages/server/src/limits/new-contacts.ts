import type { Limits } from './open-limits.ts';

/** Who named a contact. `network`: as `networkOf` makes it; undefined where it is not known (CHK9). */
export type ContactSource = { readonly storeId: string; readonly network: string | undefined };

type ContactLimits = Pick<Limits, 'contacts' | 'storeContacts'>;

/** A contact that would have to wait for longer than this is held until an owner decides, in milliseconds. */
const longestWait = 24 * 60 * 60_000;

/**
 * COM21: counts a contact that is new to a store, and answers until when messages to it are held (milliseconds): `now` where it is within
 * the limits. Contacts beyond them are released one by one, at the pace of the limit, so that no flood follows its end; Infinity where
 * that takes more than a day, and then it is not counted.
 */
export function countContact(limits: ContactLimits, source: ContactSource, now: number): number {
  const buckets = bucketsOf(limits, source);
  const releaseAt = Math.max(now, ...buckets.map(({ limiter, caller }) => limiter.availableAt(caller, now)));
  if (releaseAt > now + longestWait) return Infinity;
  for (const { limiter, caller } of buckets) limiter.use(caller, now);
  return releaseAt;
}

/** COM21: whether one more contact is within the limits; nothing is counted. */
export const allowsContact = (limits: ContactLimits, source: ContactSource, now: number): boolean =>
  bucketsOf(limits, source).every(({ limiter, caller }) => limiter.allows(caller, now));

const bucketsOf = ({ contacts, storeContacts }: ContactLimits, { storeId, network }: ContactSource) => [
  ...(network === undefined ? [] : contacts.map((limiter) => ({ limiter, caller: `${storeId} ${network}` }))),
  ...storeContacts.map((limiter) => ({ limiter, caller: storeId })),
];
