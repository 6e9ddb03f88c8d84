import { totalsOf } from '@retoma/commerce';
import type { CheckoutView } from '@retoma/pay';
import type { Checkout } from '../../checkouts/read-checkout.ts';

/** A stored checkout as the payment page shows it. The totals are the stored ones; lines are computed again from the same cart. */
export function presentPayPage(checkout: Checkout, store: { name: string }): CheckoutView {
  const { cart, redirect } = checkout.request;
  const totals = totalsOf(cart);
  return {
    store: { name: store.name },
    items: cart.items.map((item, index) => ({
      title: item.title,
      quantity: item.quantity,
      image: item.image,
      unitPrice: item.discountedUnitPrice ?? item.unitPrice,
      lineTotal: totals.lines[index]!,
      ...(item.originalUnitPrice !== undefined && { originalUnitPrice: item.originalUnitPrice }),
      ...(item.originalLinePrice !== undefined && { originalLineTotal: item.originalLinePrice }),
      options: item.options ?? [],
    })),
    subtotal: checkout.subtotal,
    discounts: (cart.discounts ?? []).map(({ title }, index) => ({
      title: title ?? '',
      amount: totals.discounts[index]!,
    })),
    discount: checkout.discount,
    total: checkout.total,
    requiresShipping: cart.requiresShipping ?? true,
    ...(redirect?.cancelUrl && { backUrl: redirect.cancelUrl }),
  };
}
