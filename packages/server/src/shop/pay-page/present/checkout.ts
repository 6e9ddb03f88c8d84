import { attentionOf, totalsOf } from '@retoma/commerce';
import type { z } from 'zod';
import type { Purchase } from '../../checkouts/purchase.ts';
import { payUrl } from '../../../base/links/store-url.ts';
import type { Checkout, CheckoutChanged } from '../../../http/orders/checkout-responses.ts';
import { checkoutExpiry } from '../../checkouts/expire-checkout.ts';
import { publicAddress, publicContact, publicItem, publicPayment } from '../../orders/present/public-orders.ts';

/** CHK12: a checkout as the store's server reads it. Amounts are in cents. */
export function presentCheckout(
  { checkout, customer, shopper, order, payments }: Purchase,
  store: { domain: string | null; live: boolean },
  baseUrl: string,
): z.input<typeof Checkout> {
  const { lines } = totalsOf(checkout.request.cart);
  return {
    success: true,
    checkoutId: checkout.checkoutId,
    checkoutUrl: payUrl(store, baseUrl, checkout.checkoutId),
    storeId: checkout.storeId,
    cartToken: checkout.cartToken,
    state: checkout.state,
    /** Null until the shopper has chosen how to pay. */
    paymentStatus: order?.status ?? null,
    currency: 'BRL',
    subtotal: checkout.subtotal,
    discount: checkout.discount,
    total: checkout.total,
    items: checkout.request.cart.items.map((item, index) => publicItem(item, lines[index])),
    customer: publicContact(customer),
    address: publicAddress(shopper?.address),
    /** `total` includes shipping. */
    order: order && {
      id: order.externalId ?? order.orderId,
      number: order.number,
      status: order.status,
      paymentMethod: order.paymentMethod,
      shipping: order.shippingPrice,
      total: order.total,
      paidAt: order.paidAt === null ? null : new Date(order.paidAt).toISOString(),
      /** COM7: the money arrived after the code had expired or the order was cancelled. */
      paidLate: order.paidLate,
      attention: attentionOf(order, payments),
    },
    payments: payments.map(publicPayment),
    /** Whether the store's server signed the cart (CHK11). */
    signed: checkout.signed,
    createdAt: checkout.createdAt.toISOString(),
    expiresAt: checkoutExpiry(checkout)?.toISOString() ?? null,
    livemode: store.live,
    metadata: checkout.request.metadata ?? null,
  };
}

/** API6: a checkout after a change. */
export const presentChangedCheckout = (
  { checkout }: Pick<Purchase, 'checkout'>,
  store: { domain: string | null; live: boolean },
  baseUrl: string,
): z.input<typeof CheckoutChanged> => ({
  success: true,
  checkoutId: checkout.checkoutId,
  checkoutUrl: payUrl(store, baseUrl, checkout.checkoutId),
  state: checkout.state,
  subtotal: checkout.subtotal,
  discount: checkout.discount,
  total: checkout.total,
  livemode: store.live,
});
