/** Runs closers in the reverse order of opening. Every closer runs once, even if others fail. */
export class Closers {
  readonly #closers: (() => Promise<unknown>)[] = [];
  #closing: Promise<void> | undefined;

  /** Adds a closer. */
  add(closer: () => Promise<unknown>): void {
    this.#closers.push(closer);
  }

  /** Runs all closers; a second call waits for the first. Throws the first failure after the last closer has run. */
  close(): Promise<void> {
    return (this.#closing ??= this.#run());
  }

  async #run(): Promise<void> {
    const failures: unknown[] = [];
    for (const closer of this.#closers.toReversed()) {
      await closer().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }
}
