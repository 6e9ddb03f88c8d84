import { Ajv2020, type ErrorObject, type Options } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { isHttpUrl } from '../http-url.ts';
import { MAX_CENTS } from '../money.ts';
import { issueAt, type Issue, type IssueCode } from './issue.ts';
import { limits } from './limits.ts';
import { CheckoutRequest } from './schema.ts';
import { totalsOf, type Totals } from './totals.ts';

/** The JSON Schema (2020-12) of a checkout request, as validated and as published. */
export const checkoutRequestSchema = z.toJSONSchema(CheckoutRequest, { io: 'input' });

const encoder = new TextEncoder();

function compile(options: Options) {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, verbose: true, ...options });
  ajv.addFormat('http-url', isHttpUrl);
  // JSON Schema counts code points (A3). A string has at least half as many as it has UTF-16 units, and never more: most need
  // no counting, which on a cart of kilobytes is a tenth of the whole check.
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
  return ajv.compile<CheckoutRequest>(checkoutRequestSchema);
}

// Nearly every request is valid, so the check that runs stops at its first violation and costs little on a hostile body;
// only then does the second one collect them all, over a copy in which no list is longer than it needs to be.
const firstViolation = compile({ allErrors: false });
let every: ReturnType<typeof compile> | undefined;

function jsonBytes(value: object): number {
  try {
    return encoder.encode(JSON.stringify(value)).length;
  } catch {
    return Infinity; // nests deeper than the stack: too large by any measure
  }
}

/** What the check of a checkout request finds: the request with its totals (A5), or its first 100 violations (A3, A4). */
export type Checked = { ok: true; request: CheckoutRequest; totals: Totals } | { ok: false; issues: Issue[] };

/** Checks a parsed body against A1 to A3 and computes its totals (A5). Never throws; the value is not changed. */
export function checkCheckoutRequest(body: unknown): Checked {
  if (!firstViolation(body)) {
    const fallback = firstViolation.errors ?? [];
    every ??= compile({ allErrors: true });
    every(withShortLists(body));
    const issues = dedupe((every.errors ?? fallback).flatMap(toIssues));
    return { ok: false, issues: (issues.length > 0 ? issues : fallback.flatMap(toIssues)).slice(0, limits.issues) };
  }
  const totals = totalsOf(body.cart);
  if (totals.subtotal <= MAX_CENTS) return { ok: true, request: body, totals };
  const line = totals.lines.findIndex((total) => total > MAX_CENTS);
  const at = line === -1 ? ['cart', 'items'] : ['cart', 'items', line];
  return { ok: false, issues: [issueAt(at, 'total_too_big', { limit: MAX_CENTS })] };
}

/** One entry more than a list may have proves that it is too long; a list without a limit is told of up to its thousandth entry. */
function withShortLists(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > 6) return value;
  if (Array.isArray(value)) {
    return value.slice(0, depth === 2 ? 1_000 : limits.items.max + 1).map((entry) => withShortLists(entry, depth + 1));
  }
  const known = ['cart', 'items', 'discounts', 'options'];
  const copy: Record<string, unknown> = { ...value };
  for (const key of known) if (Object.hasOwn(copy, key)) copy[key] = withShortLists(copy[key], depth + 1);
  return copy;
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
};

function toIssues(error: ErrorObject): Issue[] {
  const unstorable = error.keyword === 'pattern' && error.schema !== String.raw`\S`;
  const code = unstorable ? 'invalid_characters' : codeOf[error.keyword];
  if (code === undefined) return []; // `if` only announces the violation inside its `then`
  const keys = error.instancePath
    .split('/')
    .slice(1)
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key.replaceAll('~1', '/').replaceAll('~0', '~')));
  if (error.keyword === 'required') keys.push(error.params['missingProperty'] as string);
  return [issueAt(keys, code, { expected: expectedBy(error), limit: limitOf(error), got: error.data })];
}

const limitOf = (error: ErrorObject): number =>
  (error.params['limit'] as number | undefined) ?? (error.schema as number);

function expectedBy(error: ErrorObject): string {
  if (error.keyword === 'enum') return (error.schema as string[]).join(', ');
  if (error.keyword === 'const') return String(error.schema);
  const types = ([error.schema] as unknown[])
    .flat()
    .map(String)
    .map((type) => (type === 'integer' ? 'an integer' : type === 'null' ? 'null' : `${article(type)} ${type}`));
  return types.join(' or ');
}

const article = (type: unknown): string => (/^[aeio]/.test(String(type)) ? 'an' : 'a');

/** An empty title is both too short and blank: one word is enough. */
function dedupe(issues: Issue[]): Issue[] {
  const seen = new Set<string>();
  return issues.filter(({ pointer, code }) => {
    const key = `${pointer} ${code}`;
    return !seen.has(key) && seen.add(key);
  });
}
