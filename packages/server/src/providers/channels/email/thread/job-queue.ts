/** A queue that takes one entry of each owner in turn, so that no owner waits behind all entries of another one. */
export class JobQueue<Entry> {
  /** The waiting entries of each owner; the owner whose turn is next comes first. */
  readonly #waiting = new Map<string, Entry[]>();

  push(owner: string, entry: Entry): void {
    const own = this.#waiting.get(owner);
    if (own) own.push(entry);
    else this.#waiting.set(owner, [entry]);
  }

  /** Removes the next entry; undefined: there is none. */
  shift(): Entry | undefined {
    const [first] = this.#waiting;
    if (!first) return undefined;
    const [owner, own] = first;
    this.#waiting.delete(owner);
    const entry = own.shift();
    if (own.length > 0) this.#waiting.set(owner, own);
    return entry;
  }

  /** Removes all entries. */
  clear(): void {
    this.#waiting.clear();
  }
}
