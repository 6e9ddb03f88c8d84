import { createHmac } from 'node:crypto';
import { valuesOf } from '../../checkouts/entered/entered.ts';
import { chosenShipping, type Purchase } from '../../checkouts/purchase.ts';
import type { Context } from '../../../context.ts';
import { keysOf } from '../../../base/crypto/derive-keys.ts';

/**
 * COM24: a key of the data with which a purchase is paid: person, address and way of delivery. A page sends back the key of what it showed,
 * so that no order goes to another address unseen. Keyed, since data that are masked must not be guessed from it.
 */
export function dataKey({ knownBrowserKeys }: Pick<Context, 'knownBrowserKeys'>, purchase: Purchase): string {
  const { checkout, customer, shopper } = purchase;
  const values = Object.entries(valuesOf({ customer, address: shopper?.address ?? {} })).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const shipping = chosenShipping(purchase)?.shippingOptionId ?? null;
  return createHmac('sha256', keysOf(knownBrowserKeys)[0]!)
    .update(JSON.stringify(['data', checkout.checkoutId, values, shipping]))
    .digest('base64url')
    .slice(0, 22);
}
