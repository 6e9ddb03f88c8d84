import type { CouponRefusal } from '@retoma/commerce';
import { renderCheckout } from '@retoma/pay';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readPurchase } from '../../checkouts/purchase.ts';
import type { Context } from '../../../context.ts';
import { chooseCoupon } from '../../prices/choose-coupon.ts';
import { presentPayPage } from '../present/pay-page.ts';
import { withOfferedMethods } from '../offered-methods.ts';
import { mayPost, openPurchase, type OpenPurchase } from '../open-purchase.ts';
import { plainRequest } from '../page-request.ts';
import { localeOf, sendPage } from '../send-page.ts';

/** The longest typed text, in characters: a code with spaces. */
export const longestCoupon = 100;

/** POST /pay/:checkoutId/coupon: the coupon of a purchase (COM28); an empty one removes it. */
export function addChooseCoupon(app: FastifyInstance, context: Context): void {
  app.post('/pay/:checkoutId/coupon', async (request, reply) => {
    if (!mayPost(context, request, reply)) return reply;
    const opened = await openPurchase(context, request, reply);
    if (!opened) return reply;
    const { checkout } = opened.purchase;
    const typed = ((request.body ?? {}) as Record<string, string>)['coupon']?.slice(0, longestCoupon) ?? '';
    const chosen = await chooseCoupon(context, opened.store, checkout, typed);
    if (!chosen.ok && chosen.code === 'COUPON_REFUSED') {
      return showRefusal(context, request, reply, opened, { ...chosen.refusal, couponCode: typed });
    }
    return reply.redirect(`/pay/${checkout.checkoutId}?choose`, 303);
  });
}

/** COM28: removes a coupon that was refused when the order was placed, and shows why. */
export async function refuseCoupon(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  opened: OpenPurchase,
  refusal: CouponRefusal,
): Promise<FastifyReply> {
  const couponCode = opened.purchase.shopper?.couponCode ?? '';
  await chooseCoupon(context, opened.store, opened.purchase.checkout, '');
  return showRefusal(context, request, reply, opened, { ...refusal, couponCode });
}

/** Shows the second step, 422, without a coupon and with the reason. */
async function showRefusal(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  opened: OpenPurchase,
  refused: CouponRefusal & { couponCode: string },
): Promise<FastifyReply> {
  const purchase =
    (await readPurchase(context, opened.purchase.checkout.checkoutId, opened.purchase.entered)) ?? opened.purchase;
  const offered = await withOfferedMethods(context, request, { ...opened, purchase });
  const pageRequest = { ...plainRequest, choose: true };
  const view = presentPayPage(context, offered, pageRequest);
  const { state } = view;
  const withReason = state.kind === 'method' ? { ...state, coupon: { entered: null, refused } } : state;
  return sendPage(reply, renderCheckout({ ...view, state: withReason }, localeOf(request)), 422);
}
