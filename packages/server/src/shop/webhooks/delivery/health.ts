import type { EndpointHealth, MessageOutcome } from './queries/deliveries.ts';

/** What outcomes, in the order in which they arrived, mean for their endpoint. Pure. */
export function healthOf(
  outcomes: readonly MessageOutcome[],
  rest: Pick<EndpointHealth, 'failures' | 'resumeAt'>,
): EndpointHealth {
  const lastSuccess = outcomes.findLast(({ state }) => state === 'delivered');
  const since = lastSuccess ? outcomes.indexOf(lastSuccess) + 1 : 0;
  const failed = outcomes.slice(since);
  const last = failed.at(-1);
  return {
    ...rest,
    lastSuccessAt: lastSuccess?.at ?? null,
    failingSince: failed[0]?.at ?? null,
    lastError: last ? (last.status === null ? last.error : `HTTP ${last.status}`) : null,
    hasGivenUp: failed.some(({ state }) => state === 'failed'),
  };
}
