import { needsShipping, totalsOf } from '@retoma/commerce';
import type { CheckoutView, ShippingView, StoreView } from '@retoma/pay';
import { chosenShipping, payable, type Purchase } from '../../checkouts/purchase.ts';
import type { Context } from '../../context.ts';
import type { Store } from '../../stores/store-directory.ts';
import type { OpenPurchase } from '../pay/open-purchase.ts';
import type { Wish } from '../pay/wish.ts';
import { presentState, stateKeyOf } from './pay-state.ts';

const noWish: Wish = { edit: null, choose: false, method: null, documentKind: null };

/** A purchase as the payment page shows it, and the state it is in. `wish`: what the address of the page asks for. */
export function presentPayPage(
  { clock, payments }: Pick<Context, 'clock' | 'payments'>,
  { purchase, store }: OpenPurchase,
  wish: Wish = noWish,
): CheckoutView {
  const { checkout } = purchase;
  const { cart, redirect } = checkout.request;
  const totals = totalsOf(cart);
  const now = clock();
  const state = presentState(purchase, { store, now, payments, wish });
  const newest = purchase.payments[0];
  return {
    checkoutId: checkout.checkoutId,
    store: presentStore(store),
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
    shipping: presentShipping(purchase, state.kind === 'details' || state.kind === 'method'),
    total: state.kind === 'details' || state.kind === 'method' ? payable(purchase).total : totalOf(purchase),
    ...(redirect?.cancelUrl && { backUrl: redirect.cancelUrl }),
    ...(redirect?.successUrl && { successUrl: redirect.successUrl }),
    now,
    timeZone: store.timeZone,
    pretended: isPretended(purchase),
    // Of the purchase itself: what the address asks for is no news.
    stateKey: stateKeyOf(
      wish === noWish ? state : presentState(purchase, { store, now, payments, wish: noWish }),
      newest,
    ),
    state,
  };
}

/** Whether no money moves: the payment is the sandbox's, or every way of paying that is offered. */
function isPretended({ payments, methods }: Purchase): boolean {
  const [newest] = payments;
  if (newest) return newest.provider === 'sandbox';
  return methods.length > 0 && methods.every(({ provider }) => provider === 'sandbox');
}

/** What the order came to, once there is one. */
const totalOf = (purchase: Purchase): number => purchase.order?.total ?? payable(purchase).total;

/** `isOpen`: what would be charged now; otherwise what the order says. */
function presentShipping(purchase: Purchase, isOpen: boolean): ShippingView | null {
  const { checkout, order, shippingOptions } = purchase;
  const shipping = order?.shipping as { name?: unknown } | null | undefined;
  if (!isOpen && order && typeof shipping?.name === 'string') {
    return { kind: 'chosen', name: shipping.name, price: order.shippingPrice ?? 0 };
  }
  if (!needsShipping(checkout.request.cart)) return null;
  const chosen = chosenShipping(purchase);
  if (chosen) return { kind: 'chosen', name: chosen.name, price: chosen.charge };
  return { kind: shippingOptions.length > 0 ? 'later' : 'agreed' };
}

/** Who sells, as the pages name them. */
export function presentStore(store: Store): StoreView {
  const { name, legalName, document, address, email, phone, url, logoUrl, accent, corners } = store;
  const { returnsUrl, returnsText, privacyUrl, privacyText } = store;
  const known = { legalName, document, address, email, phone, url, logo: logoUrl, accent, corners };
  const links = { returnsUrl, returnsText, privacyUrl, privacyText };
  return { name, ...Object.fromEntries(Object.entries({ ...known, ...links }).filter(([, value]) => value !== null)) };
}
