import type { MessageReason } from '@retoma/flow';
import { systemClock } from '../../base/clock.ts';
import type { CallOut, OutgoingCall, HttpResult } from '../../base/net/http-client.ts';
import { parseJson } from '../../base/json.ts';
import type { Delivered, ConnectionTest } from './provider.ts';

/** A provider's response. `json` is undefined if the body is not JSON. `retryAfterMs`: from the header. */
export type ProviderResponse = { readonly status: number; readonly json: unknown; readonly retryAfterMs?: number };

/** Sends a request to a provider with a JSON API. Returns the failure if there was no response. `body`: a form, or else sent as JSON. */
export async function ask(
  callOut: CallOut,
  { body, headers, ...call }: Omit<OutgoingCall, 'body'> & { readonly body?: unknown },
): Promise<ProviderResponse | Exclude<HttpResult, { outcome: 'answered' }>> {
  const isForm = body instanceof URLSearchParams;
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  const httpResult = await callOut({
    ...call,
    headers: { accept: 'application/json', ...headers, ...(body !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body: isForm ? body.toString() : JSON.stringify(body) }),
  });
  if (httpResult.outcome !== 'answered') return httpResult;
  const retryAfterMs = parseRetryAfter(httpResult.headers, systemClock());
  return {
    status: httpResult.status,
    json: parseJson(httpResult.body),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

const maxRetryAfterMs = 86_400_000;

/**
 * The milliseconds of a `Retry-After` (RFC 9110, 10.2.3), at most a day; undefined: there is none. A date counts relative to the
 * response's own `Date`, so that clock differences do not matter; without `Date`, relative to `now`.
 */
export function parseRetryAfter(
  headers: Readonly<Record<string, string | undefined>>,
  now: number,
): number | undefined {
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, maxRetryAfterMs);
  const at = parseHttpDate(text);
  if (at === undefined) return undefined;
  return Math.min(Math.max(0, at - (parseHttpDate(headers['date']?.trim() ?? '') ?? now)), maxRetryAfterMs);
}

/** The three formats of an HTTP date start with the name of a day. `Date.parse` also accepts other texts, which are rejected here. */
function parseHttpDate(text: string): number | undefined {
  const at = /^(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat)/.test(text)
    ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
    : NaN;
  return Number.isNaN(at) ? undefined : at;
}

/** Temporary failures; all others last until the connection's settings are corrected. */
const passing = new Set(['UNKNOWN_HOST', 'UNREACHABLE']);

/** The outcome of a message whose request got no response. */
export function deliveredUnanswered(httpResult: Exclude<HttpResult, { outcome: 'answered' }>): Delivered {
  if (httpResult.outcome === 'uncertain') return { outcome: 'uncertain' };
  const { reason } = httpResult;
  return { outcome: passing.has(reason) ? 'later' : 'broken', reason };
}

/** The result of a connection test whose request got no response. */
export function triedUnanswered(
  httpResult: Exclude<HttpResult, { outcome: 'answered' }>,
): Exclude<ConnectionTest, { outcome: 'works' }> {
  const delivered = deliveredUnanswered(httpResult);
  if (delivered.outcome === 'broken') return { outcome: 'broken', reason: delivered.reason };
  return { outcome: 'unreachable', reason: httpResult.outcome === 'unsent' ? httpResult.reason : 'UNREACHABLE' };
}

/** The outcome by HTTP status, if the body is not more specific. With a status of 500 or above the message may have been sent. */
export function deliveredByStatus({
  status,
  retryAfterMs,
}: Pick<ProviderResponse, 'status' | 'retryAfterMs'>): Delivered {
  const known = byStatus[status];
  if (known) return known;
  if (status === 429 || status === 503) {
    const reason: MessageReason = status === 429 ? 'RATE_LIMITED' : 'PROVIDER_UNAVAILABLE';
    return { outcome: 'later', reason, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  }
  if (status >= 300 && status < 400) return { outcome: 'broken', reason: 'UNSAFE_REDIRECT' };
  return status >= 400 && status < 500 ? refused('PROVIDER_REFUSED', status) : { outcome: 'uncertain' };
}

const byStatus: Readonly<Record<number, Delivered>> = {
  401: { outcome: 'broken', reason: 'INVALID_CREDENTIALS' },
  403: { outcome: 'broken', reason: 'MISSING_PERMISSION' },
  404: { outcome: 'broken', reason: 'UNKNOWN_ACCOUNT' },
  408: { outcome: 'uncertain' },
  413: { outcome: 'refused', reason: 'TEXT_TOO_LONG' },
};

/** The message is refused permanently; `code` is the provider's own, if it has one. */
export const refused = (reason: MessageReason, code?: number): Delivered => ({
  outcome: 'refused',
  reason: code === undefined ? reason : `${reason}:${code}`,
});

/** Nothing is sent over the connection until its owner fixes it. */
export const broken = (reason: MessageReason): Delivered => ({ outcome: 'broken', reason });

/** The result of a connection test, from the outcome of its request. A refused request does not prove that the account exists. */
export function triedAs(delivered: Delivered, account: string): ConnectionTest {
  switch (delivered.outcome) {
    case 'broken':
      return { outcome: 'broken', reason: delivered.reason };
    case 'later':
      return { outcome: 'unreachable', reason: delivered.reason };
    case 'uncertain':
      return { outcome: 'unreachable', reason: 'PROVIDER_UNAVAILABLE' };
    case 'refused':
      return { outcome: 'broken', reason: delivered.reason.replace(/^[A-Z_]+/, 'UNKNOWN_ACCOUNT') };
    case 'sent':
    case 'opted_out':
      return { outcome: 'works', account };
    default:
      return delivered satisfies never;
  }
}
