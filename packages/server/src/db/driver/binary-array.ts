// Arrays as PostgreSQL receives them in binary. In a statement over a thousand rows the text form that `pg` writes costs both sides
// more than the rest of the statement's parameters: every quote of a JSON value is escaped here and read back there.
// In a statement they are unfolded by `select unnest($1) as a, unnest($2) as b`: `from unnest($1, $2)` would first copy each array
// row by row into a store of its own.
const oids = { bytea: 17, int8: 20, int2: 21, int4: 23, text: 25, json: 114, float8: 701, uuid: 2950 } as const;

type Nullable<T> = readonly (T | null)[];

/** One dimension whose first index is 1: dimensions, whether there are nulls, the element's type, length, first index. */
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

/** Without elements. So is sent what would hold nothing but nulls: `unnest` of several arrays fills the shorter ones up with nulls. */
function emptyArray(oid: number): Buffer {
  const buffer = Buffer.alloc(12);
  buffer.writeInt32BE(oid, 8);
  return buffer;
}

// Below, loops count: an iterator makes an object for every element until its loop is hot, and these run for every column of every row.

/** Elements of one size. */
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

/** Where in an id each of its bytes begins: the hyphens are between them. */
const places = Uint8Array.of(0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34);

/** A `uuid[]` parameter, of ids in their usual form. */
export const uuidArray = fixed<string>(oids.uuid, 16, (buffer, value, at) => {
  if (value.length !== 36) throw new RangeError(`${value} is no id`);
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

/** A call out of JavaScript costs more than to copy this number of characters one by one. */
const fewCharacters = 40;

/** Writes a text in UTF-8; returns its bytes. */
function writeText(buffer: Buffer, text: string, at: number): number {
  const { length } = text;
  if (length > fewCharacters) return buffer.write(text, at);
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    if (code > 127) return buffer.write(text, at);
    buffer[at + index] = code;
  }
  return length;
}

/** Texts, in UTF-8. */
function texts(oid: number) {
  return (values: Nullable<string>): Buffer => {
    const { length } = values;
    let max = 0;
    let nulls = 0;
    for (let index = 0; index < length; index++) {
      const value = values[index]!;
      if (value === null) nulls++;
      // A UTF-16 unit takes at most three bytes. To ask each text how many it takes would cost as much as to write it.
      else max += value.length * 3;
    }
    if (nulls === length) return emptyArray(oid);
    const buffer = allocate(oid, length, nulls > 0, max);
    let at = headBytes;
    for (let index = 0; index < length; index++) {
      const value = values[index]!;
      const written = value === null ? -1 : writeText(buffer, value, at + 4);
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
