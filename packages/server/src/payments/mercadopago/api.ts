import type { CallOut } from '../../platform/http-client.ts';

/** Timeout and largest response of a request: a payment has a few kilobytes, including its PIX image. */
const limits = { timeoutMs: 20_000, answerBytes: 512 * 1024 };

/** A request to Mercado Pago's API. `path` begins with a slash. */
export type ApiRequest = {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly accessToken: string;
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/** The result. `body` is undefined if the response is not JSON. `unsent`: the request was not sent. `uncertain`: it may have arrived. */
export type ApiAnswer =
  | { readonly outcome: 'answered'; readonly status: number; readonly body: unknown }
  | { readonly outcome: 'unsent'; readonly reason: string }
  | { readonly outcome: 'uncertain'; readonly reason: string };

/** Calls the API; network and server errors are results, not exceptions. */
export type CallApi = (request: ApiRequest, signal: AbortSignal) => Promise<ApiAnswer>;

/** Opens the API at a base URL without a trailing slash. */
export function openApi(callOut: CallOut, baseUrl: string): CallApi {
  return async ({ method, path, accessToken, idempotencyKey, headers, body }, signal) => {
    const answer = await callOut({
      method,
      url: `${baseUrl}${path}`,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${accessToken}`,
        ...(idempotencyKey !== undefined && { 'x-idempotency-key': idempotencyKey }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal,
      limits,
    });
    if (answer.outcome !== 'answered') return answer;
    return { outcome: 'answered', status: answer.status, body: jsonOf(answer.body) };
  };
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
