import { checkZipcode } from '@retoma/commerce';
import { renderShipping } from '@retoma/pay';
import type { FastifyInstance } from 'fastify';
import { quoteCheckout } from '../../checkouts/freight/quote-checkout.ts';
import type { Context } from '../../../context.ts';
import { RateLimiter } from '../../../base/net/rate-limiter.ts';
import { sendError } from '../../../http/errors.ts';
import { networkIn } from '../../../stores/guards/address-limit.ts';
import { presentOptions } from '../present/pay-details.ts';
import { openPurchase } from '../open-purchase.ts';
import { localeOf, sendPage } from '../send-page.ts';

/**
 * POST /pay/:checkoutId/freight: COM32, the ways of delivery for a CEP, as a part of the page, for its script. Without a script the first
 * step asks the same when it is sent.
 */
export function addQuoteFreight(app: FastifyInstance, context: Context): void {
  const limiter = new RateLimiter({ perSecond: 0.2, burst: 12 });
  app.post('/pay/:checkoutId/freight', async (request, reply) => {
    const { checkoutId } = request.params as { checkoutId: string };
    reply.header('cache-control', 'no-store');
    const { allowed, retryAfter } = limiter.take(checkoutId.slice(0, 40).toLowerCase(), context.clock());
    if (!allowed) return sendError(reply.header('retry-after', retryAfter), 'RATE_LIMITED');
    const opened = await openPurchase(context, request, reply);
    if (!opened) return reply;
    const { purchase, store } = opened;
    const checked = checkZipcode((request.body as Record<string, string | undefined> | null)?.['zipcode'] ?? '');
    const isClosed = purchase.checkout.state === 'paid' || purchase.checkout.state === 'expired';
    if (!checked.ok || isClosed || !purchase.freight.needsZipcode) return reply.code(204).send();
    const offers = await quoteCheckout(context, purchase, checked.value, networkIn(context, request));
    const view = presentOptions(offers, { now: context.clock(), timeZone: store.timeZone });
    return sendPage(reply, renderShipping(view, purchase.shopper?.shippingOptionId ?? null, localeOf(request)));
  });
}
