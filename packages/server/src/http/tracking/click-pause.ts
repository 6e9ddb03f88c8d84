// Clicks of one message wait for a moment before they are recorded, since software that scans a message follows all its links at once.
//
// INV1. A waiting click is recorded exactly once: after the wait or at `flush`. Beyond `capacity` clicks are recorded at once.
// INV2. Waiting clicks are only in this process. A killed process loses the clicks of its last two seconds; a stopping one records them
//     first. The redirect was sent before in both cases.
import type { TrackingEvent } from '../../delivery/inbound/record-tracking.ts';

/** The wait in milliseconds. If `programLinks` links of one message are followed within it, software followed them. */
const moment = 2_000;
const programLinks = 3;

/** Schedules a callback; tests pass their own. */
export type Later = (callback: () => void, ms: number) => unknown;

type Waiting = { readonly clicks: TrackingEvent[]; readonly links: Set<string> };

/** Delays clicks and decides for each whether software made it. `record` must never reject. */
export class ClickPause {
  readonly #record: (click: TrackingEvent) => Promise<unknown>;
  readonly #later: Later;
  readonly #capacity: number;
  readonly #waiting = new Map<string, Waiting>();
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(record: (click: TrackingEvent) => Promise<unknown>, later: Later = setTimeout, capacity = 10_000) {
    this.#record = record;
    this.#later = later;
    this.#capacity = capacity;
  }

  /** Adds a click that software may have made. */
  add(click: TrackingEvent): void {
    const { runId, message } = click.marked;
    const name = `${runId} ${message}`;
    const waiting = this.#waiting.get(name);
    if (waiting) {
      // Further clicks on the same link are ignored.
      if (!waiting.links.has(click.target ?? '')) waiting.clicks.push(click);
      waiting.links.add(click.target ?? '');
      return;
    }
    if (this.#waiting.size >= this.#capacity) {
      this.give(click);
      return;
    }
    this.#waiting.set(name, { clicks: [click], links: new Set([click.target ?? '']) });
    this.#later(() => this.#handOn(name), moment);
  }

  /** Records a click at once. */
  give(click: TrackingEvent): void {
    const recorded = this.#record(click).finally(() => this.#underWay.delete(recorded));
    this.#underWay.add(recorded);
  }

  #handOn(name: string): void {
    const waiting = this.#waiting.get(name);
    this.#waiting.delete(name);
    if (!waiting) return;
    const machine = waiting.links.size >= programLinks;
    for (const click of waiting.clicks) this.give({ ...click, machine });
  }

  /** Records all waiting clicks now, and resolves once all are recorded. */
  async flush(): Promise<void> {
    for (const name of this.#waiting.keys()) this.#handOn(name);
    await Promise.all(this.#underWay);
  }
}
