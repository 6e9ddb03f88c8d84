import type { CallOut } from '../../platform/http-client.ts';

/** The longest a call may take, and the longest answer: a payment has a few kilobytes, its PIX image among them. */
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

/** The result. `body` is undefined where the answer is no JSON. `unsent`: it never left. `uncertain`: it may have arrived, or not. */
export type ApiAnswer =
  | { readonly outcome: 'answered'; readonly status: number; readonly body: unknown }
  | { readonly outcome: 'unsent'; readonly reason: string }
  | { readonly outcome: 'uncertain'; readonly reason: string };

/** Calls the API; never throws for what the outside does. */
export type CallApi = (request: ApiRequest, signal: AbortSignal) => Promise<ApiAnswer>;

/** The API at an address without a trailing slash. */
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
