/** So many failures within `windowMs` open a circuit for `openMs`. */
const [maxFailures, windowMs, openMs] = [5, 60_000, 60_000] as const;

/** The most accounts with failures in a process; the oldest is evicted first. */
const remembered = 10_000;

/**
 * COM32: which carriers failed so often that they are not asked for a while, by account. Each process counts separately: an outage is
 * noticed by all of them.
 */
export class CarrierCircuits {
  readonly #failures = new Map<string, number[]>();
  readonly #openUntil = new Map<string, number>();

  /** Whether an account is not asked now. Times in milliseconds since 1970. */
  isOpen(accountId: string, now: number): boolean {
    return now < (this.#openUntil.get(accountId) ?? 0);
  }

  /** Counts a failure. */
  fail(accountId: string, now: number): void {
    const recent = [...(this.#failures.get(accountId) ?? []).filter((at) => at > now - windowMs), now];
    this.#failures.delete(accountId);
    this.#openUntil.delete(accountId);
    if (recent.length >= maxFailures) this.#openUntil.set(accountId, now + openMs);
    else this.#failures.set(accountId, recent);
    for (const known of [this.#failures, this.#openUntil])
      if (known.size > remembered) known.delete(known.keys().next().value!);
  }

  /** Ends the count after an answer. */
  succeed(accountId: string): void {
    this.#failures.delete(accountId);
    this.#openUntil.delete(accountId);
  }
}
