import { mainOf } from './dom.ts';
import { later } from './timers.ts';

/** Finds changes of the purchase: events from the server, with polling as the fallback. `show` receives the HTML of a changed page. */
export class Updates {
  readonly #show: (html: string) => void;
  #events: EventSource | undefined;
  #openedAt = 0;
  #checking = false;
  /** Whether a change was reported while a check was running. */
  #isStale = false;

  constructor(show: (html: string) => void) {
    this.#show = show;
  }

  /** Begins or continues to wait for changes of the purchase at this address. */
  watch(live: string): void {
    if (!this.#events) {
      this.#openedAt = performance.now();
      this.#events = new EventSource(`${live}/events`);
      this.#events.addEventListener('message', () => void this.check());
    }
    this.#poll();
  }

  /** Closes the connection. */
  close(): void {
    this.#events?.close();
    this.#events = undefined;
  }

  /** Polls every minute while events are connected; else every 3 s for 2 minutes, then every 10 s. */
  #poll(): void {
    const young = performance.now() - this.#openedAt < 120_000;
    const wait = this.#events?.readyState === EventSource.OPEN ? 60_000 : young ? 3_000 : 10_000;
    later(() => void this.check().then(() => this.#poll()), wait);
  }

  /** Checks the state of the purchase, and shows the new page if it changed. */
  async check(): Promise<void> {
    const { live, state, awaits } = mainOf(document).dataset;
    if (!live || document.visibilityState === 'hidden') return;
    this.#isStale = this.#checking;
    if (this.#checking) return;
    this.#checking = true;
    try {
      const answer = await fetch(`${live}/state`, { cache: 'no-store' });
      if (!answer.ok) return;
      const { state: next } = (await answer.json()) as { state: string };
      if (next === state || (awaits && !awaits.includes(next.split('.')[0]!))) return;
      const page = await fetch(live, { cache: 'no-store' });
      if (page.ok) this.#show(await page.text());
    } catch {
      // The connection failed; polling continues.
    } finally {
      this.#checking = false;
      // The response may be older than that change.
      if (this.#isStale) void this.check();
    }
  }
}
