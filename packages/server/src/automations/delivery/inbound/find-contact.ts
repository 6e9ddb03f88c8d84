import type { KeyObject } from 'node:crypto';
import type { Channel } from '@retoma/flow';
import type { ReportedContact } from '../../../providers/channels/provider.ts';
import { hashContact, hashContactKey } from '../../../base/crypto/contact-hash.ts';
import { contactAliasFindMany, contactAliasSet } from '../../../base/contacts/contact-aliases.ts';
import { messageRecipientFind } from '../queries/message-statuses.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import type { Clock } from '../../../base/clock.ts';
import { truncateForColumn } from '../../../base/truncate-text.ts';

/** What a search for a contact needs: the connection of the report, and where its aliases are kept. */
type Search = {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly contactSecret: KeyObject;
  readonly connectionId: string;
  readonly storeId: string;
  readonly channel: Channel;
};

/** A contact in a report. `message`: the provider's id or our key of a message of ours whose recipient the contact is. */
type ContactReport = ReportedContact & { readonly message?: string | undefined };

/**
 * The contact of a report: of its address, else of the provider's own id of the person, else the recipient of the message that it names.
 * Null: it belongs to no one whom the store wrote to. What the report shows of the person's id is noted for the next one.
 */
export async function findContact(search: Search, { from, alias, message }: ContactReport): Promise<Buffer | null> {
  const byAddress = from === undefined ? null : hashContact(search, search.storeId, search.channel, from);
  if (alias === undefined) return byAddress ?? (await recipientOf(search, message));
  const aliasHash = hashContactKey(search.contactSecret, search.storeId, `alias ${alias}`);
  const [noted] = await contactAliasFindMany(search.db, search.storeId, [aliasHash]);
  const contactHash = byAddress ?? noted?.contactHash ?? (await recipientOf(search, message));
  if (contactHash && !noted?.contactHash.equals(contactHash)) {
    await contactAliasSet(search.db, search.storeId, { aliasHash, contactHash }, search.clock());
  }
  return contactHash;
}

/** The recipient of a message of ours; null: it is none of ours, or its recipient was deleted. */
async function recipientOf(search: Search, message: string | undefined): Promise<Buffer | null> {
  if (message === undefined) return null;
  const recipient = await messageRecipientFind(search.db, search.connectionId, truncateForColumn(message, 300));
  return recipient ? hashContact(search, search.storeId, search.channel, recipient) : null;
}
