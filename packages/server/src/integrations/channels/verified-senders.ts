import type { SenderList } from '../../channels/provider.ts';
import type { SealedConnection } from '../../db/queries/contacts/connections.ts';
import type { ConnectionParts } from './connect.ts';
import { openCredentials } from '../../crypto/open-credentials.ts';

/** The sender addresses that the provider of a store's e-mail verified; null: it cannot list them. */
export async function verifiedSenders(
  { credentialsKey, channelProviders }: Pick<ConnectionParts, 'credentialsKey' | 'channelProviders'>,
  storeId: string,
  { connectionId, provider, settings, credentials: sealed }: SealedConnection,
  signal: AbortSignal,
): Promise<SenderList | null> {
  const { senders } = channelProviders.email[provider] ?? {};
  if (!senders) return null;
  const credentials = openCredentials(credentialsKey, connectionId, sealed);
  return senders({ connectionId, storeId, settings, credentials }, signal);
}
