import { checkEmail, checkPhone, isReachable } from '@retoma/commerce';
import type { FastifyInstance } from 'fastify';
import { holdEntered } from '../../checkouts/hold-contact.ts';
import { enteredIn, storedOf, type Purchase } from '../../checkouts/purchase.ts';
import { saveShopper } from '../../checkouts/save-shopper.ts';
import type { Context } from '../../../context.ts';
import type { ShopperCustomer } from '../../checkouts/queries/shoppers.ts';
import { networkIn } from '../../../stores/guards/address-limit.ts';
import { enteredByBrowsers, knows, nothingEntered } from '../../checkouts/entered/entered.ts';
import { forgetEntered, rememberEntered } from '../entered-cookie.ts';
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
    const before = enteredIn(purchase);
    if (typed['forget'] !== undefined) {
      if (!mayForget(purchase)) return reply.send();
      await context.forgetContact({ storeId: store.storeId, checkoutId });
      const { email: _email, phone: _phone, ...customer } = before.customer;
      forgetEntered(context, reply, checkoutId, { ...before, customer });
      return reply.send();
    }
    // A masked value is not a valid one.
    const contact = checkContact(typed);
    if (!isReachable(contact)) return reply.send();
    const source = { storeId: store.storeId, network: networkIn(context, request) };
    // COM21: the contact is held before the checkout becomes a lead.
    if (await holdEntered(context, source, checkoutId, { known: purchase.customer, entered: contact })) {
      context.metrics.abuseLimited.inc({ limit: 'contacts' });
    }
    const by = { entered: before, requested: storedOf(purchase).requested };
    const saved = await saveShopper(context, store, checkoutId, { customer: contact }, browserIn(request), by);
    if ('issues' in saved && saved.code === 'CHECKOUT_CLOSED') return reply.send();
    const { email, phone } = before.customer;
    const contacts = { ...nothingEntered, customer: { ...(email && { email }), ...(phone && { phone }), ...contact } };
    rememberEntered(context, reply, checkoutId, { kind: 'contact', entered: contacts });
    return reply.send();
  });
}

/** Whether the contact came from this page and this browser: what the store itself sent with the cart is the store's. */
const mayForget = (purchase: Purchase): boolean =>
  !isReachable(purchase.checkout.request.customer ?? {}) &&
  knows(enteredIn(purchase), enteredByBrowsers(storedOf(purchase)));

/** COM13: the e-mail and the phone of a form, as they are stored; invalid or missing ones are left out. */
function checkContact(form: Readonly<Record<string, string | undefined>>): Pick<ShopperCustomer, 'email' | 'phone'> {
  const [email, phone] = [checkEmail(form['email'] ?? ''), checkPhone(form['phone'] ?? '')];
  return { ...(email.ok && { email: email.value }), ...(phone.ok && { phone: phone.value }) };
}
