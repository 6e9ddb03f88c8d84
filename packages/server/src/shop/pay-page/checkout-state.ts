import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { presentPayPage } from './present/pay-page.ts';
import { openPurchase } from './open-purchase.ts';

/** GET /pay/:checkoutId/state: the key of the purchase's state. An open page reloads itself if the key differs from its own. */
export function addCheckoutState(app: FastifyInstance, context: Context): void {
  app.get('/pay/:checkoutId/state', async (request, reply) => {
    const opened = await openPurchase(context, request, reply);
    if (!opened) return reply;
    return reply.header('cache-control', 'no-store').send({ state: presentPayPage(context, opened).stateKey });
  });
}
