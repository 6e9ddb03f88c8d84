// Arrays as PostgreSQL receives them in binary. In a statement over a thousand rows the text form that `pg` writes costs both sides
// more than the rest of the statement's parameters: every quote of a JSON value is escaped here and read back there.
const oids = { bytea: 17, int8: 20, int2: 21, int4: 23, text: 25, json: 114, float8: 701, uuid: 2950 } as const;

type Nullable<T> = readonly (T | null)[];

/** One dimension whose first index is 1: dimensions, whether there are nulls, the element's type, length, first index. */
const headBytes = 20;

function allocate(oid: number, length: number, hasNull: boolean, bytes: number): Buffer {
  const buffer = Buffer.allocUnsafe(headBytes + length * 4 + bytes);
  buffer.writeInt32BE(length === 0 ? 0 : 1, 0);
  buffer.writeInt32BE(hasNull ? 1 : 0, 4);
  buffer.writeInt32BE(oid, 8);
  buffer.writeInt32BE(length, 12);
  buffer.writeInt32BE(1, 16);
  return length === 0 ? buffer.subarray(0, 12) : buffer;
}

/** Elements of one size. */
function fixed<T>(oid: number, size: number, write: (buffer: Buffer, value: T, at: number) => void) {
  return (values: Nullable<T>): Buffer => {
    let nulls = 0;
    for (const value of values) if (value === null) nulls++;
    const buffer = allocate(oid, values.length, nulls > 0, (values.length - nulls) * size);
    let at = headBytes;
    for (const value of values) {
      buffer.writeInt32BE(value === null ? -1 : size, at);
      at += 4;
      if (value === null) continue;
      write(buffer, value, at);
      at += size;
    }
    return buffer;
  };
}

/** A `uuid[]` parameter. In most arrays an id is followed by the same one (of the store, of the connection), which is then copied. */
export function uuidArray(values: Nullable<string>): Buffer {
  let last: string | null = null;
  let lastAt = 0;
  return fixed<string>(oids.uuid, 16, (buffer, value, at) => {
    if (value === last) buffer.copy(buffer, at, lastAt, lastAt + 16);
    else buffer.write(value.replaceAll('-', ''), at, 'hex');
    last = value;
    lastAt = at;
  })(values);
}

/** A `smallint[]` parameter. */
export const int2Array = fixed<number>(oids.int2, 2, (buffer, value, at) => buffer.writeInt16BE(value, at));

/** An `int[]` parameter. */
export const int4Array = fixed<number>(oids.int4, 4, (buffer, value, at) => buffer.writeInt32BE(value, at));

/** A `float8[]` parameter: instants in milliseconds, exact up to 2^53, and Infinity. */
export const float8Array = fixed<number>(oids.float8, 8, (buffer, value, at) => buffer.writeDoubleBE(value, at));

/** Texts, in UTF-8. */
function texts(oid: number) {
  return (values: Nullable<string>): Buffer => {
    let bytes = 0;
    let nulls = 0;
    for (const value of values) {
      if (value === null) nulls++;
      else bytes += Buffer.byteLength(value);
    }
    const buffer = allocate(oid, values.length, nulls > 0, bytes);
    let at = headBytes;
    for (const value of values) {
      const length = value === null ? -1 : buffer.write(value, at + 4);
      buffer.writeInt32BE(length, at);
      at += 4 + Math.max(0, length);
    }
    return buffer;
  };
}

/** A `text[]` parameter. */
export const textArray = texts(oids.text);

/** A `json[]` parameter, of JSON texts. */
export const jsonArray = texts(oids.json);

/** A `bytea[]` parameter. */
export function byteaArray(values: Nullable<Buffer>): Buffer {
  const bytes = values.reduce((sum, value) => sum + (value?.length ?? 0), 0);
  const buffer = allocate(oids.bytea, values.length, values.includes(null), bytes);
  let at = headBytes;
  for (const value of values) {
    buffer.writeInt32BE(value?.length ?? -1, at);
    at += 4;
    if (value) at += value.copy(buffer, at);
  }
  return buffer;
}
