// How the Admin API is called: one address, one version, errors under HTTP 200, and a rate in points.
import { PlatformFailure, type FailureKind, type PlatformRequest, type PlatformResponse } from '../connector.ts';
import { listAt, readJson, textAt, valueAt } from '../read-json.ts';

/** The version of the Admin API. Shopify supports each for at least a year; later it answers with its oldest one. */
export const apiVersion = '2026-10';

/** A request to the Admin API. */
export const adminRequest = (
  shop: string,
  accessToken: string,
  document: string,
  variables: Readonly<Record<string, unknown>> = {},
): PlatformRequest => ({
  method: 'POST',
  url: `https://${shop}/admin/api/${apiVersion}/graphql.json`,
  headers: {
    'content-type': 'application/json',
    accept: 'application/json',
    'x-shopify-access-token': accessToken,
  },
  body: JSON.stringify({ query: document, variables }),
});

/** The member `data` of a response; throws if there is none. */
export function readData(response: PlatformResponse): unknown {
  const data = valueAt(readJson(response.body), 'data');
  if (typeof data !== 'object' || data === null) throw new PlatformFailure('unreadable', 'a response without data');
  return data;
}

/** The version that answered, if it is not the one that was asked for: it is then no longer supported. */
export function otherVersion(response: PlatformResponse): string | null {
  const answered = response.headers['x-shopify-api-version'];
  return answered === undefined || answered === apiVersion ? null : answered;
}

const byStatus: Readonly<Record<number, FailureKind>> = {
  401: 'revoked',
  402: 'suspended',
  423: 'suspended',
  429: 'busy',
  430: 'busy',
};

/** What the token endpoint answers with status 400 where keys or tokens are of no use any more. */
const deadGrant =
  /^(?:invalid_grant|invalid_client|invalid_request|app_not_installed|shop_not_permitted|application_cannot_be_found)$/;

/** Why a response is no success; null: it is one. */
export function failureOf(response: PlatformResponse): PlatformFailure | null {
  const { status, headers } = response;
  const json = readJson(response.body);
  if (status === 200) return graphqlFailure(json);
  const detail = `HTTP ${status}`;
  if (status < 300) return null;
  if (status >= 500) return new PlatformFailure('failed', detail, retryAfter(headers['retry-after']));
  const error = textAt(json, 'error') ?? '';
  if (status === 400 && deadGrant.test(error)) return new PlatformFailure('revoked', `${detail} ${error}`);
  return new PlatformFailure(byStatus[status] ?? 'refused', detail, retryAfter(headers['retry-after']));
}

const byCode: Readonly<Record<string, FailureKind>> = {
  THROTTLED: 'busy',
  INTERNAL_SERVER_ERROR: 'failed',
  SHOP_INACTIVE: 'suspended',
};

/** Errors come with HTTP 200. Fields that the app may not see are null beside an error of their own, and the rest can be read. */
function graphqlFailure(json: unknown): PlatformFailure | null {
  const errors = listAt(json, 'errors').filter((error) => !isHiddenField(error));
  if (errors.length === 0) return null;
  const code = textAt(errors[0], 'extensions', 'code') ?? 'no code';
  const kind = byCode[code] ?? 'refused';
  return new PlatformFailure(kind, `GraphQL ${code.slice(0, 60)}`, kind === 'busy' ? missingMs(json) : null);
}

const isHiddenField = (error: unknown): boolean =>
  textAt(error, 'extensions', 'code') === 'ACCESS_DENIED' && listAt(error, 'path').length > 1;

/** The most points that one request may ask for. */
const mostPoints = 1_000;

/** How long until any request may follow, in milliseconds: a page costs more than the check of webhooks before it. */
export const pauseAfter = ({ body }: PlatformResponse): number => missingMs(readJson(body));

function missingMs(json: unknown): number {
  const points = (...path: string[]): number => Number(textAt(json, 'extensions', 'cost', ...path));
  const most = Math.min(mostPoints, points('throttleStatus', 'maximumAvailable') || mostPoints);
  const missing = Math.max(points('requestedQueryCost'), most) - points('throttleStatus', 'currentlyAvailable');
  const rate = points('throttleStatus', 'restoreRate');
  return missing > 0 && rate > 0 ? Math.ceil((missing / rate) * 1_000) : 0;
}

/** `Retry-After` in milliseconds: Shopify writes seconds, with decimals. */
const retryAfter = (seconds: string | undefined): number | null =>
  seconds !== undefined && /^\d{1,5}(?:\.\d+)?$/.test(seconds) ? Math.ceil(Number(seconds) * 1_000) : null;
