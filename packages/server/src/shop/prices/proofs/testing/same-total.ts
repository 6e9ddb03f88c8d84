// One random purchase through the product's own code: its page, its orders, what providers are asked for, and messages. Throws if an
// amount differs from that of the page.
import {
  checkCheckoutRequest,
  couponRefusalText,
  MAX_CENTS,
  paymentMethods,
  type PaymentMethod,
} from '@retoma/commerce';
import { renderCheckout, type CheckoutView, type MethodView } from '@retoma/pay';
import { recomputedTotals } from '../../../../../../commerce/src/testing/recomputed-totals.ts';
import { payingAccount } from '../../../checkouts/paying-account.ts';
import { missingToMinimum, purchaseInstallments } from '../../../checkouts/purchase-price.ts';
import { chosenShipping, missingOf, payable, pricesKey, type Purchase } from '../../../checkouts/purchase.ts';
import { plainRequest, type PageRequest } from '../../../pay-page/page-request.ts';
import { methodIn } from '../../../pay-page/start-payment.ts';
import { presentPayPage } from '../../../pay-page/present/pay-page.ts';
import { ApiKeys } from '../../../../stores/api-key.ts';
import { openPaymentProviders } from '../../../../providers/payments/index.ts';
import type { SimulatedPayments } from '../../../../providers/payments/simulated-payments.ts';
import { isFree, refusalOfPrice, type ChosenWay } from '../../../orders/placed-order.ts';
import type { ArbitraryPurchase } from './arbitrary-purchase.ts';
import { now, offeredPurchase, store, withoutRefusedCode, withoutRules } from './offered-purchase.ts';
import { amountsIn, pricesOnPage, type DisplayedPrices, type DisplayedTotals } from './page-prices.ts';
import { chosenWay, placedWay } from './way-total.ts';

const cases = [
  'purchases',
  'ways to pay',
  'carts refused',
  'carts above the largest amount',
  'below the minimum order',
  'details missing',
  'no method',
  'coupons',
  'coupons refused',
  'free shipping',
  'order bumps',
  'raised totals',
  'prices by method',
  'discounts of methods',
  'pix',
  'boleto',
  'card',
  'in instalments',
  'with interest',
  'free',
  'free by one method',
  'Mercado Pago',
  'Stripe',
  'above the largest amount of a provider',
  'changed prices refused',
  'instalments refused',
] as const;

/** How often each case occurred. */
export type PriceCounts = Record<(typeof cases)[number], number>;

/** No case yet. */
export const noCases = (): PriceCounts => Object.fromEntries(cases.map((name) => [name, 0])) as PriceCounts;

const unreachable = { outcome: 'unsent', reason: 'UNREACHABLE' } as const;
const payments = openPaymentProviders({
  callOut: () => Promise.resolve(unreachable),
  settings: {},
  simulatedPayments: {} as SimulatedPayments,
  clock: () => now,
});

/** Checks one purchase, and counts its cases. */
export function checkSameTotal(one: ArbitraryPurchase, counts: PriceCounts): void {
  const text = JSON.stringify(one.body) ?? 'null';
  const checked = checkCheckoutRequest(JSON.parse(text));
  if (!checked.ok) {
    const isTooBig = checked.issues.some(({ code }) => code === 'total_too_big');
    if (isTooBig) isTrue('a cart is refused', recomputedTotals(JSON.parse(text).cart).subtotal > MAX_CENTS);
    counts[isTooBig ? 'carts above the largest amount' : 'carts refused']++;
    return;
  }
  counts.purchases++;
  const purchase = offeredPurchase(one, text, checked.totals);
  const view = viewOf(purchase, null);
  const { state } = view;
  isTrue('below the minimum order', missingToMinimum(purchase) > 0 === (state.kind === 'below-minimum'));
  if (state.kind === 'below-minimum') counts['below the minimum order'] += refusedBelowMinimum(purchase, view);
  else if (state.kind === 'no-method') counts['no method'] += withoutMethod(purchase, view);
  else if (state.kind === 'details') counts['details missing'] += withoutDetails(purchase, view);
  else if (state.kind === 'method') payableTotals(purchase, view, one, counts);
  else throw new Error(`an unexpected state: ${state.kind}`);
}

const keys = new ApiKeys('a secret for tests of thirty-two characters');

/** The page that a query requests. */
function viewOf(purchase: Purchase, method: PaymentMethod | null): CheckoutView {
  const pageRequest: PageRequest | undefined = method === null ? undefined : { ...plainRequest, method };
  return presentPayPage(
    { clock: () => now, payments, knownBrowserKeys: Buffer.alloc(32), keys },
    { purchase, store },
    pageRequest,
  );
}

const htmlOf = (view: CheckoutView): string => renderCheckout(view, 'pt-BR').html;

function same(what: string, one: unknown, other: unknown): void {
  if (one !== other) throw new Error(`${what}: ${String(one)} is not ${String(other)}`);
}
const isTrue = (what: string, fact: boolean): void => same(what, fact, true);

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** The displayed rows come to the displayed total, and the lines to the subtotal. */
function rowsAddUp({ subtotal, discounts, additions, total }: DisplayedTotals, lines: readonly number[]): void {
  same('the lines and the subtotal', sum(lines), subtotal);
  same('the rows and the total', subtotal + sum(discounts) + sum(additions), total);
}

/** The prices of a page, of which each list of totals adds up. */
function displayed(view: CheckoutView): DisplayedPrices {
  const prices = pricesOnPage(htmlOf(view));
  for (const totals of [prices.chosen, ...prices.byMethod.values()]) rowsAddUp(totals, prices.lines);
  return prices;
}

function refusedBelowMinimum(purchase: Purchase, view: CheckoutView): number {
  const html = htmlOf(view);
  const [minimum, missing] = amountsIn(html.slice(html.indexOf('<h1>')));
  same('the minimum order', minimum, purchase.pricing.rules.minimumOrder);
  same('what is missing', missing, missingToMinimum(purchase));
  same('a form below the minimum', pricesOnPage(html).pricesKey, null);
  for (const method of paymentMethods) {
    same('the refusal of the order', refusalOfPrice(purchase, chosenWay(method, 1))?.code, 'BELOW_MINIMUM');
  }
  return 1;
}

function withoutMethod(purchase: Purchase, view: CheckoutView): number {
  const { chosen, pricesKey: key } = displayed(view);
  same('the total without a method', chosen.total, payable(purchase).total);
  same('a form without a method', key, null);
  for (const method of paymentMethods) same('an account', payingAccount(purchase, method, now), undefined);
  return 1;
}

function withoutDetails(purchase: Purchase, view: CheckoutView): number {
  const { chosen } = displayed(view);
  same('the total before the details', chosen.total, payable(purchase).total);
  isTrue('details are missing', missingOf(purchase).length > 0);
  return 1;
}

/** A purchase with a page on which it can be paid: all of its choices. */
function payableTotals(purchase: Purchase, view: CheckoutView, one: ArbitraryPurchase, counts: PriceCounts): void {
  countParts(purchase, counts);
  if (purchase.pricing.refusedCoupon) {
    counts['coupons refused']++;
    refusedCoupon(purchase, view);
    const uncouponed = withoutRefusedCode(purchase);
    return payableTotals(uncouponed, viewOf(uncouponed, null), one, counts);
  }
  const { methods } = view.state as MethodView;
  if (methods.length === 0) return freePurchase(purchase, view, counts);
  const requests = new Set([methods.includes('card') ? 'card' : one.requested, one.requested]);
  // A page of a method that costs nothing has no other one.
  for (const method of methods) if (payable(purchase, { method, installments: 1 }).total === 0) requests.add(method);
  for (const method of paymentMethods) {
    const isOffered = methods.includes(method);
    if (!isOffered) same('free by a method that is not offered', isFree(purchase, { method, installments: 1 }), false);
  }
  const pages = [...requests].map((request) => (request === null ? view : viewOf(purchase, request)));
  const read = pages.map((view) => ({ prices: displayed(view), state: view.state as MethodView }));
  for (const page of read) samePricesOf(purchase, page, counts);
  const key = read[0]!.prices.pricesKey!;
  same('the key of the prices', key, pricesKey(purchase));
  const choices = choicesOf(read[0]!);
  for (const [index, way] of choices.entries()) {
    const isPlaced = index === one.placedWay % choices.length;
    sameTotalOfWay(
      purchase,
      way,
      { key: isPlaced ? key : undefined, readsOrderPage: isPlaced && one.readsOrderPage },
      counts,
    );
  }
  refusedChanges(purchase, key, counts);
}

function countParts({ pricing, shippingOptions, order }: Purchase, counts: PriceCounts): void {
  if (pricing.coupon) counts.coupons++;
  if (pricing.coupon?.freeShipping && shippingOptions.length > 0) counts['free shipping']++;
  if (pricing.isBumpAccepted) counts['order bumps']++;
  if (order) counts['raised totals']++;
}

function refusedCoupon(purchase: Purchase, view: CheckoutView): void {
  const refusal = purchase.pricing.refusedCoupon!;
  const html = htmlOf(view);
  isTrue('the reason of a refused coupon', html.includes(couponRefusalText(refusal, 'pt-BR')));
  const placed = refusalOfPrice(purchase, chosenWay('pix', 1));
  same('the refusal of the order', placed?.code, 'COUPON_REFUSED');
}

/** A purchase that costs nothing by any method: the form sends none, and no provider is asked. */
function freePurchase(purchase: Purchase, view: CheckoutView, counts: PriceCounts): void {
  const { chosen, pricesKey: key, sentMethod } = displayed(view);
  same('the total of a free purchase', chosen.total, 0);
  const { found, payment } = placedWay(purchase, sentWay(sentMethod, key));
  same('the order of a free purchase', found.order, 0);
  same('the message of a free purchase', found.message, 0);
  same('a payment of a free purchase', payment, null);
  counts.free++;
}

/** The way to pay that a form without a choice sends, which has no card. */
const sentWay = (sent: string | null, key: string | null): ChosenWay => ({
  method: methodIn({ method: sent! }),
  card: null,
  ...(key !== null && { expectedPrices: key }),
});

type PricedPage = { readonly prices: DisplayedPrices; readonly state: MethodView };

const totalsOf = ({ prices }: PricedPage, method: PaymentMethod): DisplayedTotals =>
  prices.byMethod.get(method) ?? prices.chosen;

/** All amounts of one page for a method are the same; and what its form sends is what it shows. */
function samePricesOf(purchase: Purchase, page: PricedPage, counts: PriceCounts): void {
  const { prices, state } = page;
  const { byMethod, chosen, headings, buttons, promises, cardAmount, sentMethod } = prices;
  if (byMethod.size > 0) {
    counts['prices by method']++;
    same('the methods with a price', [...byMethod.keys()].sort().join(), [...state.methods].sort().join());
    same('the total of the chosen method', chosen.total, byMethod.get(state.chosen)!.total);
  }
  for (const [className, total] of headings) {
    const { total: expected } = className.startsWith('for-') ? byMethod.get(className.slice(4))! : chosen;
    same('the heading', total, expected);
  }
  for (const [method, amount] of buttons) {
    for (const each of method === 'any' ? state.methods : [method])
      same('a button', amount, totalsOf(page, each).total);
  }
  for (const [method, [total, off]] of promises) {
    const { discounts, total: expected } = byMethod.get(method)!;
    same('a promised total', total, expected);
    same('a promised discount', -off!, discounts.at(-1));
  }
  if (cardAmount !== null) same('the amount of the card form', Number(cardAmount.replace('.', '')), chosen.total);
  if (chosen.total !== 0) return;
  counts['free by one method']++;
  same('the order of a free page', placedWay(purchase, sentWay(sentMethod, null)).found.order, 0);
}

type DisplayedWay = {
  readonly method: PaymentMethod;
  readonly installments: number;
  readonly totals: DisplayedTotals;
  readonly total: number;
};

/** The ways to pay that a page shows, each with its total. */
function choicesOf(page: PricedPage): DisplayedWay[] {
  const { prices, state } = page;
  return state.methods.flatMap((method): DisplayedWay[] => {
    const totals = totalsOf(page, method);
    if (method !== 'card' || prices.installments.size === 0) {
      // The provider of cards divides the same total.
      const largest = state.divided === null && method === 'card' ? (state.installments?.max ?? 1) : 1;
      return [...new Set([1, largest])].map((installments) => ({ method, installments, totals, total: totals.total }));
    }
    return [...prices.installments].map(([installments, amounts]) => {
      const total = amounts.at(-1)!;
      const rest = total - installments * amounts[0]!;
      isTrue('the instalments and their total', Math.abs(rest) < installments);
      return { method, installments, totals, total };
    });
  });
}

type Placing = { readonly key: string | undefined; readonly readsOrderPage: boolean };

function sameTotalOfWay(
  purchase: Purchase,
  { method, installments, totals, total }: DisplayedWay,
  { key, readsOrderPage }: Placing,
  counts: PriceCounts,
): void {
  counts['ways to pay']++;
  const placed = placedWay(purchase, chosenWay(method, installments, key));
  const { order, payment, found, message } = placed;
  const name = `${method} x ${installments}`;
  for (const [where, amount] of Object.entries(found)) if (amount !== null) same(`${name}: ${where}`, amount, total);
  same('the subtotal in a message', message.subtotal, totals.subtotal);
  same('the discount in a message', message.discount, -sum(totals.discounts));
  same('a payment of nothing', payment === null, total === 0);
  if (order.interest !== null) counts['with interest']++;
  if (order.methodDiscount !== null) counts['discounts of methods']++;
  if (installments > 1) counts['in instalments']++;
  counts[method]++;
  if (found.mercadopago !== null) counts['Mercado Pago']++;
  if (found.stripe !== null) counts.Stripe++;
  else if (payment && installments === 1) counts['above the largest amount of a provider']++;
  if (!readsOrderPage || !payment) return;
  const ordered: Purchase = { ...purchase, order, payments: [payment] };
  const { chosen } = displayed(viewOf(ordered, null));
  same(`${name}: the page of the order`, chosen.total, total);
}

/** A form of a page with other prices, or with instalments that no rule offers, is refused. */
function refusedChanges(purchase: Purchase, key: string, counts: PriceCounts): void {
  const changed = withoutRules(purchase);
  const changedTotals = paymentMethods.map((method) => payable(changed, { method, installments: 1 }).total);
  const isSame = paymentMethods.every(
    (method, index) => payable(purchase, { method, installments: 1 }).total === changedTotals[index],
  );
  if (!isSame) {
    const refusal = refusalOfPrice(changed, chosenWay(paymentMethods[0], 1, key));
    same('the refusal of a changed price', refusal?.code, 'PRICE_CHANGED');
    counts['changed prices refused']++;
  }
  const offered = purchaseInstallments(purchase, chosenShipping(purchase)?.cost ?? null);
  if (!offered) return;
  const refusal = refusalOfPrice(purchase, chosenWay('card', offered.length + 1, key));
  same('the refusal of instalments', refusal?.code, 'INSTALLMENTS_NOT_OFFERED');
  counts['instalments refused']++;
}
