import { renderCheckout } from '@retoma/pay';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { attributionOf } from '../checkouts/visits/attribution-request.ts';
import { browserOf } from '../checkouts/visits/browser-request.ts';
import { noteActivity, noteAdvertisedVisit } from '../checkouts/touch-shopper.ts';
import { readPurchase, type Purchase } from '../checkouts/purchase.ts';
import type { Context } from '../../context.ts';
import { chooseCoupon } from '../prices/choose-coupon.ts';
import { presentPayPage } from './present/pay-page.ts';
import { presentReturnLinks } from './present/return-links.ts';
import { presentStore } from './present/store-view.ts';
import { isMachineVisit } from '../../http/bot-detection.ts';
import { withOfferedMethods } from './offered-methods.ts';
import { longestCoupon } from './pricing/choose-coupon.ts';
import { openPurchase, type OpenPurchase } from './open-purchase.ts';
import { localeOf, sendNotice, sendPage } from './send-page.ts';
import { toPageRequest } from './page-request.ts';

/** GET /pay/:checkoutId: the page that a payment link opens. A query string, such as utm_*, is accepted. */
export function addShowCheckout(app: FastifyInstance, context: Context): void {
  app.get('/pay/:checkoutId', async (request, reply) => {
    const opened = await openPurchase(context, request, reply);
    if (!opened) return reply;
    // COM3: a program's visit changes nothing.
    const isMachine = isMachineVisit(request);
    const { purchase, store } = isMachine ? opened : await withLinkedCoupon(context, request, opened);
    const { checkout, order } = purchase;
    if (checkout.state === 'expired' && order?.status !== 'paid') {
      const backUrl = presentReturnLinks(context, purchase, store).cancelUrl;
      return sendNotice(request, reply, { kind: 'expired', store: presentStore(store), backUrl });
    }
    if (!isMachine) recordVisit(context, request, purchase);
    const view = presentPayPage(
      context,
      await withOfferedMethods(context, request, { store, purchase }),
      toPageRequest(request),
    );
    const { state } = view;
    // COM26: updates are announced only if an automation sends them.
    const email = purchase.codeChannels.includes('email') ? purchase.order?.customer?.['email'] : undefined;
    const isSilent =
      state.kind === 'paid' && !(typeof email === 'string' && (await context.sendsUpdates(store, email)));
    const announced = isSilent ? { ...view, state: { ...state, email: null } } : view;
    return sendPage(reply, renderCheckout(announced, localeOf(request)));
  });
}

/** COM28: applies the coupon of the link, `?coupon=CODE`, where the shopper has none and nothing is ordered. One that is refused is ignored. */
async function withLinkedCoupon(
  context: Context,
  request: FastifyRequest,
  opened: OpenPurchase,
): Promise<OpenPurchase> {
  const { purchase, store } = opened;
  const { coupon } = request.query as Record<string, unknown>;
  const isEntered = purchase.shopper?.couponCode != null;
  if (typeof coupon !== 'string' || isEntered || purchase.order || !purchase.pricing.hasCoupons) return opened;
  const chosen = await chooseCoupon(context, store, purchase.checkout, coupon.slice(0, longestCoupon));
  return chosen.ok
    ? { purchase: (await readPurchase(context, purchase.checkout.checkoutId, purchase.entered)) ?? purchase, store }
    : opened;
}

/** A visit within this time, in milliseconds, is not recorded again. */
const notedForMs = 15_000;

/** COM5: opening the page is activity. It is recorded without delaying the response, unless an order is in progress or paid. */
function recordVisit(
  context: Context,
  request: FastifyRequest,
  { checkout, order, shopper, advertises }: Purchase,
): void {
  if (order && order.status !== 'failed' && order.status !== 'cancelled') return;
  if (checkout.state === 'open' && shopper && context.clock() - shopper.activeAt < notedForMs) return;
  const noted = advertises
    ? noteAdvertisedVisit(context, { checkout, shopper }, browserIn(request), attributionIn(context, request))
    : noteActivity(context, checkout.checkoutId, browserIn(request));
  noted.catch((error: unknown) =>
    context.log.warn({ err: error, requestId: request.id }, 'shopper activity not recorded'),
  );
}

/** COM37: the attribution in a request to the page of a checkout. */
export const attributionIn = (
  { clock }: Context,
  { ip, headers, query, protocol, host, params }: FastifyRequest,
): ReturnType<typeof attributionOf> =>
  attributionOf({
    ip,
    userAgent: headers['user-agent'],
    cookie: headers.cookie,
    query: query as Record<string, unknown>,
    pageUrl: `${protocol}://${host}/pay/${(params as { checkoutId: string }).checkoutId}`,
    now: clock(),
  });

/** The stored data of the browser that sent a request. */
export const browserIn = ({ ip, headers, query }: FastifyRequest): ReturnType<typeof browserOf> =>
  browserOf({
    ip,
    userAgent: headers['user-agent'],
    referrer: headers.referer,
    query: query as Record<string, unknown>,
  });
