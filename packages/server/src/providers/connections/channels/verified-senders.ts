import { mailServerOf } from '../../channels/mail-server.ts';
import type { SenderList } from '../../channels/provider.ts';
import { connectionFindActive } from '../../queries/connections.ts';
import type { ConnectionDeps } from './connect.ts';
import { openCredentials } from '../../../base/crypto/open-credentials.ts';

/**
 * The sender addresses that a store's e-mail provider verified; null: it cannot list them, or the store has no e-mail connection.
 * `mailServer`: see `mailServerOf`.
 */
export async function verifiedSenders(
  { db, credentialsKey, channelProviders }: ConnectionDeps,
  storeId: string,
  signal: AbortSignal,
): Promise<{ senders: SenderList | null; mailServer: string | null }> {
  const row = await connectionFindActive(db, storeId, 'email');
  const mailServer = mailServerOf(row);
  const provider = row && channelProviders.email[row.provider];
  if (!provider?.senders) return { senders: null, mailServer };
  const { connectionId, settings } = row!;
  const credentials = openCredentials(credentialsKey, connectionId, row!.credentials);
  return { senders: await provider.senders({ connectionId, storeId, settings, credentials }, signal), mailServer };
}
