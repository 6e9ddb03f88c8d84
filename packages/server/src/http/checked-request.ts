// Bodies and queries of the public API that are declared with Zod: their published schema, and their check with the issues of CHK4. Members
// that are not declared are refused: a mistyped name must not do more than was meant.
import { compileCheck, issueAt, withoutNullVariants, type Issue } from '@retoma/commerce';
import { z } from 'zod';
import { readJson, withoutMark } from '../base/json.ts';

/** What was read, or the refusal. */
export type CheckedRequest<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly code: 'INVALID_PAYLOAD'; readonly issues: readonly Issue[] };

/** A declared body. */
export type CheckedBody<Value> = {
  /** As it is published. */
  readonly schema: object;
  readonly read: (raw: Buffer) => CheckedRequest<Value>;
};

/** Compiles the check of a JSON body; `schema` a strict object. */
export function checkedBody<Schema extends z.ZodType>(schema: Schema): CheckedBody<z.output<Schema>> {
  const published = z.toJSONSchema(schema, { io: 'input', override: withoutNullVariants });
  const violationsOf = compileCheck(published, (body) => body);
  return {
    schema: published,
    read: (raw) => {
      const body = readJson(withoutMark(raw));
      if ('issue' in body) return invalid([body.issue]);
      const value = raw.includes('\\u0000') ? withoutNul(body.value) : body.value;
      const issues = violationsOf(value);
      return issues ? invalid(issues) : { ok: true, value: value as z.output<Schema> };
    },
  };
}

/** A JSON value with the replacement character for the one that PostgreSQL cannot store. */
const withoutNul = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_name, one: unknown) =>
    typeof one === 'string' ? one.replaceAll('\0', '\ufffd') : one,
  ) as unknown;

/** Reads a query; a parameter that is sent twice has the wrong type. */
export function readQuery<Schema extends z.ZodType>(schema: Schema, query: unknown): CheckedRequest<z.output<Schema>> {
  const read = schema.safeParse(query);
  return read.success
    ? { ok: true, value: read.data }
    : invalid(read.error.issues.flatMap((one) => queryIssues(one, query)));
}

const invalid = (issues: readonly Issue[]) => ({ ok: false, code: 'INVALID_PAYLOAD', issues }) as const;

function queryIssues(issue: z.core.$ZodIssue, query: unknown): Issue[] {
  const keys = issue.path.map(String);
  const got = (query as Record<string, unknown>)[keys[0] ?? ''];
  const { code } = issue;
  if (code === 'unrecognized_keys') {
    return issue.keys.map((key) =>
      issueAt([key], 'invalid_value', { expected: 'left out: it is no parameter', got: key }),
    );
  }
  if (code === 'invalid_value') return [issueAt(keys, code, { expected: issue.values.join(', '), got })];
  if (code === 'too_small') return [issueAt(keys, code, { limit: Number(issue.minimum), got })];
  if (code === 'too_big')
    return [issueAt(keys, issue.origin === 'string' ? 'too_long' : code, { limit: Number(issue.maximum), got })];
  if (code !== 'invalid_format')
    return [issueAt(keys, 'wrong_type', { expected: code === 'invalid_type' ? issue.expected : 'valid', got })];
  return [
    issue.format === 'datetime'
      ? issueAt(keys, 'invalid_instant', { got })
      : issueAt(keys, 'invalid_value', { expected: 'nextCursor of an earlier page', got }),
  ];
}
