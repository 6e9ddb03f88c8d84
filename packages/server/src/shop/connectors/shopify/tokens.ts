// CON7: tokens end after 24 hours (client credentials) or 60 minutes (a consent), and are renewed before.
import {
  PlatformFailure,
  type CallContext,
  type CallPlatform,
  type Credentials,
  type PlatformApp,
  type PlatformRequest,
} from '../connector.ts';
import { readJson, textAt } from '../read-json.ts';
import { clientSecrets } from './verify.ts';

/** How long before its end a token is renewed, in milliseconds. */
const renewedBeforeMs = 10 * 60_000;

/** A request to the token endpoint of a shop. */
export const tokenRequest = (shop: string, parameters: Readonly<Record<string, string>>): PlatformRequest => ({
  method: 'POST',
  url: `https://${shop}/admin/oauth/access_token`,
  headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
  body: new URLSearchParams(parameters).toString(),
});

/** Asks for tokens. `now`: milliseconds since 1970. Throws a PlatformFailure, with `revoked` if the keys or the token are of no use. */
export async function askForTokens(request: PlatformRequest, call: CallPlatform, now: number): Promise<Credentials> {
  const json = readJson((await call(request)).body);
  const accessToken = textAt(json, 'access_token');
  if (accessToken === undefined) throw new PlatformFailure('unreadable', 'no access_token in the response');
  const refreshToken = textAt(json, 'refresh_token');
  const endOf = (name: string): string | undefined => {
    const seconds = Number(textAt(json, name));
    return seconds > 0 ? new Date(now + seconds * 1_000).toISOString() : undefined;
  };
  const [expiresAt, refreshEndsAt] = [endOf('expires_in'), endOf('refresh_token_expires_in')];
  return {
    accessToken,
    scope: textAt(json, 'scope') ?? '',
    ...(expiresAt !== undefined && { expiresAt }),
    ...(refreshToken !== undefined && { refreshToken }),
    ...(refreshEndsAt !== undefined && { refreshEndsAt }),
  };
}

/** The client credentials grant: for an app of the owner's own organisation. `secrets`: as `clientSecrets` reads them. */
export const clientGrant = (clientId: string, secrets: readonly string[]): Readonly<Record<string, string>> => ({
  grant_type: 'client_credentials',
  client_id: clientId,
  client_secret: secrets[0] ?? '',
});

/** The parameters by which the installation's app names itself. */
export const appNamed = (app: PlatformApp | null): Readonly<Record<string, string>> => ({
  client_id: app?.id ?? '',
  client_secret: clientSecrets({}, app)[0] ?? '',
});

/** When the token must be renewed, milliseconds since 1970; null: never. */
export function renewAt({ expiresAt }: Credentials): number | null {
  return expiresAt === undefined ? null : Date.parse(expiresAt) - renewedBeforeMs;
}

/**
 * New credentials. A refresh token is replaced at each use; Shopify takes the old one until the new one is used, so a lost response can be
 * asked for again.
 */
export async function renew({ shop, credentials, app, call, now }: CallContext): Promise<Credentials> {
  const { clientId, clientSecret, refreshToken } = credentials;
  if (clientId !== undefined && clientSecret !== undefined) {
    const grant = clientGrant(clientId, clientSecrets(credentials, null));
    return { clientId, clientSecret, ...(await askForTokens(tokenRequest(shop, grant), call, now)) };
  }
  if (refreshToken === undefined) throw new PlatformFailure('revoked', 'no refresh token');
  const grant = { grant_type: 'refresh_token', refresh_token: refreshToken, ...appNamed(app) };
  return askForTokens(tokenRequest(shop, grant), call, now);
}
