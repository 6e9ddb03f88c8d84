// How a statement is run and what of its result is returned. A row's type follows from the caller's return type, so it is written once.
import type { QueryConfig, QueryResultRow } from 'pg';
import type { Queryable } from './pool.ts';

/** A statement with its parameters. One with a `name` is prepared once for each connection. */
export type Statement = QueryConfig<unknown[]>;

/** Runs a statement whose result does not matter. */
export async function execute(db: Queryable, statement: Statement): Promise<void> {
  await db.query(statement);
}

/** The rows of a statement. */
export const queryRows = async <Row extends QueryResultRow>(db: Queryable, statement: Statement): Promise<Row[]> =>
  (await db.query<Row>(statement)).rows;

/** The first row of a statement; undefined: it has none. */
export const queryRow = async <Row extends QueryResultRow>(
  db: Queryable,
  statement: Statement,
): Promise<Row | undefined> => (await db.query<Row>(statement)).rows[0];

/** The row of a statement that always returns one. */
export const queryOne = async <Row extends QueryResultRow>(db: Queryable, statement: Statement): Promise<Row> =>
  (await db.query<Row>(statement)).rows[0]!;

/** The first column of each row. */
export const queryColumn = async <Value>(db: Queryable, statement: Statement): Promise<Value[]> =>
  (await db.query<Record<string, Value>>(statement)).rows.map(firstColumn);

/** The first column of the first row; undefined: there is no row. */
export async function queryValue<Value>(db: Queryable, statement: Statement): Promise<Value | undefined> {
  const [row] = (await db.query<Record<string, Value>>(statement)).rows;
  return row && firstColumn(row);
}

/** The first column of the row of a statement that always returns one. */
export const queryOneValue = async <Value>(db: Queryable, statement: Statement): Promise<Value> =>
  firstColumn((await db.query<Record<string, Value>>(statement)).rows[0]!);

/** The number of rows that a statement inserted, updated or deleted. */
export const affectedRows = async (db: Queryable, statement: Statement): Promise<number> =>
  (await db.query(statement)).rowCount ?? 0;

/** Whether a statement inserted, updated or deleted one row. */
export const affectsOne = async (db: Queryable, statement: Statement): Promise<boolean> =>
  (await affectedRows(db, statement)) === 1;

const firstColumn = <Value>(row: Record<string, Value>): Value => Object.values(row)[0]!;
