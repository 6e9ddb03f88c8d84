import pg from 'pg';
import { current, within, type Current } from '../observability/current.ts';

/** Who is told of statements that take long: from `ms` milliseconds on, without the wait for a connection. */
export type SlowQueries = {
  readonly ms: number;
  /** `query`: the statement's name, or the beginning of its text, which is parameterised: no value is in it. */
  readonly tell: (query: string, ms: number) => void;
};

type Done = (error: unknown, result: unknown) => void;
type Query = (...given: unknown[]) => unknown;
/** A statement with on whose account it is asked: a pool gives it to a client at a moment of somebody else's. */
type Asked = Partial<pg.QueryConfig> & { readonly account?: Current | undefined };

/** A client of PostgreSQL that tells of slow statements; those that fail or are given up count too. */
export function timedClient({ ms: limit, tell }: SlowQueries): typeof pg.Client {
  return class TimedClient extends pg.Client {
    override query = ((...given: unknown[]) => {
      const [query] = given as [string | Asked];
      const account = typeof query === 'object' && 'account' in query ? query.account : current();
      const began = performance.now();
      const done = (): void => {
        const took = performance.now() - began;
        if (took >= limit) within(account, () => tell(nameOf(query), Math.round(took)));
      };
      const run: Query = (...args) => (super.query as unknown as Query).apply(this, args);
      const last = given.at(-1);
      if (typeof last === 'function') {
        // As a pool asks.
        const answered: Done = (error, result) => {
          done();
          (last as Done)(error, result);
        };
        return run(...given.slice(0, -1), answered);
      }
      const answer = run(...given);
      if (answer instanceof Promise) answer.then(done, done);
      return answer;
    }) as pg.Client['query'];
  };
}

/** Lets the clients of a pool know on whose account they are asked. */
export function sayWhoAsks(pool: pg.Pool): void {
  const query = pool.query.bind(pool) as Query;
  pool.query = ((asked: string | pg.QueryConfig, ...rest: unknown[]) => {
    const account = current();
    return query(typeof asked === 'string' ? { text: asked, account } : { ...asked, account }, ...rest);
  }) as pg.Pool['query'];
}

function nameOf(query: string | Asked): string {
  const { name, text = '' } = typeof query === 'string' ? { text: query } : query;
  return name ?? text.replaceAll(/\s+/g, ' ').trim().slice(0, 200);
}
