// The clients of a pool. pg has its own query timeout and its own promise, but for each of them it assigns a function to a property of
// every statement. V8 allocates such functions where only a full garbage collection frees them, so each would keep its statement,
// parameters and rows alive until then. This client therefore implements both outside the statement.
import pg from 'pg';
import { current, withTraceContext, type Current } from '../../telemetry/trace-context.ts';

/** The report of statements that take `ms` milliseconds or longer, without the wait for a connection. */
export type SlowQueries = {
  readonly ms: number;
  /** `query`: the statement's name, or the beginning of its text. The text is parameterised, so it contains no values. */
  readonly report: (query: string, ms: number) => void;
};

/** A statement timed out. Its connection cannot be reused until the response arrives. */
export class ReadTimeout extends Error {
  override readonly name = 'ReadTimeout';

  constructor() {
    super('Query read timeout');
  }
}

type StatementCallback = (error: Error | null, result?: unknown) => void;
type Query = (...args: unknown[]) => unknown;
/**
 * A statement with its own timeout in milliseconds, if it differs from the pool's, and the trace context of its caller. A pool may pass the
 * statement to a client in the context of another caller.
 */
type StatementConfig = Partial<pg.QueryConfig> & {
  readonly statementMs?: number;
  readonly account?: Current | undefined;
};

/** A client whose statements time out after `statementMs` milliseconds. It reports slow ones, including those that fail or time out. */
export function clientOf(statementMs: number, slow?: SlowQueries): typeof pg.Client {
  return class Client extends pg.Client {
    override query = ((statement: string | StatementConfig, ...rest: unknown[]) => {
      const last = rest.at(-1);
      // The pool passes a callback.
      if (typeof last === 'function')
        return this.#ask(statement, rest.length > 1 ? rest[0] : undefined, last as StatementCallback);
      return new Promise((resolve, reject) => {
        this.#ask(statement, rest[0], (error, result) => (error ? reject(error) : resolve(result)));
      }).catch(withCaller);
    }) as pg.Client['query'];

    #ask(statement: string | StatementConfig, values: unknown, callback: StatementCallback): void {
      const done = slow ? timed(statement, slow, callback) : callback;
      let isOver = false;
      const answer: StatementCallback = (error, result) => {
        // The response may still arrive after a timeout.
        if (isOver) return;
        isOver = true;
        clearTimeout(timer);
        done(error, result);
      };
      const maxMs = (typeof statement === 'object' && statement.statementMs) || statementMs;
      // After a pause of the process timers fire before sockets are read, although the answer is there.
      const timer = setTimeout(() => setImmediate(() => answer(new ReadTimeout())), maxMs);
      (super.query as Query).call(this, statement, values, answer);
    }
  };
}

/** Gives an error the stack trace of the caller instead of the socket's. */
function withCaller(error: Error): never {
  Error.captureStackTrace(error);
  throw error;
}

function timed(
  statement: string | StatementConfig,
  { ms: limit, report }: SlowQueries,
  callback: StatementCallback,
): StatementCallback {
  const account = typeof statement === 'object' && 'account' in statement ? statement.account : current();
  const began = performance.now();
  return (error, result) => {
    const took = performance.now() - began;
    if (took >= limit) withTraceContext(account, () => report(statementName(statement), Math.round(took)));
    callback(error, result);
  };
}

/** Attaches the caller's trace context to every statement that a pool passes to its clients. */
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
