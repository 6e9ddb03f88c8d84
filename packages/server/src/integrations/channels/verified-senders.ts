import type { SenderList } from '../../channels/provider.ts';
import { connectionFindActive } from '../../db/queries/contacts/connections.ts';
import type { ConnectionParts } from './connect.ts';
import { openCredentials } from '../../crypto/open-credentials.ts';

/** The sender addresses that a store's e-mail provider verified; null: it cannot list them, or the store has no e-mail connection. */
export async function verifiedSenders(
  { db, credentialsKey, channelProviders }: ConnectionParts,
  storeId: string,
  signal: AbortSignal,
): Promise<SenderList | null> {
  const row = await connectionFindActive(db, storeId, 'email');
  const provider = row && channelProviders.email[row.provider];
  if (!provider?.senders) return null;
  const { connectionId, settings } = row!;
  const credentials = openCredentials(credentialsKey, connectionId, row!.credentials);
  return provider.senders({ connectionId, storeId, settings, credentials }, signal);
}
