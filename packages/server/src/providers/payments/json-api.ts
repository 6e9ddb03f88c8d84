import { parseJson } from '../../base/json.ts';
import type { CallOut, HttpResult, OutgoingCall } from '../../base/net/http-client.ts';

/** Timeout and largest response of a request: a payment has a few kilobytes, including its PIX image. */
const limits = { timeoutMs: 20_000, answerBytes: 512 * 1024 };

/** The response of a provider's API. `body` is undefined if it is not JSON. `uncertain`: the request may have arrived. */
export type ApiResponse =
  | { readonly outcome: 'answered'; readonly status: number; readonly body: unknown }
  | Exclude<HttpResult, { outcome: 'answered' }>;

/** Calls a provider's API with an account's token. Network and server errors are results, not exceptions. */
export async function callApi(callOut: CallOut, token: string, call: OutgoingCall): Promise<ApiResponse> {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}`, ...call.headers };
  const response = await callOut({ ...call, headers, limits });
  if (response.outcome !== 'answered') return response;
  return { outcome: 'answered', status: response.status, body: parseJson(response.body) };
}

/** An account that does not work, by the status of a response; undefined: the status does not concern the account. */
export function brokenBy(status: number): { readonly outcome: 'broken'; readonly reason: string } | undefined {
  if (status === 401) return { outcome: 'broken', reason: 'ACCESS_TOKEN' };
  return status === 403 ? { outcome: 'broken', reason: 'NOT_PERMITTED' } : undefined;
}

/** Timeouts, and another request with the same key that is in progress or was carried out. */
const unclear: ReadonlySet<number> = new Set([408, 409, 423, 424, 425, 499]);

/** Whether a request with this status may have been carried out. After any other below 500 it certainly was not, unless it succeeded. */
export const mayBeMade = (status: number): boolean => status >= 500 || unclear.has(status);
