import type { SenderList } from '../../channels/provider.ts';
import { connectionFindActive } from '../../db/queries/contacts/connections.ts';
import type { ConnectionParts } from './connect.ts';
import { openCredentials } from '../../crypto/open-credentials.ts';

/** The addresses that the provider of a store's e-mail has verified; null: it lists none, or the store has no e-mail. */
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
