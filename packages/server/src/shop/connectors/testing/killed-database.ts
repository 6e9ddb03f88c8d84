import type { PoolClient } from 'pg';
import type { Database } from '../../../base/postgres/pool.ts';

/** A worker ended at once, as if it was killed. */
export class Killed extends Error {}

/**
 * The database as one process sees it that may be killed: once `before` throws, at a named statement, neither that statement nor any later one
 * runs.
 */
export function killedDatabase(db: Database, before: (statement: string) => void): Database {
  let isDead = false;
  const run = (statement: unknown, query: () => unknown): unknown => {
    try {
      if (isDead) throw new Killed('after its end');
      if (typeof statement === 'object' && statement !== null && 'name' in statement) before(String(statement.name));
      return query();
    } catch (error) {
      isDead ||= error instanceof Killed;
      return Promise.reject(error);
    }
  };
  const watched = <Target extends Database | PoolClient>(target: Target): Target =>
    new Proxy(target, {
      get(object, key): unknown {
        const member: unknown = Reflect.get(object, key, object);
        if (typeof member !== 'function') return member;
        const bound = member.bind(object) as (...values: unknown[]) => unknown;
        if (key === 'query') return (...values: unknown[]) => run(values[0], () => bound(...values));
        if (key === 'connect') return async () => watched((await bound()) as PoolClient);
        return bound;
      },
    });
  return watched(db);
}
