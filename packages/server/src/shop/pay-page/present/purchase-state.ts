import { checkDocument, missingAmount, parseBrCode, receivedAmount, type EventData } from '@retoma/commerce';
import type { BoletoView, MethodView, PixView, ProcessingView, StateView } from '@retoma/pay';
import { payingAccount } from '../../checkouts/paying-account.ts';
import { missingToMinimum } from '../../checkouts/purchase-price.ts';
import { isOwnOrder, unmaskedMembers } from '../../checkouts/entered/entered.ts';
import { enteredIn, missingOf, payable, pricesKey, storedOf, type Purchase } from '../../checkouts/purchase.ts';
import type { Context } from '../../../context.ts';
import type { Store } from '../../../stores/store-directory.ts';
import type { PageRequest } from '../page-request.ts';
import { dataKey } from './data-key.ts';
import { addressLine, displayedShopper } from './displayed-shopper.ts';
import { presentPaid, refundedAmount } from './paid-state.ts';
import { presentDetails } from './pay-details.ts';
import { presentDivided, presentMethods, presentPrices, providerOf } from './payment-methods.ts';
import { qrPath } from '../../../base/qr-path.ts';

/** What determines a state, besides the purchase. */
export type StateParts = {
  store: Store;
  now: number;
  payments: Context['payments'];
  pageRequest: PageRequest;
  knownBrowserKeys: Buffer;
};

type OrderRow = NonNullable<Purchase['order']>;
type PaymentRow = Purchase['payments'][number];
/** The details by which a shopper pays, in the format of events (COM6). */
type PaymentDetails = NonNullable<EventData['payment']>;

/** The state of a purchase: the order decides, then its newest payment, then the missing details. */
export function presentState(purchase: Purchase, parts: StateParts): StateView {
  const { order, payments } = purchase;
  if (order?.status === 'paid') return presentPaid(order, purchase);
  if (order?.status === 'cancelled') {
    return { kind: 'cancelled', orderNumber: order.number, refunded: refundedAmount(payments) };
  }
  const busy = payments.find(({ state }) => state === 'creating' || state === 'processing');
  // The simulated bank may not have the payment yet while it is being created, so the page has no link to the simulator.
  if (busy?.state === 'creating') return { kind: 'processing', making: true };
  if (busy) {
    return {
      kind: 'processing',
      making: false,
      simulator: simulatorOf(busy, parts),
      challenge: challengeOf(busy, parts),
    };
  }
  const { pageRequest } = parts;
  // A code whose cancellation was requested is not offered any more.
  const newest = payments[0]?.cancelRequestedAt === null ? payments[0] : undefined;
  if (order?.status === 'processing') {
    const code = newest?.state === 'pending' ? waitingOf(newest, purchase, parts) : undefined;
    return code ?? { kind: 'processing', making: false, rest: restOf(order, purchase) };
  }
  const isRequested = pageRequest.choose || pageRequest.method !== null || pageRequest.edit !== null;
  const waiting = newest && !isRequested && !isOfAnother(purchase, pageRequest) && waitingOf(newest, purchase, parts);
  if (waiting) return waiting;
  const missing = missingToMinimum(purchase);
  if (missing > 0) return { kind: 'below-minimum', minimum: purchase.pricing.rules.minimumOrder, missing };
  if (purchase.methods.length === 0 && payable(purchase).total > 0) return { kind: 'no-method' };
  if (pageRequest.edit !== null || pageRequest.documentKind !== null || missingOf(purchase).length > 0) {
    return presentDetails(purchase, parts);
  }
  return methodOf(purchase, parts);
}

/** COM24: whether the order has the data of another shopper than this browser entered, which is then asked how to go on. */
const isOfAnother = (purchase: Purchase, { placed }: Pick<PageRequest, 'placed'>): boolean =>
  !placed && purchase.order !== null && !isOwnOrder(enteredIn(purchase), storedOf(purchase));

/** COM7a: the received and the missing amount, if money was received. */
function restOf(order: OrderRow, { payments, methods }: Purchase): ProcessingView['rest'] {
  const received = receivedAmount(payments);
  if (received === 0) return undefined;
  return { received, missing: missingAmount(order, payments), pix: methods.some(({ method }) => method === 'pix') };
}

/** COM39: the challenge of a card, until its time is over or the card holder comes from it. */
function challengeOf(payment: PaymentRow, parts: StateParts): ProcessingView['challenge'] {
  const { challengeUrl: url, challengeUntil: until } = payment;
  const display = providerOf(payment, parts)?.challenge?.display;
  const isOver = until === null || until <= parts.now || parts.pageRequest.returned;
  return url === null || isOver || display === undefined ? undefined : { url, display };
}

/** A key of the state, by which an open page detects whether its state is still current. */
export const stateKeyOf = (state: StateView, newest: PaymentRow | undefined): string =>
  [
    state.kind,
    newest?.paymentId.slice(-12) ?? '',
    newest?.state ?? '',
    newest?.cancelRequestedAt ? 'ending' : '',
    state.kind === 'processing' && state.challenge ? 'challenge' : '',
  ]
    .filter((part) => part !== '')
    .join('.');

/** The state of a code that waits for its payment or has expired; undefined: the shopper must choose a payment method again. */
function waitingOf(payment: PaymentRow, purchase: Purchase, parts: StateParts): StateView | undefined {
  const { method, state, expiresAt, amount } = payment;
  const isOver = state === 'expired' || (expiresAt !== null && expiresAt <= parts.now);
  if (state !== 'pending' && state !== 'expired') return undefined;
  if (method === 'pix') {
    const otherMethods = purchase.methods.some((one) => one.method !== 'pix');
    if (isOver) {
      const expiredAt = Math.min(expiresAt ?? payment.stateAt, state === 'expired' ? payment.stateAt : Infinity);
      return { kind: 'pix-expired', amount, expiredAt, otherMethods, simulator: simulatorOf(payment, parts) };
    }
    return pixOf(payment, purchase, parts);
  }
  return method === 'boleto' && !isOver ? boletoOf(payment, purchase, parts) : undefined;
}

function pixOf(payment: PaymentRow, { order, methods }: Purchase, parts: StateParts): PixView | undefined {
  const { store } = parts;
  const code = detailsOf(payment).pix?.payload;
  if (!code) return undefined;
  const read = parseBrCode(code);
  const name = store.legalName ?? (read.ok ? read.code.name : null);
  return {
    kind: 'pix',
    code,
    // Computed only if it is shown.
    get qr() {
      return qrPath(code);
    },
    amount: payment.amount,
    expiresAt: payment.expiresAt,
    orderNumber: order?.number ?? null,
    receiver: name === null ? null : { name, document: store.document },
    // A provider that this release no longer has counts as one that reports payments.
    byHand: providerOf(payment, parts)?.hasWebhooks === false,
    otherMethods: methods.some(({ method }) => method !== 'pix'),
    simulator: simulatorOf(payment, parts),
  };
}

function boletoOf(payment: PaymentRow, { order, methods }: Purchase, parts: StateParts): BoletoView | undefined {
  const { line, barcode, url } = detailsOf(payment).boleto ?? {};
  const digits = line?.replace(/\D/g, '') ?? '';
  if (digits === '' && !url) return undefined;
  const bars = barcode?.replace(/\D/g, '') ?? '';
  return {
    kind: 'boleto',
    line: digits,
    barcode: bars.length === 44 ? bars : null,
    amount: payment.amount,
    // `expiresAt` is the end of the due day; one millisecond before is still that day.
    dueAt: payment.expiresAt === null ? null : payment.expiresAt - 1,
    orderNumber: order?.number ?? null,
    pdf: url ?? null,
    pix: methods.some(({ method }) => method === 'pix'),
    otherMethods: methods.length > 1,
    simulator: simulatorOf(payment, parts),
  };
}

const detailsOf = ({ details }: PaymentRow): PaymentDetails => details ?? {};

const simulatorOf = (payment: PaymentRow, parts: StateParts): string | undefined =>
  providerOf(payment, parts)?.simulatorPath?.(payment.paymentId);

/** The second step. It selects the requested payment method, else the one that failed, else the first that is offered. */
function methodOf(purchase: Purchase, parts: StateParts): MethodView {
  const { pageRequest } = parts;
  const { payments } = purchase;
  const { customer, address } = displayedShopper(purchase);
  const offered = presentMethods(purchase, parts, parts.now);
  const { methods } = offered;
  const newest = payments[0];
  const failed = newest?.state === 'failed' && newest.method !== 'manual' ? newest : undefined;
  const wanted = pageRequest.method ?? failed?.method;
  const chosen = methods.find((method) => method === wanted) ?? methods[0] ?? 'pix';
  return {
    kind: 'method',
    ...offered,
    chosen,
    prices: presentPrices(purchase, methods),
    pricesKey: pricesKey(purchase),
    dataKey: dataKey(parts, purchase),
    divided: presentDivided(purchase, parts, parts.now),
    coupon: couponOf(purchase),
    bump: bumpOf(purchase),
    ...(chosen === 'card' ? cardOf(purchase, parts) : { card: null }),
    person: {
      name: customer.name ?? null,
      email: customer.email ?? null,
      address: addressLine(address),
    },
    editable: true,
    awaitsEarlierCode: payments.some(({ method }) => method === 'pix' || method === 'boleto'),
    anotherOrder: isOfAnother(purchase, pageRequest),
    refused:
      failed && failed.method !== 'manual' ? { method: failed.method, reason: failed.reason ?? 'declined' } : null,
  };
}

/** COM28: the coupon field; null: the store has no coupon, and none was entered. */
function couponOf({ pricing: { coupon, refusedCoupon, hasCoupons } }: Purchase): MethodView['coupon'] {
  if (!hasCoupons && !coupon && !refusedCoupon) return null;
  return { entered: coupon?.code ?? null, refused: refusedCoupon };
}

/** COM30: the order bump. */
function bumpOf({ pricing: { bump, isBumpAccepted } }: Purchase): MethodView['bump'] {
  if (!bump) return null;
  const { bumpId, title, description, image, price, originalPrice } = bump;
  return { bumpId, title, description, image, price, originalPrice, isAccepted: isBumpAccepted };
}

/** The card form of the account that takes cards now (COM40). */
function cardOf(purchase: Purchase, parts: StateParts): Pick<MethodView, 'card' | 'cardAccount'> {
  const paying = payingAccount(purchase, 'card', parts.now);
  const provider = paying && providerOf(paying.account, parts);
  if (!provider?.cardForm) return { card: null };
  // The customer data of a checkout request is not validated.
  const document = checkDocument(purchase.customer.document ?? '');
  const card = provider.cardForm(paying!.account.settings, {
    total: payable(purchase, { method: 'card', installments: 1 }).total,
    // In a browser that did not enter the document, the shopper types it again (COM24).
    document: unmaskedMembers(enteredIn(purchase)).has('document') && document.ok ? document.value : null,
    testNumber: parts.pageRequest.testNumber,
  });
  return { card, cardAccount: { provider: paying!.account.provider, isFallback: paying!.isFallback } };
}
