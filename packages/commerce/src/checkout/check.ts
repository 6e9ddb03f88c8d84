import { z } from 'zod';
import { compileCheck } from '../check-schema.ts';
import { MAX_CENTS } from '../money.ts';
import { issueAt, type Issue } from './issue.ts';
import { limits } from './limits.ts';
import { acceptingNull, withoutNullMembers, type SchemaPart } from './null-members.ts';
import { CheckoutRequest } from './schema.ts';
import { totalsOf, type Totals } from './totals.ts';

const schema = z.toJSONSchema(CheckoutRequest, { io: 'input' }) as SchemaPart;

/** The JSON Schema (2020-12) of a checkout request as it is published: with null for members that are not required (CHK3). */
export const checkoutRequestSchema = acceptingNull(schema) as z.core.JSONSchema.BaseSchema;

const violationsOf = compileCheck(schema, (body) => withShortLists(body));

/**
 * The result of the check of a checkout request: the request with its totals (CHK5), or its first 100 violations (CHK3, CHK4). `hadNulls`:
 * the body had members that are null, and the request is without them.
 */
export type Checked =
  { ok: true; request: CheckoutRequest; totals: Totals; hadNulls: boolean } | { ok: false; issues: Issue[] };

/**
 * Checks a parsed body against CHK1 to CHK3 and computes its totals (CHK5). Never throws; does not change the body.
 *
 * @example
 * const checked = checkCheckoutRequest({ cart: { items: [{ title: 'Camiseta', quantity: 2, unitPrice: 4990, image }] } });
 * if (checked.ok) return checked.totals.total; // 9980
 */
export function checkCheckoutRequest(body: unknown): Checked {
  const issues = violationsOf(body);
  if (issues) {
    const without = withoutNullMembers(body, schema);
    if (without === body) return { ok: false, issues };
    const checked = checkCheckoutRequest(without);
    return checked.ok ? { ...checked, hadNulls: true } : checked;
  }
  const request = body as CheckoutRequest;
  const totals = totalsOf(request.cart);
  if (totals.subtotal <= MAX_CENTS) return { ok: true, request, totals, hadNulls: false };
  const line = totals.lines.findIndex((total) => total > MAX_CENTS);
  const at = line === -1 ? ['cart', 'items'] : ['cart', 'items', line];
  return { ok: false, issues: [issueAt(at, 'total_too_big', { limit: MAX_CENTS })] };
}

/** A copy with lists cut to one entry more than allowed, which proves that they are too long; a list without a limit to 1,000 entries. */
export function withShortLists(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > 6) return value;
  if (Array.isArray(value)) {
    return value.slice(0, depth === 2 ? 1_000 : limits.items.max + 1).map((entry) => withShortLists(entry, depth + 1));
  }
  const known = ['cart', 'items', 'discounts', 'options'];
  const copy: Record<string, unknown> = { ...value };
  for (const key of known) if (Object.hasOwn(copy, key)) copy[key] = withShortLists(copy[key], depth + 1);
  return copy;
}
