import { byteaArray, float8Array, int2Array, int4Array, jsonArray, textArray, uuidArray } from './binary-array.ts';

/** Encodes one column of many rows as an array, for one parameter of a statement. */
export type Column<Row> = (rows: readonly Row[]) => Buffer;

const columnOf =
  <Value>(encode: (values: readonly (Value | null)[]) => Buffer) =>
  <Row>(valueIn: (row: Row) => Value | null): Column<Row> =>
  (rows) =>
    encode(rows.map(valueIn));

/** A `uuid[]`. */
export const uuids = columnOf(uuidArray);
/** A `text[]`. */
export const texts = columnOf(textArray);
/** A `json[]` of JSON texts. */
export const jsons = columnOf(jsonArray);
/** A `smallint[]`. */
export const int2s = columnOf(int2Array);
/** An `int[]`. */
export const int4s = columnOf(int4Array);
/** A `float8[]`: instants in milliseconds, and Infinity. */
export const float8s = columnOf(float8Array);
/** A `bytea[]`. */
export const byteas = columnOf(byteaArray);

/**
 * The parameters of a statement over many rows, in their order. Declare them once beside the statement, not at the call: with every full
 * garbage collection V8 drops the compiled code of short-lived functions, and must compile it again.
 */
export const columns =
  <Row>(...all: readonly Column<Row>[]): ((rows: readonly Row[]) => Buffer[]) =>
  (rows) =>
    all.map((column) => column(rows));
