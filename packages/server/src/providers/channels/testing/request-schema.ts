import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Json } from '../json.ts';

/** A JSON schema of a request's body or of a part of it. */
export type RequestSchema = { readonly [keyword: string]: unknown };

/** A text that is not empty. */
export const text: RequestSchema = { type: 'string', minLength: 1 };

/** One of these words. */
export const word = (...values: string[]): RequestSchema => ({ enum: values });

/** A list of at least one entry, each different from the others. */
export const listOf = (items: RequestSchema, maxItems = 10): RequestSchema => ({
  type: 'array',
  items,
  minItems: 1,
  maxItems,
  uniqueItems: true,
});

/** An object with these members, and no others. */
export const shape = (
  required: Record<string, RequestSchema>,
  optional: Record<string, RequestSchema> = {},
): RequestSchema => ({
  type: 'object',
  properties: { ...required, ...optional },
  required: Object.keys(required),
  additionalProperties: false,
});

/** Returns a function that says what is wrong with the body of a request, by the name of its method; null: nothing. */
export function requestChecker(
  schemas: Readonly<Record<string, RequestSchema>>,
): (method: string, body: Json) => string | null {
  const ajv = new Ajv2020();
  const checks = new Map(Object.entries(schemas).map(([method, schema]) => [method, ajv.compile(schema)]));
  return (method, body) => {
    const check = checks.get(method);
    if (!check) return `no such method: ${method}`;
    return check(body) ? null : ajv.errorsText(check.errors);
  };
}
