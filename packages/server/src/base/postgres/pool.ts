import pg from 'pg';
import { clientOf, labelStatements, type SlowQueries } from './driver/client.ts';
import { clientOfServers, PrimaryPool, Servers, timeoutOf } from './servers.ts';
import { sessionSettings } from './session-settings.ts';

// Amounts are at most 2^53 - 1 by constraint, so a bigint column is an exact number in JavaScript.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** The pool of connections. */
export type Database = pg.Pool;

/** Something that runs one statement: the pool, or a connection inside a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>;

/**
 * CHK9: a response is due within 5 s even if PostgreSQL hangs, so no connection or statement waits longer than this, unless the connection
 * string or the caller says so.
 */
const timeoutMs = { connect: 1_500, statement: 3_000 };

/**
 * When an idle connection is closed, in milliseconds. A new one costs far more than a statement, because it reads the catalog and plans
 * each statement again; so a pool that is used a few times in a minute keeps its connections.
 */
const idleMs = 60_000;

/** Options of `openPool`. */
export type PoolOptions = {
  /** Timeout of a statement in milliseconds; longer for work without a waiting caller. */
  statementMs?: number;
  /** PostgreSQL settings of its connections. */
  settings?: Readonly<Record<string, string>>;
  /** Statements are sent without waiting for the results of those before them (`inOneTrip`). */
  pipeline?: boolean;
  /** The shard of the database; absent: shard 0. */
  shard?: number | undefined;
  /** The report of slow statements. Absent: nothing is timed. */
  slow?: SlowQueries;
};

/** Spread into a statement that aggregates many rows and has no waiting caller: raises its timeout. */
export const unhurried = { statementMs: 60_000 };

/** SHD5: the `application_name` of the connections of a shard's pools, by which a move sees them. */
export const applicationName = (shard: number): string => (shard === 0 ? 'retoma' : `retoma shard ${shard}`);

/**
 * Opens a pool; connections are made when first needed and remade after a failure. A connection string with several hosts leads to the one
 * that accepts writes.
 */
export function openPool(
  connectionString: string,
  size: number,
  onError: (error: Error) => void,
  { statementMs, settings = {}, pipeline = false, shard = 0, slow }: PoolOptions = {},
): Database {
  const servers = new Servers(connectionString);
  const Client = clientOf(statementMs ?? timeoutOf(connectionString, 'socket_timeout') ?? timeoutMs.statement, slow);
  const options = {
    max: size,
    connectionTimeoutMillis: timeoutOf(connectionString, 'connect_timeout') ?? timeoutMs.connect,
    idleTimeoutMillis: idleMs,
    keepAlive: true,
    // The default of the system is two hours.
    keepAliveInitialDelayMillis: 10_000,
    application_name: applicationName(shard),
    pipeline,
    Client: clientOfServers(servers, Client, sessionSettings(connectionString, settings)),
  };
  const pool = servers.needsPrimary ? new PrimaryPool(servers, options) : new pg.Pool(options);
  if (slow) labelStatements(pool);
  pool.on('error', onError); // an idle connection broke; the next query opens a new one
  return pool;
}

/**
 * Whether `error` means that PostgreSQL is unreachable, restarting, out of connections or changing its primary, rather than that a statement
 * is wrong.
 */
export function isUnavailable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError) return false; // a bug in Retoma
  if (typeof code !== 'string') return true; // a broken connection or a timeout carries no SQLSTATE
  // No SQLSTATE begins with E, as the system's EPIPE does.
  return !/^[0-9A-DF-Z][0-9A-Z]{4}$/.test(code) || /^(08|53|57P|58|XX)/.test(code) || whileThePrimaryChanges.has(code);
}

/**
 * SQLSTATEs of a server that was the primary until a moment ago, or has just become it: it accepts no writes (25006), cancelled a statement
 * for its recovery (40001), or is not ready for the statement (55000).
 */
const whileThePrimaryChanges = new Set(['25006', '40001', '55000']);

/** Whether the server of a connection accepts no writes any more: the connection cannot be used again. */
export const isReadOnly = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '25006';

/** The constraint that an error names, as the migrations name it: on a node of Citus the number of the table follows (`coupons_code_once_102016`). */
export const constraintOf = (error: unknown): string | undefined =>
  (error as { constraint?: string } | null)?.constraint?.replace(/_\d{6,}$/, '');
