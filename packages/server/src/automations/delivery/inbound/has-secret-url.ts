import { isSecretPath } from '../../../providers/channels/secret-path.ts';
import { openCredentials } from '../../../base/crypto/open-credentials.ts';
import type { Database } from '../../../base/postgres/pool.ts';
import { connectionFind } from '../../../providers/queries/connections.ts';

/** Whether the URL of a webhook contains the secret of its connection, which proves the sender before the body is read. */
export async function hasSecretUrl(
  { db, credentialsKey }: { readonly db: Database; readonly credentialsKey: Buffer },
  connectionId: string,
  url: string,
): Promise<boolean> {
  const row = await connectionFind(db, connectionId);
  if (!row) return false;
  return isSecretPath(url, openCredentials(credentialsKey, connectionId, row.credentials)['noticeSecret']);
}
