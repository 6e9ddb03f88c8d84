// Clicks of one message wait before they are recorded, since software that scans a message follows its links: all of them at once, or one
// after another when the message arrives.
//
// INV1. A waiting click is recorded exactly once: after the wait or at `flush`. Beyond `capacity` clicks are recorded at once.
// INV2. Waiting clicks are only in this process. A killed process loses those of its last seconds; a stopping one records them
//     first. The redirect was sent before in both cases.
import type { TrackingEvent } from '../inbound/record-tracking.ts';
import type { MarkedMessage } from '../../../base/links/tracking-links.ts';

/** The wait in milliseconds. If `programLinks` links of one message are followed within it, software followed them. */
const moment = 2_000;
const programLinks = 3;
/** The wait of an early click: time enough for the picture that shows that the message was opened. */
const early = 30_000;

/** Schedules a callback; tests pass their own. */
export type Later = (callback: () => void, ms: number) => unknown;

/** `record`: of a click; `isOpened`: whether a message was opened. Neither may reject. */
type ClickPauseDeps = {
  readonly record: (click: TrackingEvent) => Promise<unknown>;
  readonly isOpened: (message: MarkedMessage) => Promise<boolean>;
};

type Waiting = { readonly clicks: TrackingEvent[]; readonly links: Set<string>; readonly isEarly: boolean };

/** Delays clicks and decides for each whether software made it. */
export class ClickPause {
  readonly #parts: ClickPauseDeps;
  readonly #later: Later;
  readonly #capacity: number;
  readonly #waiting = new Map<string, Waiting>();
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(deps: ClickPauseDeps, later: Later = setTimeout, capacity = 10_000) {
    this.#parts = deps;
    this.#later = later;
    this.#capacity = capacity;
  }

  /** Adds a click that software may have made. `isEarly`: it counts only if the message was opened by the end of its wait. */
  add(click: TrackingEvent, isEarly: boolean): void {
    const { runId, message } = click.marked;
    const name = `${runId} ${message} ${isEarly}`;
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
    this.#waiting.set(name, { clicks: [click], links: new Set([click.target ?? '']), isEarly });
    this.#later(() => this.#handOn(name), isEarly ? early : moment);
  }

  /** Records a click at once. */
  give(click: TrackingEvent): void {
    this.#follow(this.#parts.record(click));
  }

  #handOn(name: string): void {
    const waiting = this.#waiting.get(name);
    this.#waiting.delete(name);
    if (waiting) this.#follow(this.#decide(waiting));
  }

  async #decide({ clicks, links, isEarly }: Waiting): Promise<void> {
    const machine = isEarly ? !(await this.#parts.isOpened(clicks[0]!.marked)) : links.size >= programLinks;
    await Promise.all(clicks.map((click) => this.#parts.record({ ...click, machine })));
  }

  #follow(work: Promise<unknown>): void {
    const followed = work.finally(() => this.#underWay.delete(followed));
    this.#underWay.add(followed);
  }

  /** Records all waiting clicks now, and resolves once all are recorded. */
  async flush(): Promise<void> {
    for (const name of this.#waiting.keys()) this.#handOn(name);
    await Promise.all(this.#underWay);
  }
}
