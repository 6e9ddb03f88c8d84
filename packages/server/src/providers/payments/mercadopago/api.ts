import type { CallOut } from '../../../base/net/http-client.ts';
import { callApi, type ApiResponse } from '../json-api.ts';

/** A request to Mercado Pago's API. `path` begins with a slash. */
type ApiRequest = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/** Calls the API with one account's access token. */
export type CallMercadopago = (request: ApiRequest, signal: AbortSignal) => Promise<ApiResponse>;

/** Opens the API at a base URL without a trailing slash. */
export const openApi =
  (callOut: CallOut, baseUrl: string) =>
  (accessToken: string): CallMercadopago =>
  ({ method, path, idempotencyKey, headers, body }, signal) =>
    callApi(callOut, accessToken, {
      method,
      url: `${baseUrl}${path}`,
      headers: {
        ...(idempotencyKey !== undefined && { 'x-idempotency-key': idempotencyKey }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal,
    });
