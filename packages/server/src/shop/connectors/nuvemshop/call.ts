import { PlatformFailure, type ConnectedShop, type PlatformRequest, type PlatformResponse } from '../connector.ts';
import { readJson, textAt } from '../read-json.ts';

/** The platform's hosts. Pages and the token are at either of the first two, by the platform's documents. */
export const hosts = {
  pages: 'www.nuvemshop.com.br',
  token: 'www.tiendanube.com',
  api: 'api.nuvemshop.com.br',
} as const;

/** A request to a shop's API. `path`: below `/v1/{shop}`. The header of the token is named Authentication there. */
export function requestTo(
  { shop, credentials, app }: ConnectedShop,
  method: PlatformRequest['method'],
  path: string,
  { query = {}, body }: { query?: Readonly<Record<string, string>>; body?: unknown } = {},
): PlatformRequest {
  const search = new URLSearchParams(query).toString();
  return {
    method,
    url: `https://${hosts.api}/v1/${encodeURIComponent(shop)}${path}${search && `?${search}`}`,
    headers: {
      accept: 'application/json',
      authentication: `bearer ${credentials['accessToken'] ?? ''}`,
      // Without it the platform answers 400.
      'user-agent': `Retoma (${app?.id ?? ''})`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

/** CON14: why a response is no success. A 404 of the API itself is one: it also stands for an empty list. */
export function failureOf(response: PlatformResponse): PlatformFailure | null {
  const { status } = response;
  const isNothing = status === 404 && textAt(readJson(response.body), 'code') === '404';
  if ((status >= 200 && status < 300) || isNothing) return null;
  const detail = `status ${status}`;
  if (status === 401) return new PlatformFailure('revoked', detail);
  if (status === 402) return new PlatformFailure('suspended', detail);
  if (status === 429)
    return new PlatformFailure('busy', detail, countIn(response, 'x-rate-limit-reset') ?? fullBucketMs);
  if (status >= 400 && status < 500 && status !== 404) return new PlatformFailure('refused', detail);
  return new PlatformFailure('failed', detail);
}

/** How long a full bucket of the least plan takes to empty: 40 requests, 2 a second. */
const fullBucketMs = 20_000;

/**
 * CON5: the pause before the next call. The bucket leaks in 20 seconds, whatever the plan, so it is used freely up to its half and then at the
 * rate at which it leaks.
 */
export function pauseAfter(response: PlatformResponse): number {
  const size = countIn(response, 'x-rate-limit-limit');
  const remaining = countIn(response, 'x-rate-limit-remaining');
  if (size === null || remaining === null || size === 0) return fullBucketMs / 40;
  if (remaining > size / 2) return 0;
  return Math.ceil(((remaining < 2 ? 2 : 1) * fullBucketMs) / size);
}

/** A header with a whole number; null: it has none. */
function countIn({ headers }: PlatformResponse, name: string): number | null {
  const written = headers[name]?.trim() ?? '';
  return /^\d{1,6}$/.test(written) ? Number(written) : null;
}

/** A list, and how many there are on all pages; null: unknown. A list without elements may be a 404. */
export function readList(response: PlatformResponse): {
  readonly list: readonly unknown[];
  readonly total: number | null;
} {
  if (response.status === 404) return { list: [], total: 0 };
  const list = readJson(response.body);
  if (!Array.isArray(list)) throw new PlatformFailure('unreadable', 'not a list');
  const written = response.headers['x-total-count']?.trim() ?? '';
  return { list, total: /^\d{1,9}$/.test(written) ? Number(written) : null };
}
