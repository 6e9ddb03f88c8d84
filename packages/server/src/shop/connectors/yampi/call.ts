import { PlatformFailure, type ConnectedShop, type PlatformRequest, type PlatformResponse } from '../connector.ts';

/** The platform's host. */
export const host = 'api.dooki.com.br';

/** A request to a shop's API. `path`: below the shop's alias. */
export function requestTo(
  { shop, credentials }: Pick<ConnectedShop, 'shop' | 'credentials'>,
  method: PlatformRequest['method'],
  path: string,
  { query = {}, body }: { query?: Readonly<Record<string, string>>; body?: unknown } = {},
): PlatformRequest {
  const search = new URLSearchParams(query).toString();
  return {
    method,
    url: `https://${host}/v2/${encodeURIComponent(shop)}${path}${search && `?${search}`}`,
    headers: {
      accept: 'application/json',
      'user-token': credentials['token'] ?? '',
      'user-secret-key': credentials['secret'] ?? '',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

/** Why a response is no success; null: it is one. */
export function failureOf({ status, headers }: PlatformResponse): PlatformFailure | null {
  if (status >= 200 && status < 300) return null;
  const detail = `status ${status}`;
  if (status === 401 || status === 403) return new PlatformFailure('revoked', detail);
  if (status === 429) {
    const seconds = headers['retry-after']?.trim() ?? '';
    return new PlatformFailure('busy', detail, /^\d{1,4}$/.test(seconds) ? Number(seconds) * 1_000 : 60_000);
  }
  return new PlatformFailure(status >= 400 && status < 500 && status !== 404 ? 'refused' : 'failed', detail);
}

/** CON5: orders may be read 120 times a minute, and no response says how much of that is left. */
export const pauseAfter = (): number => 600;
