import type { CallOut } from '../../../base/net/http-client.ts';
import { callApi, type ApiResponse } from '../json-api.ts';

/**
 * The version of the API whose fields are read; without the header the account's own version would apply. The next one, 2026-09-30.endive,
 * refuses `payment_method_types`: its name is `allowed_payment_method_types` from then on.
 */
export const version = '2026-08-26.dahlia';

/** Parameters of a request, as Stripe nests them: `metadata[payment_id]=…`, `expand[0]=…`. Undefined members are left out. */
export type Parameters = { readonly [name: string]: string | number | boolean | undefined | Parameters | string[] };

/** A request to Stripe's API. `path` begins with a slash. */
type StripeRequest = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly parameters?: Parameters;
  readonly idempotencyKey?: string;
};

/** Calls the API with one account's secret key; network and server errors are results, not exceptions. */
export type CallStripe = (request: StripeRequest, signal: AbortSignal) => Promise<ApiResponse>;

/** Opens the API at a base URL without a trailing slash. */
export const openApi =
  (callOut: CallOut, baseUrl: string) =>
  (secretKey: string): CallStripe =>
  ({ method, path, parameters = {}, idempotencyKey }, signal) => {
    const encoded = new URLSearchParams(pairsOf(parameters)).toString();
    const isGet = method === 'GET';
    return callApi(callOut, secretKey, {
      method,
      url: `${baseUrl}${path}${isGet && encoded !== '' ? `?${encoded}` : ''}`,
      headers: {
        'stripe-version': version,
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...(!isGet && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(!isGet && { body: encoded }),
      signal,
    });
  };

/** The names and values of parameters, as Stripe nests them. */
export function pairsOf(parameters: Parameters | string[], above = ''): [string, string][] {
  return Object.entries(parameters).flatMap(([name, value]): [string, string][] => {
    const path = above === '' ? name : `${above}[${name}]`;
    if (value === undefined) return [];
    return typeof value === 'object' ? pairsOf(value, path) : [[path, String(value)]];
  });
}
