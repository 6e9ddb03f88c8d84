import type { Logger } from '../platform/log.ts';
import type { EngineMetrics } from './engine-metrics.ts';

/** One kind of work, done again and again. Durations in milliseconds. */
export type LaneOptions = {
  readonly name: string;
  /** Does what there is to do now, in one transaction or a few; answers how much it found. */
  readonly turn: () => Promise<number>;
  /** Begins a turn once there is a place for it beside those of other lanes. */
  readonly inPlace: (begin: () => Promise<number>) => Promise<number>;
  /** Asked before each turn: false lets it take nothing, and sleep until it is poked. */
  readonly ready: () => boolean;
  /** After a turn that found this much, more is looked for at once. */
  readonly full: number;
  /** The pause after a turn that found less: what came meanwhile shares the next turn. */
  readonly batchDelayMs: number;
  /** How long to sleep after a turn that found nothing; less if poked. */
  readonly sleep: () => number | Promise<number>;
  readonly log: Logger;
  readonly metrics: EngineMetrics;
};

/** The pauses after failures, growing. */
const pauses = [100, 300, 1_000, 3_000];

/** Turns one kind of work over until it is stopped. A turn that fails is tried again: whatever it was doing is still to be done. */
export class PollLoop {
  readonly #options: LaneOptions;
  readonly #done: Promise<void>;
  #stopped = false;
  #isNotified = false;
  #wake: (() => void) | undefined;

  constructor(options: LaneOptions) {
    this.#options = options;
    this.#done = this.#run();
  }

  /** There may be work: the next turn begins now, or right after the one under way. */
  notify(): void {
    this.#isNotified = true;
    this.#wake?.();
  }

  /** Begins no further turn; resolves when the one under way is over. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake?.();
    await this.#done;
  }

  async #run(): Promise<void> {
    let failures = 0;
    while (!this.#stopped) {
      const pause = await this.#turn().then(
        (next) => {
          failures = 0;
          return next;
        },
        (error: unknown) => this.#failed(error, failures++),
      );
      if (pause > 0) await this.#rest(pause);
    }
  }

  async #turn(): Promise<number> {
    const { inPlace, full, batchDelayMs, sleep } = this.#options;
    const found = await inPlace(() => this.#begin());
    if (found > 0) return found >= full ? 0 : batchDelayMs;
    const pause = await sleep();
    return this.#isNotified ? batchDelayMs : pause;
  }

  async #begin(): Promise<number> {
    const { name, turn, ready, metrics } = this.#options;
    // While it waited for its place.
    if (this.#stopped) return 0;
    this.#isNotified = false;
    if (!ready()) return 0;
    const stop = metrics.turns.startTimer({ lane: name });
    const found = await turn();
    if (found === 0) return 0;
    stop();
    metrics.taken.inc({ lane: name }, found);
    return found;
  }

  #failed(error: unknown, times: number): number {
    const { name, log, metrics } = this.#options;
    metrics.failures.inc({ lane: name });
    log.error({ err: error, lane: name }, 'a turn failed and is tried again');
    this.#isNotified = false;
    return pauses[Math.min(times, pauses.length - 1)]!;
  }

  #rest(pause: number): Promise<void> {
    return new Promise((resolve) => {
      const over = (): void => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(over, pause);
      // A lingering lane lets others' work gather; only a sleeping one is woken by a poke, and by one that came a moment before it slept.
      const sleeps = pause > this.#options.batchDelayMs;
      if (sleeps) this.#wake = over;
      if (this.#stopped || (sleeps && this.#isNotified)) over();
    });
  }
}
