import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '../../../testing/test-service.ts';
import { byteaArray, float8Array, int2Array, int4Array, jsonArray, textArray, uuidArray } from './binary-array.ts';
import { openPool, type Database } from '../pool.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await cloneDatabase();
  db = openPool(database.url, 2, () => {});
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

const orNull = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<(T | null)[]> =>
  fc.array(fc.option(values, { freq: 4 }), { maxLength: 30 });
const text = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0') && value.isWellFormed());

test.each([
  ['uuid', orNull(fc.uuid()), uuidArray],
  ['int2', orNull(fc.integer({ min: -32_768, max: 32_767 })), int2Array],
  ['int4', orNull(fc.integer()), int4Array],
  ['float8', orNull(fc.oneof(fc.maxSafeInteger(), fc.constantFrom(Infinity, -Infinity))), float8Array],
  ['text', orNull(text), textArray],
  ['bytea', orNull(fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes))), byteaArray],
] as const)('PostgreSQL reads back any written %s[]', async (type, values, write) => {
  await fc.assert(
    fc.asyncProperty(values as fc.Arbitrary<never[]>, async (values) => {
      const { rows } = await db.query<{ read: unknown[] }>(`select $1::${type}[] as read`, [write(values)]);
      expect(rows[0]!.read).toEqual(values.every((value) => value === null) ? [] : values);
    }),
    { numRuns: 60 },
  );
});

test('a json[] keeps its texts unchanged', async () => {
  const values = ['{"a":  1}', null, '"á\\u0000"', '[]'];
  const { rows } = await db.query<{ read: (string | null)[] }>(
    'select array(select j::text from unnest($1::json[]) j) as read',
    [jsonArray(values)],
  );
  expect(rows[0]!.read).toEqual(values);
});
