import { seal, unseal } from '../../base/crypto/seal.ts';
import { random } from '../../base/ids.ts';
import type { ConnectorDeps } from './connector-deps.ts';
import type { ConnectedShop, Credentials } from './connector.ts';
import type { PlatformConnection } from './queries/connections.ts';

/** What only a connection's shop knows: `key`: of its delivery address; `webhook`: 48 letters and digits that sign its webhooks. */
export type ConnectionSecrets = { readonly key: string; readonly webhook: string };

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** New secrets. Platforms break on other characters than letters and digits. */
export const newSecrets = (): ConnectionSecrets => ({ key: lettersOf(32), webhook: lettersOf(48) });

function lettersOf(length: number): string {
  let text = '';
  // Bytes from 248 on would make the first letters more likely.
  while (text.length < length)
    for (const byte of random(64)) if (byte < 248 && text.length < length) text += letters[byte % 62];
  return text;
}

type Key = Pick<ConnectorDeps, 'credentialsKey'>;

/** Seals secrets or credentials for the row of their connection. */
export const sealFor = (
  { credentialsKey }: Key,
  connectionId: string,
  value: ConnectionSecrets | Credentials,
): Buffer => seal(credentialsKey, connectionId, value);

/** The secrets of a connection. Throws if the server's secret has changed since. */
export function openSecrets({ credentialsKey }: Key, { connectionId, secrets }: PlatformConnection): ConnectionSecrets {
  const value = unseal(credentialsKey, connectionId, secrets) as ConnectionSecrets | undefined;
  if (!value) throw new Error('the secrets of a connection with a shop cannot be opened');
  return value;
}

/** A connection's shop with its credentials; undefined: it has none any more, or they cannot be opened. */
export function openShop(
  { credentialsKey, appOf }: Key & Pick<ConnectorDeps, 'appOf'>,
  { connectionId, platform, shop, credentials }: PlatformConnection,
): ConnectedShop | undefined {
  const opened = credentials && (unseal(credentialsKey, connectionId, credentials) as Credentials | undefined);
  return opened ? { shop, credentials: opened, app: appOf(platform) } : undefined;
}

/** Where a platform delivers the webhooks of a connection. */
export const deliveryUrlOf = (
  baseUrl: string,
  { platform, connectionId }: Pick<PlatformConnection, 'platform' | 'connectionId'>,
  { key }: ConnectionSecrets,
): string => `${baseUrl}/connect/${platform}/${connectionId}/${key}`;
