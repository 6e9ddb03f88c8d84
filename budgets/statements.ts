import { setImmediate } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { Database } from '../packages/server/src/db/pool.ts';

/** How often each statement was executed, by its name; without one by the beginning of its text, in which no value stands. */
export type StatementCounts = Record<string, number>;

type Statement = string | { readonly name?: string; readonly text: string };

/**
 * Counts every statement that is executed through a pool from now on, also those on one of its connections, `begin` and `commit`
 * included: each is a round trip.
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
      // With a callback it is the pool itself, on behalf of a query that is counted already.
      args.length > 0
        ? connect(...args)
        : (connect() as Promise<PoolClient>).then((client) => this.#watch(client))) as Database['connect'];
  }

  /** What was counted since the last call. */
  take(): StatementCounts {
    const counts = this.#counts;
    this.#counts = {};
    return counts;
  }

  /** Resolves once no statement is under way, nor follows from one: what is read behind a response is counted with it. */
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
