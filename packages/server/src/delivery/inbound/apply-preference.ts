import type { ChannelUpdate } from '../../channels/provider.ts';
import { consentNewest, consentRecord } from '../../db/queries/contacts/consents.ts';
import { optOutFindMany } from '../../db/queries/contacts/opt-outs.ts';
import { inTransaction } from '../../db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { hashContact } from '../../crypto/contact-hash.ts';
import type { InboundDeps } from './receive-inbound.ts';
import type { ReportingConnection } from './reporting-connection.ts';

/**
 * COM8: records an opt-out or opt-in that a contact made at a channel's provider. Ignored if Retoma has a newer choice of the contact, or
 * the same one.
 */
export async function applyProviderPreference(
  parts: InboundDeps,
  { storeId, channel }: ReportingConnection,
  { from, wants, at }: Pick<Extract<ChannelUpdate, { kind: 'preference' }>, 'from' | 'wants' | 'at'>,
  source: 'provider' | 'complaint' = 'provider',
): Promise<void> {
  const contactHash = hashContact(parts, storeId, channel, from);
  if (!contactHash) return;
  const key = { storeId, channel, contactHash };
  await inTransaction(parts.db, async (client) => {
    const newest = await consentNewest(client, key);
    const isOut = (await optOutFindMany(client, [key])).length > 0;
    if ((newest !== null && newest >= at) || isOut !== wants) return;
    const state = wants ? 'granted' : 'withdrawn';
    await consentRecord(client, {
      ...key,
      consentId: newId(key.storeId),
      state,
      source,
      at: Math.min(at, parts.clock()),
    });
  });
}
