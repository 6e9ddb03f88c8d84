import type { CheckoutRequest } from '@retoma/commerce';
import type { Database } from '../db/pool.ts';
import { checkoutFind, type CheckoutRow } from '../db/queries/checkouts.ts';
import { isId } from '../ids.ts';

/** A stored checkout together with the request it was made from. */
export type Checkout = Omit<CheckoutRow, 'request'> & { request: CheckoutRequest };

/** The checkout with that id; undefined where there is none, or the text is no id at all. */
export async function readCheckout(db: Database, checkoutId: string): Promise<Checkout | undefined> {
  if (!isId(checkoutId)) return undefined;
  const row = await checkoutFind(db, checkoutId);
  // The text was checked before it was stored, and nothing changes it.
  return row && { ...row, request: JSON.parse(row.request) as CheckoutRequest };
}
