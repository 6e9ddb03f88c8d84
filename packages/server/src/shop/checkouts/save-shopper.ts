import { checkAddress, checkCustomer, type PersonIssue } from '@retoma/commerce';
import type { ShopperBrowser, ShopperCustomer } from './queries/shoppers.ts';
import type { StoreRow } from '../../stores/queries/stores.ts';
import { changeShopper, checkoutClosed, type ShopperDeps } from './change-shopper.ts';
import { mayStore, withMore, type Entered } from './entered/entered.ts';

/** The members of the page's form; a value that is not a text counts as empty. An absent part stays unchanged. */
export type ShopperForm = {
  customer?: Readonly<Record<string, unknown>>;
  address?: Readonly<Record<string, unknown>>;
};

/** COM24: the browser that enters data. `requested`: the customer of the store's request. */
export type EnteringBrowser = { readonly entered: Entered; readonly requested: ShopperCustomer };

/**
 * The result. `INVALID_PERSON`: the members in `issues` were not accepted; the others were. `entered`: what the browser has entered by now;
 * absent: the data came from the store itself.
 */
export type SavedShopper =
  | { ok: true; entered?: Entered }
  | { ok: false; code: 'INVALID_PERSON'; issues: PersonIssue[]; entered?: Entered }
  | typeof checkoutClosed;

/**
 * Accepts a shopper's input (COM13) member by member: valid members count even if others are invalid. They are stored where the browser may
 * store them (COM24), which captures the lead (COM1). `browser`: from `browserOf`. `by`: the browser; absent: the store itself.
 */
export async function saveShopper(
  deps: ShopperDeps,
  store: StoreRow,
  checkoutId: string,
  form: ShopperForm,
  browser: ShopperBrowser,
  by?: EnteringBrowser,
): Promise<SavedShopper> {
  const person = form.customer && checkCustomer(form.customer);
  const place = form.address && checkAddress(form.address);
  const entered = by && withMore(by.entered, { customer: person?.customer ?? {}, address: place?.address ?? {} });
  let isStored = false;
  const isSaved = await changeShopper(deps, store, checkoutId, (known) => {
    isStored = !by || mayStore(by.entered, entered!, { requested: by.requested, stored: known });
    return {
      ...(isStored && {
        customer: person ? { ...known.customer, ...person.customer } : known.customer,
        address: place ? { ...known.address, ...place.address } : known.address,
      }),
      browser: { ...known.browser, ...browser, ...firstSource(known.browser) },
    };
  });
  if (!isSaved) return checkoutClosed;
  const issues = [...(person?.issues ?? []), ...(place?.issues ?? [])];
  const more = entered && { entered: { ...entered, isStored } };
  return issues.length === 0 ? { ok: true, ...more } : { ok: false, code: 'INVALID_PERSON', issues, ...more };
}

/** Keeps the first referrer and UTM parameters, like `shopperTouch`. */
const firstSource = (known: ShopperBrowser | null): ShopperBrowser => ({
  ...(known?.referrer !== undefined && { referrer: known.referrer }),
  ...(known?.utms !== undefined && { utms: known.utms }),
});
