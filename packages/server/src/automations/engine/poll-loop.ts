import type { Logger } from '../../base/log/log.ts';
import type { EngineMetrics } from './engine-metrics.ts';

/** Options of a poll loop. Durations in milliseconds. */
export type PollLoopOptions = {
  readonly name: string;
  /** Processes what is queued now, in one transaction or a few. Resolves with the number of rows it found. */
  readonly poll: () => Promise<number>;
  /** Runs a poll once the concurrency limit that all loops share allows it. */
  readonly withLimit: (start: () => Promise<number>) => Promise<number>;
  /** Checked before each poll; if false the loop claims nothing and sleeps until it is notified. */
  readonly hasCapacity: () => boolean;
  /** A poll that found this many rows is followed by the next at once. */
  readonly batchSize: number;
  /** The pause after a poll that found fewer rows, while rows gather for the next. */
  readonly batchDelayMs: number;
  /** The longest sleep after a poll that found nothing; a notification ends it. */
  readonly idleMs: () => number | Promise<number>;
  readonly log: Logger;
  readonly metrics: EngineMetrics;
};

/** The pauses after consecutive failures. */
const retryDelaysMs = [100, 300, 1_000, 3_000];

/** Polls one queue until stopped. A failed poll is retried with backoff; its rows are still queued. */
export class PollLoop {
  readonly #options: PollLoopOptions;
  readonly #done: Promise<void>;
  #stopped = false;
  #isNotified = false;
  #wake: (() => void) | undefined;

  constructor(options: PollLoopOptions) {
    this.#options = options;
    options.metrics.failures.inc({ queue: options.name }, 0);
    this.#done = this.#run();
  }

  /** Reports new work: the next poll starts now, or right after the one in progress. */
  notify(): void {
    this.#isNotified = true;
    this.#wake?.();
  }

  /** Starts no further poll. Resolves when the one in progress has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake?.();
    await this.#done;
  }

  async #run(): Promise<void> {
    let failures = 0;
    while (!this.#stopped) {
      const pause = await this.#poll().then(
        (next) => {
          failures = 0;
          return next;
        },
        (error: unknown) => this.#failed(error, failures++),
      );
      if (pause > 0) await this.#rest(pause);
    }
  }

  async #poll(): Promise<number> {
    const { withLimit, batchSize, batchDelayMs, idleMs } = this.#options;
    const found = await withLimit(() => this.#start());
    if (found > 0) return found >= batchSize ? 0 : batchDelayMs;
    const pause = await idleMs();
    return this.#isNotified ? batchDelayMs : pause;
  }

  async #start(): Promise<number> {
    const { name, poll, hasCapacity, metrics } = this.#options;
    // The loop was stopped while it waited for the limit.
    if (this.#stopped) return 0;
    this.#isNotified = false;
    if (!hasCapacity()) return 0;
    const stop = metrics.batchSeconds.startTimer({ queue: name });
    const found = await poll();
    if (found === 0) return 0;
    stop();
    metrics.claimed.inc({ queue: name }, found);
    return found;
  }

  #failed(error: unknown, times: number): number {
    const { name, log, metrics } = this.#options;
    metrics.failures.inc({ queue: name });
    log.error({ err: error, queue: name }, 'poll failed; retrying');
    this.#isNotified = false;
    return retryDelaysMs[Math.min(times, retryDelaysMs.length - 1)]!;
  }

  #rest(pause: number): Promise<void> {
    return new Promise((resolve) => {
      const over = (): void => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(over, pause);
      // During the batch delay rows gather, so a notification wakes only an idle loop; one that came just before the sleep counts too.
      const sleeps = pause > this.#options.batchDelayMs;
      if (sleeps) this.#wake = over;
      if (this.#stopped || (sleeps && this.#isNotified)) over();
    });
  }
}
