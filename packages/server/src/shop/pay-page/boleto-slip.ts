import { renderBoletoSlip } from '@retoma/pay';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { displayedOrder } from './present/displayed-shopper.ts';
import { presentPayPage } from './present/pay-page.ts';
import { openPurchase } from './open-purchase.ts';
import { localeOf, sendPage } from './send-page.ts';

/** GET /pay/:checkoutId/boleto: the boleto for printing. Redirects to the payment page if no boleto is waiting. */
export function addBoletoSlip(app: FastifyInstance, context: Context): void {
  app.get('/pay/:checkoutId/boleto', async (request, reply) => {
    const opened = await openPurchase(context, request, reply);
    if (!opened) return reply;
    const view = presentPayPage(context, opened);
    if (view.state.kind !== 'boleto') return reply.redirect(`/pay/${view.checkoutId}`, 303);
    const { customer } = displayedOrder(opened.purchase);
    const payer = [customer.name, customer.document].filter(Boolean).join(' · ');
    return sendPage(reply, renderBoletoSlip(view, view.state, payer, localeOf(request)));
  });
}
