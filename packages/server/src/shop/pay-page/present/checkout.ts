import { attentionOf } from '@retoma/commerce';
import type { z } from 'zod';
import type { Purchase } from '../../checkouts/purchase.ts';
import { payUrl } from '../../../base/links/store-url.ts';
import type { Checkout } from '../../../http/responses.ts';

/** CHK12: a checkout as the store's server reads it. Amounts are in cents. */
export function presentCheckout(
  { checkout, order, payments }: Purchase,
  store: { domain: string | null },
  baseUrl: string,
): z.input<typeof Checkout> {
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
    /** `total` includes shipping. */
    order: order && {
      id: order.externalId ?? order.orderId,
      number: order.number,
      paymentMethod: order.paymentMethod,
      shipping: order.shippingPrice,
      total: order.total,
      paidAt: order.paidAt === null ? null : new Date(order.paidAt).toISOString(),
      /** COM7: the money arrived after the code had expired or the order was cancelled. */
      paidLate: order.paidLate,
      attention: attentionOf(order, payments),
    },
    /** Whether the store's server signed the cart (CHK11). */
    signed: checkout.signed,
    createdAt: checkout.createdAt.toISOString(),
    metadata: checkout.request.metadata ?? null,
  };
}
