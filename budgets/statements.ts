import { setImmediate } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { Database } from '../packages/server/src/base/postgres/pool.ts';

/** Number of executions of each statement, by its name; without a name by the beginning of its text, which contains no values. */
export type StatementCounts = Record<string, number>;

type Statement = string | { readonly name?: string; readonly text: string };

/**
 * Counts every statement executed through a pool or one of its connections from now on, with `begin` and `commit`: each is a round trip.
 */
export class StatementCounter {
  #counts: StatementCounts = {};
  #running = 0;

  constructor(...pools: readonly Database[]) {
    for (const pool of pools) this.#countPool(pool);
  }

  #countPool(db: Database): void {
    const query = db.query.bind(db) as (...args: unknown[]) => unknown;
    const connect = db.connect.bind(db) as (...args: unknown[]) => unknown;
    db.query = ((...args: unknown[]) => {
      this.#count(args[0] as Statement);
      return this.#follow(query(...args));
    }) as Database['query'];
    db.connect = ((...args: unknown[]) =>
      // With a callback the pool calls this itself, for a query that is counted already.
      args.length > 0
        ? connect(...args)
        : (connect() as Promise<PoolClient>).then((client) => this.#watch(client))) as Database['connect'];
  }

  /** Returns the counts since the last call. */
  take(): StatementCounts {
    const counts = this.#counts;
    this.#counts = {};
    return counts;
  }

  /** Resolves once no statement is running or about to follow, so that reads made after a response are counted with it. */
  async idle(): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet++) {
      await setImmediate();
      if (this.#running > 0) quiet = -1;
    }
  }

  #follow(result: unknown): unknown {
    this.#running++;
    const over = (): void => void this.#running--;
    (result as Promise<unknown>).then(over, over);
    return result;
  }

  #watch(client: PoolClient): PoolClient {
    return new Proxy(client, {
      get: (target, member) => {
        const value = Reflect.get(target, member, target) as unknown;
        if (typeof value !== 'function') return value;
        return (...args: unknown[]): unknown => {
          if (member !== 'query') return Reflect.apply(value, target, args) as unknown;
          this.#count(args[0] as Statement);
          return this.#follow(Reflect.apply(value, target, args));
        };
      },
    });
  }

  #count(statement: Statement): void {
    const name = nameOf(statement);
    this.#counts[name] = (this.#counts[name] ?? 0) + 1;
  }
}

function nameOf(statement: Statement): string {
  const { name, text } = typeof statement === 'string' ? { text: statement } : statement;
  return name ?? text.replaceAll(/\s+/g, ' ').trim().slice(0, 60).trim();
}
