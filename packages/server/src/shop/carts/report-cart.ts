import {
  checkCartReport,
  issueAt,
  leadsToSite,
  MAX_CENTS,
  totalsOf,
  type CartReport,
  type EventData,
  type Issue,
} from '@retoma/commerce';
import { searchKey } from '../../base/crypto/contact-hash.ts';
import type { ContactSource } from '../../stores/limits/open-limits.ts';
import type { StoreRow } from '../../stores/queries/stores.ts';
import { leadIn } from '../checkouts/create-checkout.ts';
import { isWithinContacts, type HoldDeps } from '../checkouts/hold-contact.ts';
import type { ShopperCustomer } from '../checkouts/queries/shoppers.ts';
import { reportedCartDelete, reportedCartFind, reportedCartSet } from './queries/reported-carts.ts';

/** Why a report is refused. RATE_LIMITED: its sender named too many contacts (COM21). */
export type CartRefusal =
  | { readonly ok: false; readonly code: 'INVALID_PAYLOAD'; readonly issues: Issue[] }
  | { readonly ok: false; readonly code: 'RATE_LIMITED' };

/**
 * CON17: stores a cart that a page reports, in place of what it reported before, with the instant at which it counts as abandoned. An empty
 * cart is deleted. `body`: parsed, not checked.
 */
export async function reportCart(
  deps: HoldDeps,
  store: StoreRow,
  body: unknown,
  source: ContactSource,
): Promise<{ readonly ok: true } | CartRefusal> {
  const checked = checkCartReport(body);
  if (!checked.ok) return { ok: false, code: 'INVALID_PAYLOAD', issues: checked.issues };
  const { report } = checked;
  const key = { storeId: store.storeId, cartToken: report.cart.token };
  if (report.cart.items.length === 0) {
    await reportedCartDelete(deps.db, key);
    return { ok: true };
  }
  const contact = leadIn(report);
  const emailKey = searchKey('email', contact?.email);
  const phoneKey = searchKey('phone', contact?.phone);
  if (!contact || (emailKey === null && phoneKey === null)) return refusedAt(['customer'], 'required_one_of');
  const data = cartData(report, contact, store);
  if (data === null) return refusedAt(['cart', 'items'], 'total_too_big');
  const known = await reportedCartFind(deps.db, key);
  const isKnown = known?.emailKey === emailKey && known.phoneKey === phoneKey;
  if (!isKnown && !isWithinContacts(deps, source)) return { ok: false, code: 'RATE_LIMITED' };
  const activeAt = deps.clock();
  const abandonAt = activeAt + store.abandonMinutes * 60_000;
  await reportedCartSet(deps.db, { ...key, data: JSON.stringify(data), emailKey, phoneKey, activeAt, abandonAt });
  return { ok: true };
}

/** The data of the event of a cart, if it is abandoned; null: it adds up to more than the largest amount. */
function cartData({ cart, url }: CartReport, contact: ShopperCustomer, store: StoreRow): EventData | null {
  const { lines, subtotal, discount, total } = totalsOf(cart);
  if (subtotal > MAX_CENTS) return null;
  const onSite = (address: string | undefined): address is string =>
    address !== undefined && leadsToSite(address, store);
  const items = cart.items.map(({ title, quantity, unitPrice, image, sku, vendor, ...item }, index) => ({
    title,
    quantity,
    unit_price: item.discountedUnitPrice ?? unitPrice,
    total: lines[index]!,
    image,
    ...(onSite(item.url) && { url: item.url }),
    ...(sku !== undefined && { sku }),
    ...(vendor !== undefined && { vendor }),
    ...(item.options && { variant: item.options.map(({ value }) => value).join(' / ') }),
    ...(item.externalProductId !== undefined && { product_id: item.externalProductId }),
  }));
  return {
    lead: contact,
    cart: { token: cart.token, subtotal, discount, total, ...(onSite(url) && { url }), items },
  };
}

const refusedAt = (at: string[], code: 'required_one_of' | 'total_too_big'): CartRefusal => ({
  ok: false,
  code: 'INVALID_PAYLOAD',
  issues: [issueAt(at, code, { expected: 'email, phone', limit: MAX_CENTS })],
});
