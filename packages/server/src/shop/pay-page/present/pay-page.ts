import { totalsOf } from '@retoma/commerce';
import type { CheckoutView, ItemView, PriceView, StateView } from '@retoma/pay';
import { acceptedBump } from '../../checkouts/purchase-price.ts';
import { freightOf, orderedFreight, payable, type Purchase } from '../../checkouts/purchase.ts';
import type { Context } from '../../../context.ts';
import type { OpenPurchase } from '../open-purchase.ts';
import { plainRequest, type PageRequest } from '../page-request.ts';
import { providerOf } from './payment-methods.ts';
import { presentOrderedPrice, presentPrice } from './price.ts';
import { presentState, stateKeyOf } from './purchase-state.ts';
import { presentReturnLinks } from './return-links.ts';
import { presentStore } from './store-view.ts';

/** What a page needs of the service. */
type PageDeps = Pick<Context, 'clock' | 'payments' | 'knownBrowserKeys' | 'keys'>;

/** A purchase and its state, as the payment page shows them. `pageRequest`: what the page's query requests. */
export function presentPayPage(
  { clock, payments, knownBrowserKeys, keys }: PageDeps,
  { purchase, store }: OpenPurchase,
  pageRequest: PageRequest = plainRequest,
): CheckoutView {
  const { checkout } = purchase;
  const returnLinks = presentReturnLinks({ keys, clock }, purchase, store);
  const now = clock();
  const state = presentState(purchase, { store, now, payments, pageRequest, knownBrowserKeys });
  const isOpen = openStates.has(state.kind);
  const newest = purchase.payments[0];
  return {
    checkoutId: checkout.checkoutId,
    store: presentStore(store),
    items: [...itemsOf(purchase), ...(isOpen ? bumpNow(purchase) : bumpOfOrder(purchase))],
    ...(isOpen ? priceNow(purchase, state) : presentOrderedPrice(purchase)),
    // What shipping would cost now, or what the order contains.
    shipping: isOpen ? freightOf(purchase) : orderedFreight(purchase),
    ...(returnLinks.cancelUrl && { backUrl: returnLinks.cancelUrl }),
    ...(returnLinks.successUrl && { successUrl: returnLinks.successUrl }),
    now,
    timeZone: store.timeZone,
    pretended: isSimulatedPayment(purchase, payments),
    // The key depends only on the purchase, not on the page's query.
    stateKey: stateKeyOf(
      pageRequest === plainRequest
        ? state
        : presentState(purchase, { store, now, payments, pageRequest: plainRequest, knownBrowserKeys }),
      newest,
    ),
    state,
  };
}

/** The states before an order is placed, or in which its price may still change. */
const openStates: ReadonlySet<StateView['kind']> = new Set(['details', 'method', 'no-method', 'below-minimum']);

/** COM27: the price of an order placed now, by the chosen method. */
function priceNow(purchase: Purchase, state: StateView): PriceView & { subtotal: number } {
  const method = state.kind === 'method' && state.methods.length > 0 ? state.chosen : null;
  return { ...presentPrice(purchase, { method, installments: 1 }), subtotal: payable(purchase).goods };
}

function itemsOf({ checkout }: Purchase): ItemView[] {
  const { cart } = checkout.request;
  const { lines } = totalsOf(cart);
  return cart.items.map((item, index) => ({
    title: item.title,
    quantity: item.quantity,
    image: item.image,
    unitPrice: item.discountedUnitPrice ?? item.unitPrice,
    lineTotal: lines[index]!,
    ...(item.originalUnitPrice !== undefined && { originalUnitPrice: item.originalUnitPrice }),
    ...(item.originalLinePrice !== undefined && { originalLineTotal: item.originalLinePrice }),
    options: item.options ?? [],
  }));
}

/** COM30: the accepted order bump as an item. */
function bumpNow(purchase: Purchase): ItemView[] {
  const bump = acceptedBump(purchase);
  return bump ? [bumpItem(bump.title, bump.image, bump.price)] : [];
}

/** COM30: the order bump that the order has. */
function bumpOfOrder({ order }: Purchase): ItemView[] {
  if (!order || order.bumpPrice === null) return [];
  const item = order.items?.find((one) => one['product_id'] === order.bumpId);
  const { title = '', image = null } = (item ?? {}) as { title?: string; image?: string | null };
  return [bumpItem(title, image, order.bumpPrice)];
}

const bumpItem = (title: string, image: string | null, price: number): ItemView => ({
  title,
  quantity: 1,
  image: image ?? '',
  unitPrice: price,
  lineTotal: price,
  options: [],
});

/** Whether no money moves: the newest payment is simulated, or without payments every offered method is. */
function isSimulatedPayment(purchase: Purchase, payments: Context['payments']): boolean {
  const isSimulated = (one: { provider: string }): boolean => providerOf(one, { payments })?.isSimulated === true;
  const [newest] = purchase.payments;
  if (newest) return isSimulated(newest);
  return purchase.methods.length > 0 && purchase.methods.every(isSimulated);
}
