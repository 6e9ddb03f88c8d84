import { isSecretPath } from '../../channels/secret-path.ts';
import { openCredentials } from '../../crypto/open-credentials.ts';
import type { Database } from '../../db/pool.ts';
import { connectionFind } from '../../db/queries/contacts/connections.ts';

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
