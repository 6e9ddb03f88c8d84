import type { HttpResult } from '../../base/net/http-client.ts';
import type { ConnectorDeps } from './connector-deps.ts';
import { PlatformFailure, type CallPlatform, type Connector, type PlatformResponse } from './connector.ts';
import { replaceHost } from './replace-host.ts';

/** Of one call. A page of 100 orders with the data of plugins has some megabytes. */
const limits = { timeoutMs: 30_000, answerBytes: 16 * 1024 * 1024 } as const;

/** The longest pause that a worker waits for, in milliseconds; for a longer one it gives the connection back. */
const longestWaitMs = 1_000;

/** How calls are made. `givesUpPauses`: a longer pause is a failure (`isPause`); absent: every pause is waited for. */
export type CallOptions = {
  readonly signal: AbortSignal;
  readonly givesUpPauses?: boolean;
  readonly timeoutMs?: number;
};

/** The calls to one shop. `pausedUntil`: before when no call may be made, milliseconds since 1970; null: one may be made now. */
export type PlatformCalls = { readonly call: CallPlatform; readonly pausedUntil: () => number | null };

/**
 * CON5: opens the calls to one shop: one at a time, with the pauses that its responses ask for. Each throws a PlatformFailure if there is no
 * response, or not a successful one.
 */
export function openCalls(
  { callOut, hosts, clock, sleep }: Pick<ConnectorDeps, 'callOut' | 'hosts' | 'clock' | 'sleep'>,
  { failureOf, pauseAfter }: Pick<Connector, 'failureOf' | 'pauseAfter'>,
  { signal, givesUpPauses = false, timeoutMs = limits.timeoutMs }: CallOptions,
): PlatformCalls {
  let notBefore = 0;
  let last: Promise<unknown> = Promise.resolve();
  const call: CallPlatform = async ({ url, ...request }) => {
    const waitMs = notBefore - clock();
    if (waitMs > longestWaitMs && givesUpPauses) throw pause(waitMs);
    if (waitMs > 0) await sleep(waitMs);
    const result = await callOut({
      ...request,
      url: replaceHost(url, hosts),
      signal,
      limits: { ...limits, timeoutMs },
      // A body may hold the secret of a webhook, so it is not sent again to where a redirect leads.
      answersOnce: request.method !== 'GET',
    });
    const response = responseOf(result);
    const pauseMs = pauseAfter(response);
    notBefore = pauseMs > 0 ? clock() + pauseMs : 0;
    const failure = failureOf(response);
    if (failure) throw failure;
    return response;
  };
  return {
    call: (request) => {
      const made = last.then(() => call(request));
      last = made.catch(() => {});
      return made;
    },
    pausedUntil: () => (notBefore > clock() ? notBefore : null),
  };
}

function pause(waitMs: number): PlatformFailure {
  return new PlatformFailure('busy', pauseDetail, waitMs);
}

const pauseDetail = 'the platform asked for a pause';

/** Whether a failure is a pause that a response asked for, after a call that succeeded. */
export const isPause = ({ kind, detail }: PlatformFailure): boolean => kind === 'busy' && detail === pauseDetail;

function responseOf(result: HttpResult): PlatformResponse {
  if (result.outcome === 'answered') return result;
  throw new PlatformFailure(result.reason === 'ANSWER_TOO_LONG' ? 'unreadable' : 'unreachable', result.reason);
}
