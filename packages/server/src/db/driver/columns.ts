import { byteaArray, float8Array, int2Array, int4Array, jsonArray, textArray, uuidArray } from './binary-array.ts';

/** A parameter of a statement over many rows: what one column has in each of them, as an array. */
export type Column<Row> = (rows: readonly Row[]) => Buffer;

const columnOf =
  <Value>(encode: (values: readonly (Value | null)[]) => Buffer) =>
  <Row>(valueIn: (row: Row) => Value | null): Column<Row> =>
  (rows) => {
    // Counted, as in binary-array.ts: `map` is called from here for every column, so V8 does not make it part of this.
    const values: (Value | null)[] = [];
    for (let index = 0; index < rows.length; index++) values.push(valueIn(rows[index]!));
    return encode(values);
  };

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
 * The parameters of a statement over many rows, in their order. Declared once beside the statement, and not where it is called: V8 drops
 * the compiled code of functions that live no longer than a call with every full collection, and compiles it again.
 */
export const columns =
  <Row>(...all: readonly Column<Row>[]): ((rows: readonly Row[]) => Buffer[]) =>
  (rows) => {
    const values: Buffer[] = [];
    for (const column of all) values.push(column(rows));
    return values;
  };
