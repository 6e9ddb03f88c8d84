import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { openEventStreams } from '../../http/event-stream.ts';
import { openPurchase } from './open-purchase.ts';

const changed = 'data: changed';

/**
 * GET /pay/:checkoutId/events: server-sent events. An event only signals that the purchase may have changed; the page then requests its
 * state. While nothing changes no query is made.
 */
export function addCheckoutEvents(app: FastifyInstance, context: Context): void {
  const stream = openEventStreams(app);
  app.get('/pay/:checkoutId/events', async (request, reply) => {
    const opened = await openPurchase(context, request, reply);
    if (!opened) return reply;
    const { checkoutId } = opened.purchase.checkout;
    return stream(request, reply, {
      listen: (say) => context.changes.listen(checkoutId, () => say(changed)),
      first: () => changed,
      alive: () => ':',
      heartbeatMs: 25_000,
      // Limits the stream of a forgotten page.
      longestMs: 30 * 60_000,
    });
  });
}
