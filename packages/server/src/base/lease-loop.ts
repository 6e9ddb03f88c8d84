/** When a run ends early. `stopping`: no new call; `aborted`: calls under way are given up. */
export type RunEnds = { readonly stopping: AbortSignal; readonly aborted: AbortSignal };

/** What a loop leases and runs. */
export type LeasedWork<Leased> = {
  /** How many run at once in one process. */
  readonly most: number;
  /** Leases what is due, at most `limit`. */
  readonly lease: (limit: number) => Promise<readonly Leased[]>;
  /** Runs one, and returns how much it did. After it did something more may be due at once. */
  readonly run: (leased: Leased, ends: RunEnds) => Promise<number>;
  /** A failure is of the database: a lease ends by itself, and another look continues. Undefined: looking failed. */
  readonly failed: (error: unknown, leased: Leased | undefined) => void;
};

/** How often a loop looks for what is due, in milliseconds. */
const everyMs = 1_000;

/** How long runs under way may take once the loop stops, in milliseconds; another lease continues them. */
const graceMs = 3_000;

/** Leases what is due and runs each, all at once, so that one that is slow delays no other. One for each kind of work in a process. */
export class LeaseLoop<Leased> {
  readonly #work: LeasedWork<Leased>;
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #aborted = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(work: LeasedWork<Leased>) {
    this.#work = work;
  }

  /** Runs what becomes due, until it is stopped. */
  start(): void {
    this.#timer = setInterval(() => this.#look(), everyMs);
    this.#look();
  }

  /** Waits for runs under way, for a moment. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    const timer = setTimeout(() => this.#aborted.abort(), graceMs);
    await this.#looking;
    await Promise.all(this.#running);
    clearTimeout(timer);
  }

  /** Runs all that is due now, once, and returns how much was done. */
  async runDue(): Promise<number> {
    const counts = await Promise.all((await this.#lease()).map((leased) => this.#run(leased)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  #look(): void {
    this.#looking ??= this.#startRuns().finally(() => (this.#looking = undefined));
  }

  async #startRuns(): Promise<void> {
    try {
      for (const leased of await this.#lease()) {
        const running = this.#runAndLook(leased).finally(() => this.#running.delete(running));
        this.#running.add(running);
      }
    } catch (error) {
      this.#work.failed(error, undefined);
    }
  }

  async #runAndLook(leased: Leased): Promise<void> {
    const count = await this.#run(leased);
    if (count > 0 && !this.#stopping.signal.aborted) this.#look();
  }

  async #lease(): Promise<readonly Leased[]> {
    const limit = this.#work.most - this.#running.size;
    return limit <= 0 || this.#stopping.signal.aborted ? [] : this.#work.lease(limit);
  }

  async #run(leased: Leased): Promise<number> {
    try {
      return await this.#work.run(leased, { stopping: this.#stopping.signal, aborted: this.#aborted.signal });
    } catch (error) {
      this.#work.failed(error, leased);
      return 0;
    }
  }
}
