import type { KeyObject } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../db/pool.ts';
import { consentRecord, type Consent } from '../db/queries/contacts/consents.ts';
import { newId } from '../platform/ids.ts';
import { hashContact } from '../crypto/contact-hash.ts';

/** A contact's choice about messages to an address. */
export type StatedConsent = Pick<Consent, 'storeId' | 'channel' | 'state' | 'source' | 'textVersion' | 'ip'> & {
  address: string;
};

/**
 * COM8: adds a consent to the log, and updates the opt-out: withdrawn, nothing more is sent to them on
 * that channel; granted, it may be again. `client`: a transaction, where it belongs to something else. False where the address is
 * none, and nothing was written.
 */
export async function recordConsent(
  client: Queryable,
  parts: { readonly contactSecret: KeyObject; readonly clock: Clock },
  { address, ...statement }: StatedConsent,
): Promise<boolean> {
  const contactHash = hashContact(parts, statement.storeId, statement.channel, address);
  if (!contactHash) return false;
  await consentRecord(client, { ...statement, contactHash, consentId: newId(), at: parts.clock() });
  return true;
}
