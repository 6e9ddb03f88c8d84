import { AsyncLocalStorage } from 'node:async_hooks';
import type { PoolClient } from 'pg';
import type { Database } from '../packages/server/src/db/pool.ts';

/** How often each statement was executed, by its name; without one by the beginning of its text, in which no value stands. */
export type StatementCounts = Record<string, number>;

type Statement = string | { readonly name?: string; readonly text: string };

const label = new AsyncLocalStorage<string>();

/** Statements executed in `work`, and in all that it starts, are counted under `name` too. */
export const countUnder = <T>(name: string, work: () => T): T => label.run(name, work);

/**
 * Counts every statement that is executed through a pool from now on, also those on one of its connections, `begin` and `commit`
 * included: each is a round trip.
 */
export class StatementCounter {
  #counts: StatementCounts = {};
  /** Of each label, its statements. */
  #labelled = new Map<string, StatementCounts>();

  constructor(db: Database) {
    const query = db.query.bind(db) as (...given: unknown[]) => unknown;
    const connect = db.connect.bind(db) as (...given: unknown[]) => unknown;
    db.query = ((...given: unknown[]) => {
      this.#count(given[0] as Statement);
      return query(...given);
    }) as Database['query'];
    db.connect = ((...given: unknown[]) =>
      // With a callback it is the pool itself, on behalf of a query that is counted already.
      given.length > 0
        ? connect(...given)
        : (connect() as Promise<PoolClient>).then((client) => this.#watch(client))) as Database['connect'];
  }

  /** What was counted since the last call. */
  take(): { counts: StatementCounts; labelled: ReadonlyMap<string, StatementCounts> } {
    const taken = { counts: this.#counts, labelled: this.#labelled };
    this.#counts = {};
    this.#labelled = new Map();
    return taken;
  }

  #watch(client: PoolClient): PoolClient {
    return new Proxy(client, {
      get: (target, member) => {
        const value = Reflect.get(target, member, target) as unknown;
        if (typeof value !== 'function') return value;
        return (...given: unknown[]): unknown => {
          if (member === 'query') this.#count(given[0] as Statement);
          return Reflect.apply(value, target, given) as unknown;
        };
      },
    });
  }

  #count(statement: Statement): void {
    const name = nameOf(statement);
    this.#counts[name] = (this.#counts[name] ?? 0) + 1;
    const under = label.getStore();
    if (under === undefined) return;
    const counts = this.#labelled.get(under) ?? {};
    this.#labelled.set(under, { ...counts, [name]: (counts[name] ?? 0) + 1 });
  }
}

function nameOf(statement: Statement): string {
  const { name, text } = typeof statement === 'string' ? { text: statement } : statement;
  return name ?? text.replaceAll(/\s+/g, ' ').trim().slice(0, 60).trim();
}
