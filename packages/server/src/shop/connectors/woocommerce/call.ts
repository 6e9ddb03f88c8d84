import {
  PlatformFailure,
  type ConnectedShop,
  type Credentials,
  type PlatformRequest,
  type PlatformResponse,
} from '../connector.ts';
import { readJson, textAt } from '../read-json.ts';

/**
 * The keys of a shop. `place`: `query` where the shop's host does not pass the header of authorization on.
 */
export type WooKeys = { readonly key: string; readonly secret: string; readonly place: 'header' | 'query' };

/** Keys as they are stored. */
export const toCredentials = ({ key, secret, place }: WooKeys): Credentials => ({ key, secret, place });

/** Stored keys. */
export const readKeys = ({ key = '', secret = '', place }: Credentials): WooKeys => ({
  key,
  secret,
  place: place === 'query' ? 'query' : 'header',
});

/** The headers of a request without keys. Firewalls of shops refuse callers without a name. */
export const plainHeaders = { accept: 'application/json', 'user-agent': 'Retoma' } as const;

/** A request to a shop's API. `path`: below `/wp-json/wc/v3`. */
export function requestTo(
  { shop, credentials }: Pick<ConnectedShop, 'shop' | 'credentials'>,
  method: PlatformRequest['method'],
  path: string,
  { query = {}, body }: { query?: Readonly<Record<string, string>>; body?: unknown } = {},
): PlatformRequest {
  const { key, secret, place } = readKeys(credentials);
  const keys = place === 'query' ? { consumer_key: key, consumer_secret: secret } : {};
  const search = new URLSearchParams({ ...query, ...keys }).toString();
  return {
    method,
    url: `${shop}/wp-json/wc/v3${path}${search && `?${search}`}`,
    headers: {
      ...plainHeaders,
      ...(place === 'header' && {
        authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
      }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

/**
 * CON13: why a response is no success. A site in maintenance says 503 with Retry-After. Without an answer of the API the site, its host or a
 * firewall is in between: that passes.
 */
export function failureOf(response: PlatformResponse): PlatformFailure | null {
  const { status } = response;
  if (status >= 200 && status < 300) return null;
  const code = textAt(readJson(response.body), 'code')
    ?.replace(/[^a-z_]/gi, '')
    .slice(0, 60);
  const detail = `status ${status}${code === undefined ? '' : `, ${code}`}`;
  if (status === 401 || (status === 403 && code?.startsWith('woocommerce_rest_cannot'))) {
    return new PlatformFailure('revoked', detail);
  }
  if (status === 429 || status === 503) return new PlatformFailure('busy', detail, retryAfterOf(response));
  const isRefused =
    status === 400 || (status === 404 && code !== undefined && code !== 'rest_no_route') || status === 501;
  return new PlatformFailure(isRefused ? 'refused' : 'failed', detail);
}

/** The header Retry-After in milliseconds, at most an hour; null: it has none in seconds. */
function retryAfterOf({ headers }: PlatformResponse): number | null {
  const written = headers['retry-after']?.trim() ?? '';
  return /^\d{1,9}$/.test(written) ? Math.min(Number(written) * 1_000, 3_600_000) : null;
}
