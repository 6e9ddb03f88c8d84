import { checkAddress, checkCustomer, type PersonIssue } from '@retoma/commerce';
import type { ShopperBrowser } from '../db/queries/checkouts/shoppers.ts';
import type { StoreRow } from '../db/queries/stores/stores.ts';
import { changeShopper, checkoutClosed, type ShopperParts } from './change-shopper.ts';

/** The members of the page's form; a value that is not a text counts as empty. An absent part stays unchanged. */
export type ShopperForm = {
  customer?: Readonly<Record<string, unknown>>;
  address?: Readonly<Record<string, unknown>>;
};

/** The result. `INVALID_PERSON`: the members in `issues` were not stored; the others were. */
export type SavedShopper =
  { ok: true } | { ok: false; code: 'INVALID_PERSON'; issues: PersonIssue[] } | typeof checkoutClosed;

/**
 * Stores a shopper's input (COM13) member by member: valid members are stored even if others are invalid. Captures the lead (COM1).
 * `browser`: from `browserOf`.
 */
export async function saveShopper(
  parts: ShopperParts,
  store: StoreRow,
  checkoutId: string,
  form: ShopperForm,
  browser: ShopperBrowser,
): Promise<SavedShopper> {
  const person = form.customer && checkCustomer(form.customer);
  const place = form.address && checkAddress(form.address);
  const isSaved = await changeShopper(parts, store, checkoutId, (known) => ({
    customer: person ? { ...known.customer, ...person.customer } : known.customer,
    address: place ? { ...known.address, ...place.address } : known.address,
    browser: { ...known.browser, ...browser, ...firstSource(known.browser) },
  }));
  if (!isSaved) return checkoutClosed;
  const issues = [...(person?.issues ?? []), ...(place?.issues ?? [])];
  return issues.length === 0 ? { ok: true } : { ok: false, code: 'INVALID_PERSON', issues };
}

/** Keeps the first referrer and UTM parameters, like `shopperTouch`. */
const firstSource = (known: ShopperBrowser | null): ShopperBrowser => ({
  ...(known?.referrer !== undefined && { referrer: known.referrer }),
  ...(known?.utms !== undefined && { utms: known.utms }),
});
