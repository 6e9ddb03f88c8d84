// Encodes arrays in PostgreSQL's binary format. In a statement over a thousand rows, the text format that `pg` writes costs client and
// server more than all other parameters: the client escapes every quote of a JSON value and the server unescapes it.
// Statements unnest the arrays with `select unnest($1) as a, unnest($2) as b`: `from unnest($1, $2)` would first copy each array into a
// tuple store, row by row.
const oids = { bytea: 17, int8: 20, int2: 21, int4: 23, text: 25, json: 114, float8: 701, uuid: 2950 } as const;

type Nullable<T> = readonly (T | null)[];

/** Bytes of the header of a one-dimensional array: dimensions, null flag, element type, length, first index (1). */
const headBytes = 20;

function allocate(oid: number, length: number, hasNull: boolean, bytes: number): Buffer {
  const buffer = Buffer.allocUnsafe(headBytes + length * 4 + bytes);
  buffer.writeInt32BE(1, 0);
  buffer.writeInt32BE(hasNull ? 1 : 0, 4);
  buffer.writeInt32BE(oid, 8);
  buffer.writeInt32BE(length, 12);
  buffer.writeInt32BE(1, 16);
  return buffer;
}

/**
 * An array without elements. It also replaces an array of nulls only: several `unnest` in one select list pad the shorter arrays with
 * nulls.
 */
function emptyArray(oid: number): Buffer {
  const buffer = Buffer.alloc(12);
  buffer.writeInt32BE(oid, 8);
  return buffer;
}

// The loops below use an index: an iterator allocates an object per element until its loop is optimized, and these loops run for every
// column of every row.

/** Encoder of elements with a fixed size. */
function fixed<T>(oid: number, size: number, write: (buffer: Buffer, value: T, at: number) => void) {
  return (values: Nullable<T>): Buffer => {
    const { length } = values;
    let nulls = 0;
    for (let index = 0; index < length; index++) if (values[index] === null) nulls++;
    if (nulls === length) return emptyArray(oid);
    const buffer = allocate(oid, length, nulls > 0, (length - nulls) * size);
    let at = headBytes;
    for (let index = 0; index < length; index++) {
      const value = values[index] as T | null;
      buffer.writeInt32BE(value === null ? -1 : size, at);
      at += 4;
      if (value === null) continue;
      write(buffer, value, at);
      at += size;
    }
    return buffer;
  };
}

/** The value of each hexadecimal digit by its character. */
const digits = new Uint8Array(128);
for (let digit = 0; digit < 16; digit++) {
  const text = digit.toString(16);
  digits[text.charCodeAt(0)] = digit;
  digits[text.toUpperCase().charCodeAt(0)] = digit;
}

/** The offset in a UUID's text of each byte's first digit; hyphens are skipped. */
const places = Uint8Array.of(0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34);

/** A `uuid[]` parameter, from UUIDs in their usual text form. */
export const uuidArray = fixed<string>(oids.uuid, 16, (buffer, value, at) => {
  if (value.length !== 36) throw new RangeError(`${value} is not a UUID`);
  for (let byte = 0; byte < 16; byte++) {
    const place = places[byte]!;
    buffer[at + byte] = (digits[value.charCodeAt(place)]! << 4) | digits[value.charCodeAt(place + 1)]!;
  }
});

/** A `smallint[]` parameter. */
export const int2Array = fixed<number>(oids.int2, 2, (buffer, value, at) => buffer.writeInt16BE(value, at));

/** An `int[]` parameter. */
export const int4Array = fixed<number>(oids.int4, 4, (buffer, value, at) => buffer.writeInt32BE(value, at));

/** A `float8[]` parameter: instants in milliseconds, exact up to 2^53, and Infinity. */
export const float8Array = fixed<number>(oids.float8, 8, (buffer, value, at) => buffer.writeDoubleBE(value, at));

/** Encoder of texts in UTF-8. */
function texts(oid: number) {
  return (values: Nullable<string>): Buffer => {
    const { length } = values;
    let max = 0;
    let nulls = 0;
    for (let index = 0; index < length; index++) {
      const value = values[index]!;
      if (value === null) nulls++;
      // A UTF-16 unit takes at most three bytes. Measuring each text exactly would cost as much as writing it.
      else max += value.length * 3;
    }
    if (nulls === length) return emptyArray(oid);
    const buffer = allocate(oid, length, nulls > 0, max);
    let at = headBytes;
    for (let index = 0; index < length; index++) {
      const value = values[index]!;
      const written = value === null ? -1 : buffer.write(value, at + 4);
      buffer.writeInt32BE(written, at);
      at += 4 + Math.max(0, written);
    }
    return buffer.subarray(0, at);
  };
}

/** A `text[]` parameter. */
export const textArray = texts(oids.text);

/** A `json[]` parameter, of JSON texts. */
export const jsonArray = texts(oids.json);

/** A `bytea[]` parameter. */
export function byteaArray(values: Nullable<Buffer>): Buffer {
  const bytes = values.reduce((sum, value) => sum + (value?.length ?? 0), 0);
  if (values.every((value) => value === null)) return emptyArray(oids.bytea);
  const buffer = allocate(oids.bytea, values.length, values.includes(null), bytes);
  let at = headBytes;
  for (const value of values) {
    buffer.writeInt32BE(value?.length ?? -1, at);
    at += 4;
    if (value) at += value.copy(buffer, at);
  }
  return buffer;
}
