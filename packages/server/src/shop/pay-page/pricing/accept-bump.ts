import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { acceptBump } from '../../prices/accept-bump.ts';
import { mayPost, openPurchase } from '../open-purchase.ts';

/** POST /pay/:checkoutId/bump: adds the order bump to a purchase (COM30); an empty id removes it. */
export function addAcceptBump(app: FastifyInstance, context: Context): void {
  app.post('/pay/:checkoutId/bump', async (request, reply) => {
    if (!mayPost(context, request, reply)) return reply;
    const opened = await openPurchase(context, request, reply);
    if (!opened) return reply;
    const bumpId = ((request.body ?? {}) as Record<string, string>)['bump']?.slice(0, 40) || null;
    // One that is gone is not added; the page shows what is offered now.
    await acceptBump(context, opened.store, opened.purchase, bumpId);
    return reply.redirect(`/pay/${opened.purchase.checkout.checkoutId}?choose`, 303);
  });
}
