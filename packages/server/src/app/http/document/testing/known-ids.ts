/** The most ids that are known of a parameter. */
const maxIds = 20;

/** Ids that responses had, by the name of the parameter of a path that takes them. */
export class KnownIds {
  readonly #known = new Map<string, Set<string>>();

  /** Collects the ids of a response: members `checkoutId`, and the `id` of what a list `orders` holds as `orderId`. */
  collect(path: string, body: unknown): void {
    const noun = path.split('/').findLast((part) => !part.startsWith('{'))!;
    this.#walk(body, `${noun.replace(/s$/, '')}Id`);
  }

  of(parameter: string): readonly string[] {
    return [...(this.#known.get(parameter) ?? [])];
  }

  /** Puts ids in the place of the oldest ones. */
  renew(parameter: string, ids: readonly string[]): void {
    this.#known.set(parameter, new Set([...ids, ...this.of(parameter)].slice(0, maxIds)));
  }

  #walk(value: unknown, ownName: string): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (typeof member === 'string' && (name === 'id' || name.endsWith('Id')))
        this.#add(name === 'id' ? ownName : name, member);
      this.#walk(member, Array.isArray(value) || name === 'data' ? ownName : `${name}Id`);
    }
  }

  #add(parameter: string, id: string): void {
    const ids = this.#known.get(parameter) ?? new Set();
    if (ids.size < maxIds) ids.add(id);
    this.#known.set(parameter, ids);
  }
}
