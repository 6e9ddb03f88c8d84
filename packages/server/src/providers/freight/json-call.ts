import type { CallOut, OutgoingCall } from '../../base/net/http-client.ts';
import { parseJson } from '../../base/json.ts';
import type { FreightProblem, FreightService, QuoteResult } from './provider.ts';

/** A response may list a hundred services with their packages. The deadline is the signal's. */
const limits = { answerBytes: 512 * 1024 };

/** A response. `body` is undefined if it is not JSON. */
export type JsonResponse = { readonly outcome: 'answered'; readonly status: number; readonly body: unknown };

/** Calls a provider's API. Network errors, and statuses that are no answer, are results and not exceptions. */
export async function callJson(
  callOut: CallOut,
  call: Omit<OutgoingCall, 'body' | 'limits'> & { readonly body?: unknown },
): Promise<JsonResponse | FreightProblem> {
  const { body, headers, ...rest } = call;
  const response = await callOut({
    ...rest,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    limits,
  });
  if (response.outcome !== 'answered') return { outcome: 'failed', reason: response.reason };
  const { status } = response;
  // Too many requests is the provider's state, as an outage is; another 4xx is a matter of the account or of the request.
  if (status >= 500 || status === 429 || status < 200) return { outcome: 'failed', reason: `HTTP_${status}` };
  return { outcome: 'answered', status, body: parseJson(response.body) };
}

/** What a status of 3xx or 4xx means, besides 401: the account is refused. */
export function refusedBy(status: number): FreightProblem | undefined {
  if (status < 300) return undefined;
  return { outcome: 'refused', reason: status === 403 ? 'NOT_PERMITTED' : `HTTP_${status}` };
}

/**
 * COM33: the result of an answer to a quote. `services`: those that could be read; undefined: none. `complaints`: its texts that say what
 * is wrong. Where a 4xx lists services, or complains of the shopper's CEP alone, the account is right and no service goes there.
 */
export function quoteResult(
  status: number,
  services: FreightService[] | undefined,
  complaints: readonly string[],
): QuoteResult {
  if (services || (complaints.length > 0 && complaints.every(isAboutDestination)))
    return { outcome: 'quoted', services: services ?? [] };
  return refusedBy(status) ?? malformed;
}

const isAboutDestination = (text: string): boolean =>
  /cep|postal.?code/i.test(text) && /destin|recipient|\bto\./i.test(text) && !/orig|\bfrom\./i.test(text);

/** A response that cannot be read. */
export const malformed: FreightProblem = { outcome: 'failed', reason: 'MALFORMED' };
