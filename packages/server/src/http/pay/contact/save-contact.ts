import { isReachable } from '@retoma/commerce';
import type { FastifyInstance } from 'fastify';
import { forgetContact } from '../../../privacy/forget-contact.ts';
import { holdEntered } from '../../../checkouts/hold-contact.ts';
import { readPurchase, type Purchase } from '../../../checkouts/purchase.ts';
import { saveShopper } from '../../../checkouts/save-shopper.ts';
import type { Context } from '../../../context.ts';
import { checkContact } from '../../../checkouts/check-contact.ts';
import { networkIn } from '../../guards/address-limit.ts';
import { enteredAll, unmaskForm } from '../../present/pay-details.ts';
import { rememberBrowser } from '../known-browser.ts';
import { mayPost, openPurchase } from '../open-purchase.ts';
import { browserIn } from '../show-checkout.ts';

/**
 * COM34: POST /pay/:checkoutId/contact: the script sends the e-mail and the phone while they are typed, so that a shopper who leaves is a
 * lead (COM1). Invalid values are ignored. `forget`: the shopper wants nothing stored yet. Always 204, so that it reveals nothing.
 */
export function addSaveContact(app: FastifyInstance, context: Context): void {
  app.post('/pay/:checkoutId/contact', async (request, reply) => {
    if (!mayPost(context, request, reply)) return reply;
    const opened = await openPurchase(context, request, reply);
    if (!opened) return reply;
    const { purchase, store } = opened;
    const { checkoutId } = purchase.checkout;
    reply.code(204).header('cache-control', 'no-store');
    // With an order the form of the first step is the only way: it also revises the order.
    if (purchase.order) return reply.send();
    const typed = (request.body ?? {}) as Readonly<Record<string, string | undefined>>;
    if (typed['forget'] !== undefined) {
      if (mayForget(purchase)) await forgetContact(context, { storeId: store.storeId, checkoutId });
      return reply.send();
    }
    const form = opened.isKnown ? typed : unmaskForm(typed, purchase);
    const entered = checkContact(form);
    if (!isReachable(entered)) return reply.send();
    const source = { storeId: store.storeId, network: networkIn(context, request) };
    // COM21: the contact is held before the checkout becomes a lead.
    if (await holdEntered(context, source, checkoutId, { known: purchase.customer, entered })) {
      context.metrics.abuseLimited.inc({ limit: 'contacts' });
    }
    await saveShopper(context, store, checkoutId, { customer: entered }, browserIn(request));
    const saved = await readPurchase(context, checkoutId);
    if (saved && (opened.isKnown || enteredAll(typed, [], saved))) rememberBrowser(context, reply, saved);
    return reply.send();
  });
}

/** Whether the contact came from this page alone: what the store itself sent with the cart is the store's. */
const mayForget = ({ checkout }: Purchase): boolean => !isReachable(checkout.request.customer ?? {});
