// COM40: a payment account that failed several times within a minute counts as down for a minute, for all processes. Each process counts
// what it saw itself.

const minute = 60_000;

/** The failures within a minute after which an account counts as down. */
const limit = 3;

/** The instants of an account's latest failures, milliseconds since 1970. An account that works has none. */
const failures = new Map<string, readonly number[]>();

/** Counts a failure of an account; returns until when it counts as down, or undefined if it does not yet. */
export function countFailure(accountId: string, now: number): number | undefined {
  const recent = [...(failures.get(accountId) ?? []), now].filter((at) => at > now - minute);
  if (recent.length < limit) {
    failures.set(accountId, recent);
    return undefined;
  }
  failures.delete(accountId);
  return now + minute;
}

/** Forgets the failures of an account, which works again. */
export const forgetFailures = (accountId: string): void => void failures.delete(accountId);
