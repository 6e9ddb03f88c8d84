import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { pollNow } from '../orders/payments/poll-payments.ts';
import { openPurchase } from './open-purchase.ts';

/**
 * GET /pay/:checkoutId/returned: where the bank's page of a challenge leads (COM39). The payment is looked up, whatever the query says, and
 * the page shows what became of it. At most once in 5 s for a checkout: otherwise the page shows what is known.
 */
export function addReturnFromBank(app: FastifyInstance, context: Context): void {
  app.get('/pay/:checkoutId/returned', async (request, reply) => {
    const opened = await openPurchase(context, request, reply);
    if (!opened) return reply;
    const { checkout, payments } = opened.purchase;
    const challenged = payments.filter(({ challengeUrl }) => challengeUrl !== null);
    // Anyone can open this address, and each look-up counts against the store's limit at its provider.
    const { allowed } = context.limits.returns.take(checkout.checkoutId, context.clock());
    if (allowed) {
      await pollNow(
        context,
        challenged.map(({ paymentId }) => paymentId),
      );
    }
    return reply.redirect(`/pay/${checkout.checkoutId}?returned`, 303);
  });
}
