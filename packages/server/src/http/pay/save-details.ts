import { checkCustomer, customerHints, needsShipping, type PersonIssue } from '@retoma/commerce';
import { consentVersion, renderCheckout, type DetailField, type FieldIssue, type Locale } from '@retoma/pay';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseShipping } from '../../checkouts/choose-shipping.ts';
import { holdEntered } from '../../checkouts/hold-contact.ts';
import { missingOf, readPurchase, type Purchase } from '../../checkouts/purchase.ts';
import { quotedPurchase } from '../../checkouts/freight/quote-checkout.ts';
import { purposesOf, saveConsents, type ConsentForm } from '../../checkouts/save-consents.ts';
import { saveShopper } from '../../checkouts/save-shopper.ts';
import { noteAttribution } from '../../checkouts/touch-shopper.ts';
import { reviseOrder } from '../../orders/revise-order.ts';
import type { Context } from '../../context.ts';
import { networkIn } from '../guards/address-limit.ts';
import { enteredAll, presentDetails, unmaskForm } from '../present/pay-details.ts';
import { presentPayPage } from '../present/pay-page.ts';
import { rememberBrowser } from './known-browser.ts';
import { withOfferedMethods } from './offered-methods.ts';
import { mayPost, openPurchase, type OpenPurchase } from './open-purchase.ts';
import { localeOf, sendPage } from './send-page.ts';
import { attributionIn, browserIn } from './show-checkout.ts';

type Form = Readonly<Record<string, string | undefined>>;

/**
 * POST /pay/:checkoutId/data: the first step. Valid fields are stored even if others are invalid. Then the page continues, or shows the
 * form again with everything that was typed.
 */
export function addSaveDetails(app: FastifyInstance, context: Context): void {
  app.post('/pay/:checkoutId/data', async (request, reply) => {
    if (!mayPost(context, request, reply)) return reply;
    const opened = await openPurchase(context, request, reply);
    if (!opened) return reply;
    const form = (request.body ?? {}) as Form;
    const issues = await save(context, request, opened, opened.isKnown ? form : unmaskForm(form, opened.purchase));
    const { order, checkout } = opened.purchase;
    const network = networkIn(context, request);
    if (order) await reviseOrder(context, opened.store.storeId, checkout.checkoutId, network);
    if (issues === 'closed') return reply.redirect(addressOf(opened), 303);
    await noteAttribution(context, opened.purchase, attributionIn(context, request));
    await saveConsents(context, opened.purchase, consentsIn(form, opened.purchase, localeOf(request)));
    const purchase = (await readPurchase(context, opened.purchase.checkout.checkoutId)) ?? opened.purchase;
    const isKnown = opened.isKnown || enteredAll(form, issues, purchase);
    if (isKnown) rememberBrowser(context, reply, purchase);
    if (issues.length > 0) {
      const offered = await withOfferedMethods(context, request, { ...opened, purchase, isKnown });
      return again(context, request, reply, { opened: offered, form, issues: visibleIssues(issues, form) });
    }
    const isFreightMissing = missingOf(purchase).includes('shipping');
    const next = form['address_for'] === 'boleto' ? '?method=boleto' : isFreightMissing ? '#shipping' : '';
    return reply.redirect(`${addressOf(opened)}${next}`, 303);
  });
}

/** COM36: the decisions in a form. */
function consentsIn(form: Form, purchase: Purchase, locale: Locale): ConsentForm {
  const offered = (form['consents'] ?? '').split(' ');
  const purposes = purposesOf(purchase).filter((purpose) => offered.includes(purpose));
  const ticked = purposes.filter((purpose) => form[purpose] !== undefined);
  return { purposes, ticked, textVersion: consentVersion(locale) };
}

const addressOf = ({ purchase }: OpenPurchase): string => `/pay/${purchase.checkout.checkoutId}`;

/** Saves the form and returns its issues. `closed`: the checkout accepts no more changes. */
async function save(
  context: Context,
  request: FastifyRequest,
  { purchase, store }: OpenPurchase,
  form: Form,
): Promise<FieldIssue[] | 'closed'> {
  const { checkoutId, request: requested } = purchase.checkout;
  const number = form['no_number'] === undefined ? form['number'] : 's/n';
  const asksAddress = needsShipping(requested.cart) || form['address_for'] === 'boleto';
  const shopper = { customer: form, ...(asksAddress && { address: { ...form, number } }) };
  const source = { storeId: store.storeId, network: networkIn(context, request) };
  const { customer: entered } = checkCustomer(form);
  // COM21: the contact is held before the checkout becomes a lead.
  if (await holdEntered(context, source, checkoutId, { known: purchase.customer, entered })) {
    context.metrics.abuseLimited.inc({ limit: 'contacts' });
  }
  const saved = await saveShopper(context, store, checkoutId, shopper, browserIn(request));
  if (!saved.ok && saved.code !== 'INVALID_PERSON') return 'closed';
  const issues: FieldIssue[] = saved.ok ? [] : [...saved.issues];
  const name = form['name']?.trim() ?? '';
  const mustConfirm = form['confirmed_name'] === name || issues.some(({ field }) => field === 'name');
  const hint = !mustConfirm && customerHints({ name }).find(({ code }) => code === 'name_one_word');
  if (hint) issues.push({ field: 'name', code: 'name_one_word' });
  const offered = await quotedPurchase(context, checkoutId);
  if (!offered || offered.shippingOptions.length === 0) return issues;
  // COM32: the offers depend on the CEP that came with this form, so its page had none: the next page shows them.
  if (offered.freight.needsZipcode && form['shipping'] === undefined) return issues;
  const chosen = await chooseShipping(context, store, checkoutId, form['shipping'] ?? '');
  if (chosen.ok) return issues;
  if (chosen.code !== 'NO_SUCH_OPTION') return 'closed';
  const code = form['shipping'] ? 'shipping_gone' : 'shipping_missing';
  return [...issues, { field: 'shipping', code }];
}

/** Shows the form again, 422, with everything that was typed, even if it was refused. */
function again(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { opened, form, issues }: { opened: OpenPurchase; form: Form; issues: readonly (FieldIssue | PersonIssue)[] },
): FastifyReply {
  const { purchase, isKnown } = opened;
  const isBoleto = form['address_for'] === 'boleto';
  const state = presentDetails(purchase, {
    pageRequest: { edit: isBoleto ? 'boleto' : 'details', documentKind: kindIn(form) },
    isKnown,
    payments: context.payments,
    now: context.clock(),
    store: opened.store,
  });
  const typed: Partial<Record<DetailField, string>> = { ...state.typed };
  for (const [name, value] of Object.entries(form)) if (value !== undefined) typed[name as DetailField] = value;
  if (form['no_number'] !== undefined) typed.number = 's/n';
  const confirmedName = issues.some(({ code }) => code === 'name_one_word') ? form['name']?.trim() : undefined;
  const view = presentPayPage(context, opened);
  return sendPage(
    reply,
    renderCheckout({ ...view, state: { ...state, typed, issues: inOrder(issues), confirmedName } }, localeOf(request)),
    422,
  );
}

const kindIn = (form: Form): 'cpf' | 'cnpj' => (form['document_kind'] === 'cnpj' ? 'cnpj' : 'cpf');

const order = [
  'email',
  'phone',
  'name',
  'document',
  'zipcode',
  'street',
  'number',
  'complement',
  'neighborhood',
  'city',
];

const afterZipcode = ['street', 'number', 'neighborhood', 'city', 'state'] as const;

/** COM13: the issues to show. An address of which nothing is written is asked for by its CEP alone, which fills in the rest. */
function visibleIssues(issues: readonly FieldIssue[], form: Form): FieldIssue[] {
  const isEmpty = [...afterZipcode, 'complement', 'no_number'].every((name) => !form[name]?.trim());
  const isZipcodeFirst = isEmpty && issues.some(({ field }) => field === 'zipcode');
  return issues.filter(({ field }) => !isZipcodeFirst || !afterZipcode.some((name) => name === field));
}

/** Sorts issues by the order of the fields on the page. */
const inOrder = (issues: readonly FieldIssue[]): FieldIssue[] =>
  [...issues].sort((one, other) => fieldOrder(one) - fieldOrder(other));
const fieldOrder = ({ field }: FieldIssue): number => (order.includes(field) ? order.indexOf(field) : order.length);
