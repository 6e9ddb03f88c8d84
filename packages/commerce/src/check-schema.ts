import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { limits } from './checkout/limits.ts';
import { issueAt, type Issue, type IssueCode } from './checkout/issue.ts';
import { isHttpUrl } from './http-url.ts';
import { isInstant } from './instant.ts';

const encoder = new TextEncoder();

function compile(schema: object, allErrors: boolean) {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, verbose: true, allErrors });
  ajv.addFormat('http-url', isHttpUrl);
  ajv.addFormat('instant', isInstant);
  // JSON Schema counts code points (CHK3). A text never has more code points than UTF-16 units, so most texts need no counting. On a cart
  // of kilobytes this saves a tenth of the check.
  ajv.removeKeyword('maxLength');
  ajv.addKeyword({
    keyword: 'maxLength',
    type: 'string',
    schemaType: 'number',
    validate: (limit: number, text: string) => text.length <= limit || Array.from(text).length <= limit,
  });
  ajv.addKeyword({
    keyword: 'x-max-json-bytes',
    type: 'object',
    schemaType: 'number',
    validate: (limit: number, value: object) => jsonBytes(value) <= limit,
    error: { message: 'too many bytes' },
  });
  return ajv.compile(schema);
}

function jsonBytes(value: object): number {
  try {
    return encoder.encode(JSON.stringify(value)).length;
  } catch {
    return Infinity; // nested deeper than the stack, so too large
  }
}

/**
 * Compiles a JSON Schema (2020-12) into a check of a parsed body. The check returns undefined if the body is valid, otherwise its first 100
 * violations (CHK3, CHK4); it never throws and does not change the body. `withShortLists` returns a copy with lists cut to one entry more
 * than allowed.
 */
export function compileCheck(
  schema: object,
  withShortLists: (body: unknown) => unknown,
): (body: unknown) => Issue[] | undefined {
  // Nearly every request is valid, so the first check stops at the first violation, which is cheap for a hostile body too. Only then a
  // second check collects all violations.
  const firstViolation = compile(schema, false);
  let every: ReturnType<typeof compile> | undefined;
  return (body) => {
    if (firstViolation(body)) return undefined;
    const fallback = firstViolation.errors ?? [];
    every ??= compile(schema, true);
    every(withShortLists(body));
    const issues = dedupe((every.errors ?? fallback).flatMap(toIssues));
    return (issues.length > 0 ? issues : fallback.flatMap(toIssues)).slice(0, limits.issues);
  };
}

const codeOf: Record<string, IssueCode> = {
  required: 'required',
  type: 'wrong_type',
  minLength: 'blank',
  pattern: 'blank',
  maxLength: 'too_long',
  minimum: 'too_small',
  maximum: 'too_big',
  minItems: 'too_few',
  maxItems: 'too_many',
  enum: 'invalid_value',
  const: 'invalid_value',
  format: 'invalid_url',
  'x-max-json-bytes': 'too_large',
  additionalProperties: 'unknown_member',
};

function codeFor({ keyword, schema }: ErrorObject): IssueCode | undefined {
  if (keyword === 'pattern' && schema !== String.raw`\S`) return 'invalid_characters';
  if (keyword === 'format' && schema === 'instant') return 'invalid_instant';
  return codeOf[keyword];
}

function toIssues(error: ErrorObject): Issue[] {
  const code = codeFor(error);
  if (code === undefined) return []; // `if` only announces the violation inside its `then`
  const keys = error.instancePath
    .split('/')
    .slice(1)
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key.replaceAll('~1', '/').replaceAll('~0', '~')));
  if (error.keyword === 'required') keys.push(error.params['missingProperty'] as string);
  if (error.keyword === 'additionalProperties') keys.push(error.params['additionalProperty'] as string);
  return [issueAt(keys, code, { expected: expectedBy(error), limit: limitOf(error), got: error.data })];
}

const limitOf = (error: ErrorObject): number =>
  (error.params['limit'] as number | undefined) ?? (error.schema as number);

function expectedBy(error: ErrorObject): string {
  if (error.keyword === 'enum') return (error.schema as string[]).join(', ');
  if (error.keyword === 'const') return String(error.schema);
  if (error.keyword === 'additionalProperties') {
    return Object.keys((error.parentSchema as { properties?: object }).properties ?? {}).join(', ');
  }
  const types = ([error.schema] as unknown[])
    .flat()
    .map(String)
    .map((type) => (type === 'integer' ? 'an integer' : type === 'null' ? 'null' : `${article(type)} ${type}`));
  return types.join(' or ');
}

const article = (type: unknown): string => (/^[aeio]/.test(String(type)) ? 'an' : 'a');

/**
 * Removes repeated codes of a member: an empty title violates both minLength and pattern, which have the same code. A value of the wrong type
 * that also is none of the accepted values is one violation: the accepted values say more.
 */
function dedupe(issues: Issue[]): Issue[] {
  const seen = new Set<string>();
  const wrongValues = new Set(issues.flatMap(({ pointer, code }) => (code === 'invalid_value' ? [pointer] : [])));
  return issues.filter(({ pointer, code }) => {
    if (code === 'wrong_type' && wrongValues.has(pointer)) return false;
    const key = `${pointer} ${code}`;
    return !seen.has(key) && seen.add(key);
  });
}
