import { redirectOf, totalsOf, withCheckoutId, type CheckoutRequest } from '@retoma/commerce';
import type { MetatagItem } from '@retoma/flow';
import {
  camelCased,
  fieldsIn,
  integerIn,
  joined,
  overlay,
  unlessEmpty,
  type CategoryFields,
  type Fields,
} from './fields.ts';
import type { RunDataSources } from './sources.ts';

/** `{{cart.…}}`: the cart of Retoma's checkout, else the one in the event. Amounts in cents. */
export function cartFields(sources: RunDataSources): CategoryFields<'cart'> | null {
  const { request, records, context } = sources;
  const { checkout, shopper } = records;
  const reported = overlay(camelCased(sources.reportedFields('cart')), {
    lastActivityAt: (shopper?.activeAt ?? checkout?.capturedAt)?.toISOString(),
  });
  const found = overlay(reported, {
    token: checkout?.cartToken,
    subtotal: checkout?.subtotal,
    discount: checkout?.discount,
    total: checkout?.total,
    createdAt: checkout?.createdAt,
    items: request ? itemsOfCheckout(request) : itemsIn(reported['items']),
  });
  if (!unlessEmpty({ ...found, items: null })) return null;
  const derived = {
    url_checkout: sources.resumeLink,
    abandonedAt: sources.instantOf('cart.abandoned') ?? checkout?.abandonedAt,
    minutesSinceActivity: minutesSince(reported['lastActivityAt'], context.now),
  };
  return overlay(derived, found);
}

const checkoutStatuses: Readonly<Record<string, string>> = { ordered: 'completed', paid: 'completed' };

/** `{{checkout.…}}`: Retoma's checkout, else the one in the event. */
export function checkoutOf(sources: RunDataSources): CategoryFields<'checkout'> | null {
  const { checkout } = sources.records;
  const { url = null, siteHosts = null } = sources.context.store;
  const redirect = checkout && sources.request ? redirectOf(sources.request, checkout.signed, { url, siteHosts }) : {};
  const named = (address: string | undefined): string | undefined =>
    address !== undefined && checkout ? withCheckoutId(address, checkout.checkoutId) : undefined;
  const reported = overlay({ id: sources.reported['checkout_id'] }, camelCased(sources.reportedFields('checkout')));
  const found = {
    id: checkout?.checkoutId,
    url: sources.checkoutLink,
    status: checkout && (checkoutStatuses[checkout.state] ?? checkout.state),
    createdAt: checkout?.createdAt,
    successUrl: named(redirect.successUrl),
    cancelUrl: named(redirect.cancelUrl),
  };
  return unlessEmpty(overlay(reported, found));
}

/** The items of a checkout, with the total of each line (CHK5). */
export function itemsOfCheckout({ cart }: CheckoutRequest): MetatagItem[] {
  const { lines } = totalsOf(cart);
  return cart.items.map((item, index) => ({ ...itemIn(item), total: lines[index]! }));
}

/** The items of a list from a store, as metatags read them; undefined if there are none. */
export function itemsIn(value: unknown): MetatagItem[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const items = value.filter((entry) => typeof entry === 'object' && entry !== null).map(itemIn);
  return items.length === 0 ? undefined : items;
}

/** An item in camel case: orders use `unit_price`, checkouts `unitPrice`. */
function itemIn(entry: object): MetatagItem {
  const item = camelCased(entry as Fields);
  const options = Array.isArray(item['options']) ? item['options'].map((option) => fieldsIn(option)['value']) : [];
  return {
    ...(item as MetatagItem),
    price: integerIn(item['discountedUnitPrice'] ?? item['unitPrice'] ?? item['price']) ?? null,
    total: integerIn(item['linePrice'] ?? item['total']) ?? null,
    variant: (item['variant'] as string | null | undefined) ?? joined(' / ', ...options),
    product_id: (item['productId'] ?? item['externalProductId'] ?? null) as string | null,
  };
}

function minutesSince(instant: unknown, now: number): number | undefined {
  const since = typeof instant === 'string' ? Date.parse(instant) : Number.NaN;
  return Number.isNaN(since) ? undefined : Math.max(0, Math.floor((now - since) / 60_000));
}
