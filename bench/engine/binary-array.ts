// Arrays in PostgreSQL's binary format, which costs both sides less than the text format that `pg` writes.
const oids = { int8: 20, text: 25 };
const headBytes = 20;

/** An int8[] parameter of whole numbers. */
export function int8Array(values: readonly number[]): Buffer {
  const buffer = Buffer.allocUnsafe(headBytes + values.length * 12);
  let at = writeHead(buffer, oids.int8, values.length);
  for (const value of values) {
    at = buffer.writeInt32BE(8, at);
    at = buffer.writeBigInt64BE(BigInt(value), at);
  }
  return buffer;
}

/** A text[] parameter. */
export function textArray(values: readonly string[]): Buffer {
  const maxBytes = values.reduce((sum, value) => sum + 4 + value.length * 3, headBytes);
  const buffer = Buffer.allocUnsafe(maxBytes);
  let at = writeHead(buffer, oids.text, values.length);
  for (const value of values) {
    const length = buffer.write(value, at + 4);
    buffer.writeInt32BE(length, at);
    at += 4 + length;
  }
  return buffer.subarray(0, at);
}

/** Writes the head of a one-dimensional array without nulls and with first index 1. Returns the offset of the elements. */
function writeHead(buffer: Buffer, oid: number, length: number): number {
  let at = 0;
  for (const field of [1, 0, oid, length, 1]) at = buffer.writeInt32BE(field, at);
  return at;
}
