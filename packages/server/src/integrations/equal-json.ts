import { isDeepStrictEqual } from 'node:util';

/** Whether two values are equal as JSON, whatever the order of their members. */
export const isEqualJson = (one: unknown, other: unknown): boolean => isDeepStrictEqual(asRead(one), asRead(other));

const asRead = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
