import type { HttpResult } from '../../base/net/http-client.ts';
import type { ConnectorDeps } from './connector-deps.ts';
import { PlatformFailure, type CallPlatform, type Connector, type PlatformResponse } from './connector.ts';
import { replaceHost } from './replace-host.ts';

/** Of one call. A page of 100 orders with the data of plugins has some megabytes. */
const limits = { timeoutMs: 30_000, answerBytes: 16 * 1024 * 1024 } as const;

/** The longest pause that a worker waits for, in milliseconds; for a longer one it gives the connection back. */
export const longestWaitMs = 1_000;

/** How calls are made. `onPause`: learns of a pause that is longer than `longestWaitMs`; absent: every pause is waited for. */
export type CallOptions = {
  readonly signal: AbortSignal;
  readonly onPause?: (until: number) => Promise<void>;
  readonly timeoutMs?: number;
};

/**
 * CON5: opens the calls to one shop: one at a time, with the pauses that its responses ask for. Each throws a PlatformFailure if there is no
 * response, or not a successful one.
 */
export function openCalls(
  { callOut, hosts, clock, sleep }: Pick<ConnectorDeps, 'callOut' | 'hosts' | 'clock' | 'sleep'>,
  { failureOf, pauseAfter }: Pick<Connector, 'failureOf' | 'pauseAfter'>,
  { signal, onPause, timeoutMs = limits.timeoutMs }: CallOptions,
): CallPlatform {
  let notBefore = 0;
  let last: Promise<unknown> = Promise.resolve();
  const call: CallPlatform = async ({ url, ...request }) => {
    const waitMs = notBefore - clock();
    if (waitMs > longestWaitMs && onPause) {
      await onPause(notBefore);
      throw new PlatformFailure('busy', 'paused', waitMs);
    }
    if (waitMs > 0) await sleep(waitMs);
    const result = await callOut({
      ...request,
      url: replaceHost(url, hosts),
      signal,
      limits: { ...limits, timeoutMs },
    });
    const response = responseOf(result);
    const pauseMs = pauseAfter(response);
    notBefore = pauseMs > 0 ? clock() + pauseMs : 0;
    const failure = failureOf(response);
    if (failure) throw failure;
    return response;
  };
  return (request) => {
    const made = last.then(() => call(request));
    last = made.catch(() => {});
    return made;
  };
}

function responseOf(result: HttpResult): PlatformResponse {
  if (result.outcome === 'answered') return result;
  throw new PlatformFailure(result.reason === 'ANSWER_TOO_LONG' ? 'unreadable' : 'unreachable', result.reason);
}
