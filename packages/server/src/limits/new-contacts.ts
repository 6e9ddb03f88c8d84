import type { Limits } from './open-limits.ts';

/** The source of a contact. `network`: from `networkOf`; undefined: unknown (CHK9). */
export type ContactSource = { readonly storeId: string; readonly network: string | undefined };

type ContactLimits = Pick<Limits, 'contacts' | 'storeContacts'>;

/** If a contact's release is further away than this, it is held until an owner decides. In milliseconds. */
const longestWait = 24 * 60 * 60_000;

/**
 * COM21: counts a contact that is new to a store. Returns until when messages to it are held (milliseconds); `now`: it is within the
 * limits. Contacts beyond the limits are released one by one, at the rate of the limit. Infinity: the release would take more than a day;
 * the contact is then not counted.
 */
export function countContact(limits: ContactLimits, source: ContactSource, now: number): number {
  const buckets = bucketsOf(limits, source);
  const releaseAt = Math.max(now, ...buckets.map(({ limiter, caller }) => limiter.availableAt(caller, now)));
  if (releaseAt > now + longestWait) return Infinity;
  for (const { limiter, caller } of buckets) limiter.use(caller, now);
  return releaseAt;
}

const bucketsOf = ({ contacts, storeContacts }: ContactLimits, { storeId, network }: ContactSource) => [
  ...(network === undefined ? [] : contacts.map((limiter) => ({ limiter, caller: `${storeId} ${network}` }))),
  ...storeContacts.map((limiter) => ({ limiter, caller: storeId })),
];
