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
      const issues = violationsOf(body.value);
      return issues ? invalid(issues) : { ok: true, value: body.value as z.output<Schema> };
    },
  };
}

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
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) =>
        issueAt([key], 'invalid_value', { expected: 'left out: it is no parameter', got: key }),
      );
    case 'invalid_value':
      return [issueAt(keys, 'invalid_value', { expected: issue.values.join(', '), got })];
    case 'too_small':
      return [issueAt(keys, 'too_small', { limit: Number(issue.minimum), got })];
    case 'too_big':
      return [issueAt(keys, issue.origin === 'string' ? 'too_long' : 'too_big', { limit: Number(issue.maximum), got })];
    case 'invalid_format':
      return [
        issue.format === 'datetime'
          ? issueAt(keys, 'invalid_instant', { got })
          : issueAt(keys, 'invalid_value', { expected: 'nextCursor of an earlier page', got }),
      ];
    default:
      return [issueAt(keys, 'wrong_type', { expected: issue.code === 'invalid_type' ? issue.expected : 'valid', got })];
  }
}
