import type { KeyObject } from 'node:crypto';
import type { Channel } from '@retoma/flow';
import { consentList, optOutBefore, type ConsentRow, type OptOutCause } from '../../base/contacts/consents.ts';
import { hashContact } from '../../base/crypto/contact-hash.ts';
import type { Queryable } from '../../base/postgres/pool.ts';

/** A message that may have been refused because its contact opted out. */
type UnsentMessage = { channel: Channel; reason: string | null; settledAt: Date | null; dueAt: Date };

/** The contact of a message's run: a refused message has no recipient. */
type MessageContact = { email: string | null; phone: string | null };

/** Who stopped the messages that were refused as OPTED_OUT; undefined for the others, and where it is not known. */
export async function optOutCauses<Message extends UnsentMessage>(
  { db, contactSecret }: { readonly db: Queryable; readonly contactSecret: KeyObject },
  storeId: string,
  messages: readonly Message[],
  contactOf: (message: Message) => MessageContact | undefined,
): Promise<(message: Message) => OptOutCause | undefined> {
  const consentsOf = new Map<string, readonly ConsentRow[]>();
  const causes = new Map<Message, OptOutCause | undefined>();
  for (const message of messages) {
    const { channel, reason, settledAt, dueAt } = message;
    const contact = reason === 'OPTED_OUT' ? contactOf(message) : undefined;
    const recipient = channel === 'email' ? contact?.email : contact?.phone;
    const hash = recipient && hashContact({ contactSecret }, storeId, channel, recipient);
    if (!hash) continue;
    const key = hash.toString('hex');
    const consents = consentsOf.get(key) ?? (await consentList(db, storeId, [hash]));
    consentsOf.set(key, consents);
    causes.set(message, optOutBefore(consents, channel, settledAt ?? dueAt));
  }
  return (message) => causes.get(message);
}
