import { redirectOf, totalsOf } from '@retoma/commerce';
import type { CheckoutView } from '@retoma/pay';
import { freightOf, orderedFreight, orderedTotal, payable, type Purchase } from '../../checkouts/purchase.ts';
import type { Context } from '../../context.ts';
import type { OpenPurchase } from '../pay/open-purchase.ts';
import type { PageRequest } from '../pay/page-request.ts';
import { providerOf } from './payment-methods.ts';
import { presentState, stateKeyOf } from './purchase-state.ts';
import { presentStore } from './store-view.ts';

const noRequest: PageRequest = {
  edit: null,
  choose: false,
  method: null,
  documentKind: null,
  testNumber: null,
  returned: false,
};

/** A purchase and its state, as the payment page shows them. `pageRequest`: what the page's query requests. */
export function presentPayPage(
  { clock, payments }: Pick<Context, 'clock' | 'payments'>,
  { purchase, store, isKnown }: OpenPurchase,
  pageRequest: PageRequest = noRequest,
): CheckoutView {
  const { checkout } = purchase;
  const { cart } = checkout.request;
  const redirect = redirectOf(checkout.request, checkout.signed, store);
  const totals = totalsOf(cart);
  const now = clock();
  const state = presentState(purchase, { store, now, payments, pageRequest, isKnown });
  const isOpen = state.kind === 'details' || state.kind === 'method';
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
    // What shipping would cost now, or what the order contains.
    shipping: isOpen ? freightOf(purchase) : orderedFreight(purchase),
    total: isOpen ? payable(purchase).total : orderedTotal(purchase),
    ...(redirect.cancelUrl && { backUrl: redirect.cancelUrl }),
    ...(redirect.successUrl && { successUrl: redirect.successUrl }),
    now,
    timeZone: store.timeZone,
    pretended: isPretended(purchase, payments),
    // The key depends only on the purchase, not on the page's query.
    stateKey: stateKeyOf(
      pageRequest === noRequest
        ? state
        : presentState(purchase, { store, now, payments, pageRequest: noRequest, isKnown }),
      newest,
    ),
    state,
  };
}

/** Whether no money moves: the newest payment is simulated, or without payments every offered method is. */
function isPretended(purchase: Purchase, payments: Context['payments']): boolean {
  const isSimulated = (one: { provider: string }): boolean => providerOf(one, { payments })?.isSimulated === true;
  const [newest] = purchase.payments;
  if (newest) return isSimulated(newest);
  return purchase.methods.length > 0 && purchase.methods.every(isSimulated);
}
