/** What must be closed, in the reverse order of opening; every closer runs, once, whatever the others do. */
export class Closers {
  readonly #closers: (() => Promise<unknown>)[] = [];
  #closing: Promise<void> | undefined;

  /** Remembers one more thing to close. */
  add(closer: () => Promise<unknown>): void {
    this.#closers.push(closer);
  }

  /** Closes all of it; a second call waits for the first. Throws the first failure after the last closer has run. */
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
