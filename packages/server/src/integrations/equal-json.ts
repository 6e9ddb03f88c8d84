import { isDeepStrictEqual } from 'node:util';

/** Whether two values are the same once they are written as JSON, in whatever order their members come. */
export const isEqualJson = (one: unknown, other: unknown): boolean => isDeepStrictEqual(asRead(one), asRead(other));

const asRead = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
