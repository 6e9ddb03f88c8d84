/** The most open streams of one process; a page without a stream polls instead. */
const maxOfProcess = 5_000;

/** The open pages of this process that listen for updates of a subject. Notified by the database. */
export class PageListeners<Update> {
  readonly #listeners = new Map<string, Set<(update: Update) => void>>();
  readonly #maxOfSubject: number;
  #count = 0;

  /** `maxOfSubject`: the most open streams of one subject. */
  constructor(maxOfSubject: number) {
    this.#maxOfSubject = maxOfSubject;
  }

  /** Calls `listener` after each update of the subject until the returned function is called; undefined: too many listeners. */
  listen(subject: string, listener: (update: Update) => void): (() => void) | undefined {
    const listeners = this.#listeners.get(subject) ?? new Set();
    if (listeners.size >= this.#maxOfSubject || this.#count >= maxOfProcess) return undefined;
    this.#listeners.set(subject, listeners.add(listener));
    this.#count++;
    return () => {
      if (!listeners.delete(listener)) return;
      this.#count--;
      if (listeners.size === 0 && this.#listeners.get(subject) === listeners) this.#listeners.delete(subject);
    };
  }

  /** Notifies the listeners of one subject; without one all of them, since notifications may have been missed. */
  notify(subject: string | undefined, update: Update): void {
    const notified = subject === undefined ? [...this.#listeners.values()] : [this.#listeners.get(subject) ?? []];
    for (const listeners of notified) for (const listener of listeners) listener(update);
  }
}
