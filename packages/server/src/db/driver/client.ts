// The clients of a pool. pg can wait for an answer with a limit, and promise it, itself; but for either it gives every statement a
// function of its own as a property, and V8 puts functions that are written into a property where only a full collection finds them:
// each would keep its statement, the parameters and all rows alive until then. Here both are done around the statement instead.
import pg from 'pg';
import { current, withTraceContext, type Current } from '../../platform/trace-context.ts';

/** The report of slow statements: from `ms` milliseconds on, without the wait for a connection. */
export type SlowQueries = {
  readonly ms: number;
  /** `query`: the statement's name, or the beginning of its text, which is parameterised: no value is in it. */
  readonly report: (query: string, ms: number) => void;
};

/** A statement was given up because its answer did not come in time: its connection still waits for that, and for nothing else. */
export class ReadTimeout extends Error {
  override readonly name = 'ReadTimeout';

  constructor() {
    super('Query read timeout');
  }
}

type StatementCallback = (error: Error | null, result?: unknown) => void;
type Query = (...args: unknown[]) => unknown;
/**
 * A statement with how long it may take, where not as long as the others of its pool, and on whose account it is asked: a pool gives it
 * to a client at the moment of another caller.
 */
type StatementConfig = Partial<pg.QueryConfig> & {
  readonly statementMs?: number;
  readonly account?: Current | undefined;
};

/** A client that cancels statements after `statementMs` milliseconds, and reports slow ones; those that fail or are given up count too. */
export function clientOf(statementMs: number, slow?: SlowQueries): typeof pg.Client {
  return class Client extends pg.Client {
    override query = ((statement: string | StatementConfig, ...rest: unknown[]) => {
      const last = rest.at(-1);
      // As a pool asks.
      if (typeof last === 'function') return this.#ask(statement, rest.length > 1 ? rest[0] : undefined, last as StatementCallback);
      return new Promise((resolve, reject) => {
        this.#ask(statement, rest[0], (error, result) => (error ? reject(error) : resolve(result)));
      }).catch(withCaller);
    }) as pg.Client['query'];

    #ask(statement: string | StatementConfig, values: unknown, callback: StatementCallback): void {
      const done = slow ? timed(statement, slow, callback) : callback;
      let isOver = false;
      const answer: StatementCallback = (error, result) => {
        // One that was given up may still be answered.
        if (isOver) return;
        isOver = true;
        clearTimeout(timer);
        done(error, result);
      };
      const maxMs = (typeof statement === 'object' && statement.statementMs) || statementMs;
      const timer = setTimeout(() => answer(new ReadTimeout()), maxMs);
      (super.query as Query).call(this, statement, values, answer);
    }
  };
}

/** An error comes with the way to who asked, not with that from the socket. */
function withCaller(error: Error): never {
  Error.captureStackTrace(error);
  throw error;
}

function timed(statement: string | StatementConfig, { ms: limit, report }: SlowQueries, callback: StatementCallback): StatementCallback {
  const account = typeof statement === 'object' && 'account' in statement ? statement.account : current();
  const began = performance.now();
  return (error, result) => {
    const took = performance.now() - began;
    if (took >= limit) withTraceContext(account, () => report(statementName(statement), Math.round(took)));
    callback(error, result);
  };
}

/** Lets the clients of a pool know on whose account they are asked. */
export function labelStatements(pool: pg.Pool): void {
  const query = pool.query.bind(pool) as Query;
  pool.query = ((statement: string | pg.QueryConfig, ...rest: unknown[]) => {
    const account = current();
    return query(typeof statement === 'string' ? { text: statement, account } : { ...statement, account }, ...rest);
  }) as pg.Pool['query'];
}

function statementName(query: string | StatementConfig): string {
  const { name, text = '' } = typeof query === 'string' ? { text: query } : query;
  return name ?? text.replaceAll(/\s+/g, ' ').trim().slice(0, 200);
}
