// Clicks of one message wait for a moment before they count, since a program that checks a message follows all of its links at once.
//
// INV1. A click is handed on exactly once: when its moment is over, at `flush`, or at once where too many wait.
// INV2. What waits is in this process alone. A process that is killed loses the clicks of its last two seconds; one that ends hands
//     them on before. The person was led on already.
import type { TrackingEvent } from '../../delivery/inbound/record-tracking.ts';

/** In milliseconds; this number of links of one message within it were followed by a program. */
const moment = 2_000;
const programLinks = 3;

/** Calls back after a while; a test does it itself. */
export type Later = (callback: () => void, ms: number) => unknown;

type Waiting = { readonly clicks: TrackingEvent[]; readonly links: Set<string> };

/** Holds clicks back and says of each whether it was a program's. `record` never rejects. */
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

  /** Takes a click that may be a program's. */
  add(click: TrackingEvent): void {
    const { runId, message } = click.marked;
    const name = `${runId} ${message}`;
    const waiting = this.#waiting.get(name);
    if (waiting) {
      // The same link pressed again says nothing more.
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

  /** Hands a click on that need not wait. */
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

  /** Hands on all that wait, now, and resolves once all of it is recorded. */
  async flush(): Promise<void> {
    for (const name of this.#waiting.keys()) this.#handOn(name);
    await Promise.all(this.#underWay);
  }
}
