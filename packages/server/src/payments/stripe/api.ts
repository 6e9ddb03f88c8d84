import type { CallOut } from '../../platform/http-client.ts';

/** Timeout and largest response of a request. */
const limits = { timeoutMs: 20_000, answerBytes: 512 * 1024 };

/** The version of the API whose fields are read; without the header the account's own version would apply. */
const version = '2026-08-26.dahlia';

/** Parameters of a request, as Stripe nests them: `metadata[payment_id]=…`, `expand[0]=…`. Undefined members are left out. */
export type Parameters = { readonly [name: string]: string | number | boolean | undefined | Parameters | string[] };

/** A request to Stripe's API. `path` begins with a slash. */
type StripeRequest = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly parameters?: Parameters;
  readonly idempotencyKey?: string;
};

/** The result. `body` is undefined if the response is not JSON. `unsent`: the request was not sent. `uncertain`: it may have arrived. */
export type StripeResponse =
  | { readonly outcome: 'answered'; readonly status: number; readonly body: unknown }
  | { readonly outcome: 'unsent'; readonly reason: string }
  | { readonly outcome: 'uncertain'; readonly reason: string };

/** Calls the API with one account's secret key; network and server errors are results, not exceptions. */
export type CallStripe = (request: StripeRequest, signal: AbortSignal) => Promise<StripeResponse>;

/** Opens the API at a base URL without a trailing slash. */
export const openApi =
  (callOut: CallOut, baseUrl: string) =>
  (secretKey: string): CallStripe =>
  async ({ method, path, parameters = {}, idempotencyKey }, signal) => {
    const encoded = new URLSearchParams(pairsOf(parameters)).toString();
    const isGet = method === 'GET';
    const response = await callOut({
      method,
      url: `${baseUrl}${path}${isGet && encoded !== '' ? `?${encoded}` : ''}`,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${secretKey}`,
        'stripe-version': version,
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...(!isGet && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(!isGet && { body: encoded }),
      signal,
      limits,
    });
    if (response.outcome !== 'answered') return response;
    return { outcome: 'answered', status: response.status, body: jsonOf(response.body) };
  };

function pairsOf(parameters: Parameters | string[], above = ''): [string, string][] {
  return Object.entries(parameters).flatMap(([name, value]): [string, string][] => {
    const path = above === '' ? name : `${above}[${name}]`;
    if (value === undefined) return [];
    return typeof value === 'object' ? pairsOf(value, path) : [[path, String(value)]];
  });
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
