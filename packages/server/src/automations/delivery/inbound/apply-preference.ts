import type { ChannelUpdate } from '../../../providers/channels/provider.ts';
import { recordObservation } from '../../../providers/queries/connection-observations.ts';
import { consentNewest, consentRecord } from '../../../base/contacts/consents.ts';
import { optOutFindMany } from '../../../base/contacts/opt-outs.ts';
import { inTransaction } from '../../../base/postgres/transaction.ts';
import { newId } from '../../../base/ids.ts';
import { nameOf } from './apply-statuses.ts';
import { findContact } from './find-contact.ts';
import type { InboundDeps } from './receive-inbound.ts';
import type { ReportingConnection } from './reporting-connection.ts';

/**
 * COM8: records an opt-out or opt-in that a contact made at a channel's provider. Ignored if Retoma has a newer choice of the contact, or
 * the same one.
 */
export async function applyProviderPreference(
  deps: InboundDeps,
  connection: ReportingConnection,
  { from, alias, message, wants, at }: Omit<Extract<ChannelUpdate, { kind: 'preference' }>, 'kind'>,
  source: 'provider' | 'complaint' = 'provider',
): Promise<void> {
  const { connectionId, storeId, channel } = connection;
  const contactHash = await findContact(
    { ...deps, ...connection },
    { ...(from !== undefined && { from }), ...(alias !== undefined && { alias }), message: message && nameOf(message) },
  );
  if (!contactHash) {
    await recordObservation(deps.db, {
      connectionId,
      code: 'unmatched_reply',
      shape: 'preference',
      at: deps.clock(),
    });
    return;
  }
  const key = { storeId, channel, contactHash };
  await inTransaction(deps.db, async (client) => {
    const newest = await consentNewest(client, key);
    const isOut = (await optOutFindMany(client, [key])).length > 0;
    if ((newest !== null && newest >= at) || isOut !== wants) return;
    const state = wants ? 'granted' : 'withdrawn';
    await consentRecord(client, {
      ...key,
      consentId: newId(key.storeId),
      state,
      source,
      at: Math.min(at, deps.clock()),
    });
  });
}
