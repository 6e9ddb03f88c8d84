// What an attempt means for its message and its endpoint. Pure.
import { nextAttempt, readRetryAfter } from '@retoma/commerce';
import type { HttpResult } from '../../../base/net/http-client.ts';
import type { MessageState } from '../queries/messages.ts';

/** One attempt, and what follows. Instants in milliseconds since 1970. */
export type Outcome = {
  readonly at: number;
  readonly durationMs: number;
  readonly status: number | null;
  readonly response: string | null;
  readonly error: string | null;
  /** The state of the message from now on. */
  readonly state: MessageState;
  /** Null: it is not tried again. */
  readonly nextAttemptAt: number | null;
  /** WHK5: whether the endpoint rests. `until`: what it asked for, if it did. */
  readonly rest: { readonly until: number | undefined } | null;
  /** WHK6: 410, the endpoint wants nothing more. */
  readonly isGone: boolean;
};

/** How much of a response is kept, in bytes. */
const keptBytes = 1024;

/** Statuses of an endpoint that is overloaded or away. */
const restStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** WHK4, WHK5: the outcome of a call. `attempts`: how many were made before; `random`: from 0 up to 1. */
export function outcomeOf(
  result: HttpResult,
  { attempts, at, now, random }: { attempts: number; at: number; now: number; random: number },
): Outcome {
  const made = { at, durationMs: Math.max(0, Math.round(now - at)) };
  if (result.outcome !== 'answered') {
    // A wrong address or certificate does not become right by a pause, but nothing is gained by asking faster either.
    const next = nextAttempt(attempts + 1, { now, random });
    return {
      ...made,
      status: null,
      response: null,
      error: result.reason,
      ...stateAfterFailure(next),
      rest: { until: undefined },
      isGone: false,
    };
  }
  const { status, headers, body } = result;
  const read = { ...made, status, response: keptText(body) };
  if (status >= 200 && status < 300) {
    return { ...read, error: null, state: 'delivered', nextAttemptAt: null, rest: null, isGone: false };
  }
  const failed = { ...read, error: 'HTTP_ERROR' };
  if (status === 410) return { ...failed, state: 'cancelled', nextAttemptAt: null, rest: null, isGone: true };
  const isResting = restStatuses.has(status);
  const retryAfter = isResting ? readRetryAfter(headers['retry-after'], now) : undefined;
  const next = nextAttempt(attempts + 1, { now, random, retryAfter });
  return { ...failed, ...stateAfterFailure(next), rest: isResting ? { until: retryAfter } : null, isGone: false };
}

const stateAfterFailure = (next: number | null): Pick<Outcome, 'state' | 'nextAttemptAt'> => ({
  state: next === null ? 'failed' : 'pending',
  nextAttemptAt: next,
});

/** The first kilobyte as text that PostgreSQL can store; null: the body is empty. */
function keptText(body: Buffer): string | null {
  let text = body.subarray(0, keptBytes).toString('utf8').replaceAll('\u0000', '');
  // A cut character, or bytes that are no text, become longer.
  while (Buffer.byteLength(text) > keptBytes) text = text.slice(0, -1);
  return text === '' ? null : text;
}
