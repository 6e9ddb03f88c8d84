import { paymentMethods, type CouponRefusal, type PaymentMethod, type PaymentRefusal } from '@retoma/commerce';
import { renderCheckout } from '@retoma/pay';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { enteredIn, readPurchase } from '../checkouts/purchase.ts';
import type { Context } from '../../context.ts';
import { isFree } from '../orders/placed-order.ts';
import { placeOrder, type Choice, type Placed, type PlacingRefusal } from '../orders/place-order.ts';
import { networkIn } from '../../stores/guards/address-limit.ts';
import { dataKey } from './present/data-key.ts';
import { presentPayPage } from './present/pay-page.ts';
import { presentStore } from './present/store-view.ts';
import { refuseCoupon } from './pricing/choose-coupon.ts';
import { withOfferedMethods } from './offered-methods.ts';
import { mayPost, openPurchase, type OpenPurchase } from './open-purchase.ts';
import { plainRequest } from './page-request.ts';
import { localeOf, sendNotice, sendPage } from './send-page.ts';

type Form = Readonly<Record<string, string | undefined>>;

/** POST /pay/:checkoutId/pay: the second step. `card` without the data of a card redirects to the page for entering it. */
export function addStartPayment(app: FastifyInstance, context: Context): void {
  app.post('/pay/:checkoutId/pay', async (request, reply) => {
    if (!mayPost(context, request, reply)) return reply;
    const found = await openPurchase(context, request, reply);
    if (!found) return reply;
    const opened = await withOfferedMethods(context, request, found);
    const form = (request.body ?? {}) as Form;
    const method = methodIn(form);
    const address = `/pay/${opened.purchase.checkout.checkoutId}`;
    const card = method === 'card' ? cardIn(form) : null;
    const needsCard = method === 'card' && !isFree(opened.purchase, { method, installments: 1 });
    if (needsCard && form['token'] === undefined) return reply.redirect(`${address}?method=card`, 303);
    const { checkoutId } = opened.purchase.checkout;
    const provider = card ? form['provider'] : undefined;
    const network = networkIn(context, request);
    const { stored } = opened.purchase;
    const displayedKey = dataKey(context, opened.purchase);
    const by = { entered: enteredIn(opened.purchase), stored, isConfirmed: form['confirmed'] === displayedKey };
    const prices = form['prices'];
    const choice = { store: opened.store, checkoutId, method, card, provider, expectedPrices: prices, network, by };
    if (form['data'] !== undefined && form['data'] !== displayedKey) {
      return refusePayment(context, request, reply, {
        opened,
        choice,
        code: 'DATA_CHANGED',
        missing: [],
        coupon: undefined,
      });
    }
    const placed = await (card ? placeByCard(context, request, choice) : placeOrder(context, choice));
    if (placed.ok) return reply.redirect(address, 303);
    // This attempt may have changed whether cards are offered.
    const offered = card ? await withOfferedMethods(context, request, found) : opened;
    const { code, missing = [], coupon } = placed;
    return refusePayment(context, request, reply, { opened: offered, choice, code, missing, coupon });
  });
}

/** The payment method in a form. A purchase that costs nothing by any method sends none, and accepts any. */
export const methodIn = (form: Form): PaymentMethod =>
  paymentMethods.find((one) => one === form['method']) ?? paymentMethods[0];

/** COM23: places an order by card, unless too many cards were refused. */
async function placeByCard(context: Context, request: FastifyRequest, choice: Choice): Promise<Placed> {
  const { cardAttempts, metrics } = context;
  const attemptId = await cardAttempts.begin({
    storeId: choice.store.storeId,
    network: networkIn(context, request),
  });
  if (attemptId === undefined) {
    metrics.abuseLimited.inc({ limit: 'cards' });
    return { ok: false, code: 'METHOD_NOT_OFFERED' };
  }
  const placed = await placeOrder(context, choice);
  if (!placed.ok || placed.paymentId === null) await cardAttempts.end(attemptId, 'unused');
  else {
    const purchase = await readPurchase(context, choice.checkoutId);
    const payment = purchase?.payments.find(({ paymentId }) => paymentId === placed.paymentId);
    // COM40: a provider that was never reached asked no bank.
    const result = payment?.neverMade ? 'unused' : payment?.state === 'failed' ? 'refused' : 'accepted';
    await cardAttempts.end(attemptId, result);
  }
  return placed;
}

/** The card token that the provider's script made, with its details; null: none or invalid. */
function cardIn(form: Form): Choice['card'] {
  const token = form['token']?.slice(0, 500) ?? '';
  const installments = Number(form['installments'] ?? 1);
  if (token === '' || !Number.isInteger(installments) || installments < 1 || installments > 36) return null;
  const lastDigits = /^\d{4}$/.exec(form['last_digits'] ?? '')?.[0] ?? null;
  // It goes into a header of a request to the provider.
  const deviceSession = /^[\w.:-]{1,200}$/.exec(form['device'] ?? '')?.[0] ?? null;
  return { token, installments, brand: form['brand']?.slice(0, 50) || null, lastDigits, deviceSession };
}

/** The refusals shown on the page of the second step; the rest redirect. */
const reasons: Partial<Record<PlacingRefusal, PaymentRefusal>> = {
  METHOD_NOT_OFFERED: 'unavailable',
  CARD_MISSING: 'check_data',
  TOO_MANY_PAYMENTS: 'too_many_attempts',
  INSTALLMENTS_NOT_OFFERED: 'installments_not_accepted',
};

/** COM24: the refusals because of the data with which an order is placed. */
const changes: Partial<Record<PlacingRefusal, 'data' | 'another'>> = {
  DATA_CHANGED: 'data',
  ANOTHER_SHOPPER: 'another',
};

type Refusal = {
  opened: OpenPurchase;
  choice: Choice;
  code: PlacingRefusal;
  missing: readonly string[];
  coupon: CouponRefusal | undefined;
};

async function refusePayment(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { opened, choice, code, missing, coupon }: Refusal,
): Promise<FastifyReply> {
  const { method, checkoutId, store } = choice;
  const address = `/pay/${checkoutId}`;
  const reason = reasons[code];
  if (code === 'CHECKOUT_NOT_FOUND') return sendNotice(request, reply, { kind: 'unknown-link' });
  if (code === 'STORE_INACTIVE') {
    return sendNotice(request, reply, { kind: 'store-inactive', store: presentStore(store) });
  }
  if (code === 'DATA_MISSING') {
    const isForBoleto = method === 'boleto' && missing.includes('address');
    return reply.redirect(`${address}?edit${isForBoleto ? '=boleto' : ''}`, 303);
  }
  if (coupon) return refuseCoupon(context, request, reply, opened, coupon);
  const hasNewPrice = code === 'PRICE_CHANGED';
  const changed = changes[code] ?? null;
  // Expired, paid, cancelled, in progress or below the minimum order: the page shows that state.
  if (reason === undefined && !hasNewPrice && !changed) return reply.redirect(address, 303);
  const pageRequest = { ...plainRequest, choose: true, method };
  const view = presentPayPage(context, await currentOf(context, opened, changed), pageRequest);
  const refused = reason === undefined ? null : { method, reason };
  const state = view.state.kind === 'method' ? { ...view.state, refused, hasNewPrice, changed } : view.state;
  return sendPage(reply, renderCheckout({ ...view, state }, localeOf(request)), 422);
}

/** COM24: the purchase as it is now, if it changed after the page was shown. */
async function currentOf(context: Context, opened: OpenPurchase, changed: unknown): Promise<OpenPurchase> {
  if (changed === null) return opened;
  const { checkout, entered, methods } = opened.purchase;
  const now = await readPurchase(context, checkout.checkoutId, entered);
  return now ? { ...opened, purchase: { ...now, methods } } : opened;
}
