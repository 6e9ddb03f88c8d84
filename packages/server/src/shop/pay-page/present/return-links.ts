import { createHmac } from 'node:crypto';
import { redirectOf, returnAddress, returnKeyLimit, returnText } from '@retoma/commerce';
import type { Context } from '../../../context.ts';
import type { Store } from '../../../stores/store-directory.ts';
import type { Purchase } from '../../checkouts/purchase.ts';

/**
 * API10: the addresses of the shop to which a checkout's page links, each with id and state of the checkout, signed with the store's secret
 * keys. Absent: the request has none, or it may not be used (COM7a).
 */
export function presentReturnLinks(
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  { checkout }: Pick<Purchase, 'checkout'>,
  store: Store,
): { successUrl?: string; cancelUrl?: string } {
  const { successUrl, cancelUrl } = redirectOf(checkout.request, checkout.signed, store);
  if (successUrl === undefined && cancelUrl === undefined) return {};
  const now = clock();
  const facts = { checkoutId: checkout.checkoutId, status: checkout.state, t: Math.floor(now / 1000) };
  const text = returnText(facts);
  const signatures = store.keys
    .filter(({ kind, endsAt }) => kind === 'secret' && (endsAt === null || endsAt > now))
    .toReversed()
    .slice(0, returnKeyLimit)
    .flatMap(({ kind, keyId }) => keys.encodeAll({ kind, storeId: store.storeId, keyId, test: store.test }))
    .map((secretKey) => createHmac('sha256', secretKey).update(text).digest('hex'));
  return {
    ...(successUrl !== undefined && { successUrl: returnAddress(successUrl, facts, signatures) }),
    ...(cancelUrl !== undefined && { cancelUrl: returnAddress(cancelUrl, facts, signatures) }),
  };
}
