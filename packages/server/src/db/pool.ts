import pg from 'pg';
import { clientOf, labelStatements, type SlowQueries } from './driver/client.ts';

// Amounts are at most 2^53 - 1 by constraint, so a bigint column is an exact number in JavaScript.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** The pool of connections. */
export type Database = pg.Pool;

/** Something that runs one statement: the pool, or a connection inside a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>;

/** CHK9: a request must be answered within 5 s even when PostgreSQL hangs, so no connection or statement waits longer than this. */
const timeoutMs = { connect: 1_500, statement: 3_000 };

/**
 * What PostgreSQL does with connections of processes that are gone without a word (a machine that lost its power, a cable): a
 * transaction that is not continued is rolled back, so that its rows are free for others, and idle connections are found out and
 * closed. By itself it would wait for two hours.
 */
const abandoned = {
  idle_in_transaction_session_timeout: '30s',
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
};

/** The `options` of a connection: those settings, and more. */
export const sessionOptions = (more: Readonly<Record<string, string>> = {}): string =>
  Object.entries({ ...abandoned, ...more })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/** What a pool may do otherwise. */
export type PoolOptions = {
  /** How long a statement may take, in milliseconds: longer for work without a waiting caller. */
  statementMs?: number;
  /** PostgreSQL settings of its connections. */
  settings?: Readonly<Record<string, string>>;
  /** Statements are sent without waiting for the results of those before them (`inOneTrip`). */
  pipeline?: boolean;
  /** The report of slow statements. Absent: nothing is timed. */
  slow?: SlowQueries;
};

/** A statement that aggregates much without a waiting caller: spread into what is asked of a pool. */
export const unhurried = { statementMs: 60_000 };

/** Opens a pool; connections are made when first needed and remade after a failure. */
export function openPool(
  connectionString: string,
  size: number,
  onError: (error: Error) => void,
  { statementMs = timeoutMs.statement, settings = {}, pipeline = false, slow }: PoolOptions = {},
): Database {
  const pool = new pg.Pool({
    connectionString,
    max: size,
    connectionTimeoutMillis: timeoutMs.connect,
    options: sessionOptions(settings),
    keepAlive: true,
    // Without it the system's: two hours.
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'retoma',
    pipeline,
    Client: clientOf(statementMs, slow),
  });
  if (slow) labelStatements(pool);
  // The pool listens to idle connections alone. One may break at the very moment it is handed out or comes back, and an error without a
  // listener would end the process; the caller gets the error with the next statement.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', onError); // an idle connection died; the next query takes a new one
  return pool;
}

/** Whether `error` means that PostgreSQL is away, restarting or out of connections, rather than that a statement is wrong. */
export function isUnavailable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError) return false; // a bug of ours
  if (typeof code !== 'string') return true; // a broken connection or a timeout carries no SQLSTATE
  return !/^[0-9A-Z]{5}$/.test(code) || /^(08|53|57P|58|XX)/.test(code);
}
