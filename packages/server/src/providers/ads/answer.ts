import { parseJson } from '../../base/json.ts';
import type { CallOut, HttpResult, OutgoingCall } from '../../base/net/http-client.ts';
import { maskLogLine } from '../../base/log/mask-log-line.ts';
import { truncateForColumn } from '../../base/truncate-text.ts';
import type { Answer } from './destination.ts';

/** Timeout and largest answer of a call: destinations answer with a few hundred bytes. */
const limits = { timeoutMs: 10_000, answerBytes: 64 * 1024 };

/** A destination's response. `body` is undefined if it is not JSON. */
export type Responded = { readonly outcome: 'answered'; readonly status: number; readonly body: unknown };

/** No response: `later` if certainly nothing was processed. */
export type Unanswered = { readonly outcome: 'later' | 'uncertain' } & Answer;

/** Posts JSON to a destination. Network and server errors are results: no connection, 429 and 5xx are `later` or `uncertain`. */
export async function postJson(
  callOut: CallOut,
  call: Pick<OutgoingCall, 'url' | 'headers' | 'signal'> & { readonly body: unknown },
): Promise<Responded | Unanswered> {
  const headers = { accept: 'application/json', 'content-type': 'application/json', ...call.headers };
  return responded(
    await callOut({
      method: 'POST',
      url: call.url,
      headers,
      body: JSON.stringify(call.body),
      signal: call.signal,
      limits,
    }),
  );
}

/** What a result of the HTTP client means for any destination. */
export function responded(result: HttpResult): Responded | Unanswered {
  if (result.outcome === 'unsent') return { outcome: 'later', status: null, code: 'UNREACHABLE', message: null };
  if (result.outcome === 'uncertain') {
    const code = result.reason === 'TIMEOUT' ? 'TIMEOUT' : 'UNREADABLE';
    return { outcome: 'uncertain', status: null, code, message: null };
  }
  const { status } = result;
  if (status === 429) return { outcome: 'later', status, code: null, message: null };
  // A server that fails may have counted the event before.
  if (status >= 500) return { outcome: 'uncertain', status, code: null, message: null };
  return { outcome: 'answered', status, body: parseJson(result.body) };
}

/**
 * What is stored of an answer: texts of the destination may repeat what was sent, so e-mails, phones, documents, tokens and hashes are
 * masked.
 */
export const answerText = (status: number, code: unknown, message?: unknown): Answer => ({
  status,
  code: typeof code === 'string' || typeof code === 'number' ? maskedText(String(code), 60) : null,
  message: typeof message === 'string' ? maskedText(message, 200) : null,
});

const maskedText = (text: string, max: number): string =>
  truncateForColumn(maskLogLine(text.slice(0, 1_000)).replaceAll(/[0-9a-f]{32,}/gi, '[masked]'), max);
