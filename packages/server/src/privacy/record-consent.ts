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
 * COM8: adds a consent to the log, and updates the opt-out: after `withdrawn` no more messages are sent to the contact on that channel;
 * after `granted` they may be sent again. `client`: a transaction, if the write is part of one. False: the address is invalid, and
 * nothing was written.
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
