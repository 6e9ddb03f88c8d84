import type { Checkout } from '../../checkouts/read-checkout.ts';
import { payUrl } from '../../pay-url.ts';

/** A12: a checkout as its merchant's server reads it back. Amounts are in cents. */
export function presentCheckout(checkout: Checkout, store: { domain: string | null }, baseUrl: string) {
  return {
    success: true,
    checkoutId: checkout.checkoutId,
    checkoutUrl: payUrl(store, baseUrl, checkout.checkoutId),
    storeId: checkout.storeId,
    cartToken: checkout.cartToken,
    state: checkout.state,
    /** Null until the shopper has chosen how to pay. */
    paymentStatus: null,
    currency: 'BRL',
    subtotal: checkout.subtotal,
    discount: checkout.discount,
    total: checkout.total,
    /** Whether a server vouched for the prices (A11). */
    signed: checkout.signed,
    createdAt: checkout.createdAt.toISOString(),
    metadata: checkout.request.metadata ?? null,
  };
}
