import { z } from 'zod';
import { compileCheck } from '../check-schema.ts';
import { withShortLists } from './check.ts';
import type { Issue } from './issue.ts';
import { limits } from './limits.ts';
import { acceptingNull, withoutNullMembers, type SchemaPart } from './null-members.ts';
import { Cart, CartItem, CheckoutRequest } from './schema.ts';

/** CON17: the body of POST /stores/external/cart: the cart as it is now, and how to reach its shopper. */
export const CartReport = z
  .object({
    cart: Cart.extend({
      items: z.array(CartItem).max(limits.items.max).describe('Empty: the shopper emptied the cart or bought it'),
      token: Cart.shape.token.unwrap(),
    }).meta({ id: 'ReportedCart' }),
    customer: CheckoutRequest.shape.customer.describe('Contact data of the shopper; an e-mail or a phone is required'),
    url: z
      .string()
      .max(limits.imageUrl)
      .describe('URL to resume the purchase, used only if it is on the website in the store settings')
      .meta({ format: 'http-url' })
      .optional(),
    consent: z.literal(true).describe('The shopper agreed to messages about this cart'),
  })
  .meta({ id: 'CartReport' });

/** A checked report of a cart. */
export type CartReport = z.infer<typeof CartReport>;

const schema = z.toJSONSchema(CartReport, { io: 'input' }) as SchemaPart;

/** The JSON Schema (2020-12) of a report as it is published (CHK3). */
export const cartReportSchema = acceptingNull(schema) as z.core.JSONSchema.BaseSchema;

const violationsOf = compileCheck(schema, (body) => withShortLists(body));

/** CON17: checks a parsed body. Never throws; does not change the body. Null for an optional member counts as absent. */
export function checkCartReport(body: unknown): { ok: true; report: CartReport } | { ok: false; issues: Issue[] } {
  const meant = withoutNullMembers(body, schema);
  const issues = violationsOf(meant);
  return issues ? { ok: false, issues } : { ok: true, report: meant as CartReport };
}
