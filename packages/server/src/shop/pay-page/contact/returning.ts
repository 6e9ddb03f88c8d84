import { checkEmail, checkPhone } from '@retoma/commerce';
import { renderCheckout, type ReturningView } from '@retoma/pay';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { quotedPurchase } from '../../checkouts/freight/quote-checkout.ts';
import { enteredIn, missingOf, storedOf } from '../../checkouts/purchase.ts';
import { isCodeOpen, proveCode, requestCode, type CodeContact } from '../../checkouts/shopper-codes.ts';
import type { Context } from '../../../context.ts';
import { sendShopperCode, type ShopperCodeMessage } from '../../../providers/connections/channels/send-shopper-code.ts';
import { networkIn } from '../../../stores/guards/address-limit.ts';
import { presentReturning } from '../present/pay-details.ts';
import { displayedFields } from '../present/displayed-fields.ts';
import { presentPayPage } from '../present/pay-page.ts';
import { rememberEntered } from '../entered-cookie.ts';
import { mayPost, openPurchase, type OpenPurchase } from '../open-purchase.ts';
import { localeOf, sendPage } from '../send-page.ts';

type CodeForm = Readonly<Record<string, string | undefined>>;

/** COM35: GET and POST /pay/:checkoutId/code: a shopper who bought before gets their data back with a one-time code. */
export function addReturning(app: FastifyInstance, context: Context): void {
  app.get('/pay/:checkoutId/code', async (request, reply) => {
    const opened = await openPurchase(context, request, reply);
    if (!opened) return reply;
    if (!mayReturn(context, opened)) return reply.redirect(linkOf(opened), 303);
    const isAgain = (request.query as Record<string, unknown>)['again'] !== undefined;
    const isOpen = !isAgain && (await isCodeOpen(context, checkoutIdOf(opened)));
    return sendReturning(context, request, reply, opened, { step: isOpen ? 'code' : 'contact' });
  });
  app.post('/pay/:checkoutId/code', async (request, reply) => {
    if (!mayPost(context, request, reply)) return reply;
    const opened = await openPurchase(context, request, reply);
    if (!opened) return reply;
    if (!mayReturn(context, opened)) return reply.redirect(linkOf(opened), 303);
    const form = (request.body ?? {}) as CodeForm;
    return form['code'] === undefined
      ? askForCode(context, request, reply, opened, form['contact'] ?? '')
      : prove(context, request, reply, opened, form['code']);
  });
}

const checkoutIdOf = ({ purchase }: OpenPurchase): string => purchase.checkout.checkoutId;
const linkOf = (opened: OpenPurchase): string => `/pay/${checkoutIdOf(opened)}`;

/** Whether details are still asked for, and a code can be sent. */
function mayReturn(context: Context, opened: OpenPurchase): boolean {
  const { state } = presentPayPage(context, opened);
  return state.kind === 'details' && state.offersCode;
}

async function askForCode(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  opened: OpenPurchase,
  typed: string,
): Promise<FastifyReply> {
  const { store, purchase } = opened;
  const contact = contactIn(typed, opened);
  if (!contact) return sendReturning(context, request, reply, opened, { contact: typed, problem: 'contact' });
  const source = { storeId: store.storeId, network: networkIn(context, request) };
  const requested = await requestCode(context, source, purchase.checkout.checkoutId, contact);
  if (!requested.ok) {
    context.metrics.abuseLimited.inc({ limit: 'codes' });
    return sendReturning(context, request, reply, opened, { contact: typed, problem: 'limit' });
  }
  const { code } = requested;
  const message = { kind: contact.kind, to: contact.value, locale: localeOf(request) };
  // Not awaited: the time of the response would say whether there is something to send.
  if (code !== null) void send(context, request, opened, { ...message, code });
  return reply.redirect(`${linkOf(opened)}/code`, 303);
}

/** How long a provider may take, in milliseconds. */
const sendTimeoutMs = 20_000;

async function send(
  context: Context,
  { id: requestId }: FastifyRequest,
  { store }: OpenPurchase,
  message: ShopperCodeMessage,
): Promise<void> {
  try {
    const isSent = await sendShopperCode(context, store, message, AbortSignal.timeout(sendTimeoutMs));
    context.log.info({ requestId, storeId: store.storeId, isSent }, 'one-time code sent');
  } catch (error) {
    context.log.warn({ err: error, requestId, storeId: store.storeId }, 'one-time code not sent');
  }
}

/** The typed contact, or the stored one where its masked value was left as it is; undefined: it is neither an e-mail nor a phone. */
function contactIn(typed: string, { purchase }: OpenPurchase): CodeContact | undefined {
  const { email: displayedEmail, phone: displayedPhone } = displayedFields(purchase);
  const { email, phone } = purchase.customer;
  const asEmail = checkEmail(typed.trim() === displayedEmail ? (email ?? '') : typed);
  if (asEmail.ok) return { kind: 'email', value: asEmail.value };
  const asPhone = checkPhone(typed.trim() === displayedPhone ? (phone ?? '') : typed);
  return asPhone.ok ? { kind: 'phone', value: asPhone.value } : undefined;
}

async function prove(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  opened: OpenPurchase,
  typed: string,
): Promise<FastifyReply> {
  const checkoutId = checkoutIdOf(opened);
  const by = { entered: enteredIn(opened.purchase), requested: storedOf(opened.purchase).requested };
  const result = await proveCode(context, opened.store, checkoutId, { typed, by });
  if (typeof result === 'object') {
    rememberEntered(context, reply, checkoutId, { kind: 'form', entered: result.entered });
    // COM32: the CEP came with the code, so no page has asked the carriers for it.
    const source = { entered: result.entered, network: networkIn(context, request) };
    const purchase = await quotedPurchase(context, checkoutId, source);
    const isShippingLeft = purchase && missingOf(purchase).join() === 'shipping';
    return reply.redirect(`${linkOf(opened)}${isShippingLeft ? '#shipping' : ''}`, 303);
  }
  const isOpen = result === 'wrong' && (await isCodeOpen(context, checkoutId));
  const problem = isOpen ? 'wrong' : 'expired';
  return sendReturning(context, request, reply, opened, { step: isOpen ? 'code' : 'contact', problem });
}

/** Shows the page of the code, 422 with a problem. */
function sendReturning(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  opened: OpenPurchase,
  more: Partial<ReturningView>,
): FastifyReply {
  const state = { ...presentReturning(opened.purchase), ...more };
  const view = { ...presentPayPage(context, opened), state };
  return sendPage(reply, renderCheckout(view, localeOf(request)), state.problem === null ? 200 : 422);
}
