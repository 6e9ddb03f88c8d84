import { isDeepStrictEqual } from 'node:util';
import { checkCustomer, customerHints, needsShipping, type PersonIssue } from '@retoma/commerce';
import { consentVersion, renderCheckout, type DetailField, type FieldIssue, type Locale } from '@retoma/pay';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseShipping } from '../checkouts/choose-shipping.ts';
import { mayRevise, mayStore, valuesOf, type Entered } from '../checkouts/entered/entered.ts';
import { holdEntered } from '../checkouts/hold-contact.ts';
import { enteredIn, missingOf, readPurchase, storedOf, type Purchase } from '../checkouts/purchase.ts';
import { quotedPurchase } from '../checkouts/freight/quote-checkout.ts';
import { purposesOf, saveConsents, type ConsentForm } from '../checkouts/save-consents.ts';
import { saveShopper } from '../checkouts/save-shopper.ts';
import { noteAttribution } from '../checkouts/touch-shopper.ts';
import { reviseOrder } from '../orders/revise-order.ts';
import type { Context } from '../../context.ts';
import { networkIn } from '../../stores/guards/address-limit.ts';
import { presentDetails } from './present/pay-details.ts';
import { isMasked, typedIn } from './present/displayed-fields.ts';
import { presentPayPage } from './present/pay-page.ts';
import { rememberEntered } from './entered-cookie.ts';
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
    const saved = await save(context, request, opened, form);
    if (saved === 'closed') return reply.redirect(addressOf(opened), 303);
    const { entered, issues } = saved;
    const { checkoutId } = opened.purchase.checkout;
    const before = enteredIn(opened.purchase);
    await noteAttribution(context, opened.purchase, attributionIn(context, request));
    // COM24: what another browser's shopper agrees to is not this one's to say.
    if (mayStore(before, entered, storedOf(opened.purchase))) {
      await saveConsents(context, opened.purchase, consentsIn(form, opened.purchase, localeOf(request)));
    }
    const current = (await readPurchase(context, checkoutId, entered)) ?? opened.purchase;
    // An order may have been placed while the form was saved.
    const isRevised = mayRevise(before, entered, storedOf({ ...current, stored: opened.purchase.stored }));
    const revising = { network: networkIn(context, request), entered };
    if (isRevised) await reviseOrder(context, opened.store.storeId, checkoutId, revising);
    const purchase = (isRevised && (await readPurchase(context, checkoutId, entered))) || current;
    if (!isSameEntered(before, entered)) rememberEntered(context, reply, checkoutId, { kind: 'form', entered });
    if (issues.length > 0) {
      const offered = await withOfferedMethods(context, request, { ...opened, purchase });
      return again(context, request, reply, { opened: offered, form, issues: visibleIssues(issues, form) });
    }
    const isFreightMissing = missingOf(purchase).includes('shipping');
    const next = form['address_for'] === 'boleto' ? '?method=boleto' : isFreightMissing ? '#shipping' : '';
    return reply.redirect(`${addressOf(opened)}${next}`, 303);
  });
}

const isSameEntered = (one: Entered, other: Entered): boolean =>
  one.shippingOptionId === other.shippingOptionId && isDeepStrictEqual(valuesOf(one), valuesOf(other));

/** COM36: the decisions in a form. */
function consentsIn(form: Form, purchase: Purchase, locale: Locale): ConsentForm {
  const offered = (form['consents'] ?? '').split(' ');
  const purposes = purposesOf(purchase).filter((purpose) => offered.includes(purpose));
  const ticked = purposes.filter((purpose) => form[purpose] !== undefined);
  return { purposes, ticked, textVersion: consentVersion(locale) };
}

const addressOf = ({ purchase }: OpenPurchase): string => `/pay/${purchase.checkout.checkoutId}`;

/** Saves the form and returns its issues, and what the browser has entered by now. `closed`: the checkout accepts no changes now. */
async function save(
  context: Context,
  request: FastifyRequest,
  { purchase, store }: OpenPurchase,
  form: Form,
): Promise<{ issues: FieldIssue[]; entered: Entered } | 'closed'> {
  const { checkoutId } = purchase.checkout;
  const { requested } = storedOf(purchase);
  const { typed, left } = typedIn(form, purchase);
  const asksAddress = needsShipping(purchase.checkout.request.cart) || form['address_for'] === 'boleto';
  const shopper = { customer: typed, ...(asksAddress && { address: typed }) };
  const source = { storeId: store.storeId, network: networkIn(context, request) };
  const { customer: contact } = checkCustomer(typed);
  // COM21: the contact is held before the checkout becomes a lead.
  if (await holdEntered(context, source, checkoutId, { known: purchase.customer, entered: contact })) {
    context.metrics.abuseLimited.inc({ limit: 'contacts' });
  }
  const by = { entered: enteredIn(purchase), requested };
  const saved = await saveShopper(context, store, checkoutId, shopper, browserIn(request), by);
  if (!saved.ok && saved.code !== 'INVALID_PERSON') return 'closed';
  const entered = saved.entered!;
  const offered = await quotedPurchase(context, checkoutId, { entered, network: source.network });
  if (!offered) return 'closed';
  const values = valuesOf({ customer: offered.customer, address: offered.shopper?.address ?? {} });
  const refused = (saved.ok ? [] : saved.issues).filter(({ field }) => !left.has(field) || values[field] === undefined);
  const issues: FieldIssue[] = [...refused, ...nameHint(form, refused)];
  if (offered.shippingOptions.length === 0) return { issues, entered };
  // COM32: the offers depend on the CEP that came with this form, so its page had none: the next page shows them.
  if (offered.freight.needsZipcode && form['shipping'] === undefined) return { issues, entered };
  const chosen = await chooseShipping(context, store, checkoutId, form['shipping'] ?? '', { entered, requested });
  if (chosen.ok) return { issues, entered: chosen.entered! };
  if (chosen.code !== 'SHIPPING_OPTION_NOT_FOUND') return 'closed';
  const code = form['shipping'] ? 'shipping_gone' : 'shipping_missing';
  return { issues: [...issues, { field: 'shipping', code }], entered };
}

/** COM13: asks once about a name of one word. */
function nameHint(form: Form, issues: readonly FieldIssue[]): FieldIssue[] {
  const name = form['name']?.trim() ?? '';
  const isConfirmed = form['confirmed_name'] === name || isMasked(name) || issues.some(({ field }) => field === 'name');
  const isOneWord = !isConfirmed && customerHints({ name }).some(({ code }) => code === 'name_one_word');
  return isOneWord ? [{ field: 'name', code: 'name_one_word' }] : [];
}

/** Shows the form again, 422, with everything that was typed, even if it was refused. */
function again(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { opened, form, issues }: { opened: OpenPurchase; form: Form; issues: readonly (FieldIssue | PersonIssue)[] },
): FastifyReply {
  const { purchase } = opened;
  const isBoleto = form['address_for'] === 'boleto';
  const state = presentDetails(purchase, {
    pageRequest: { edit: isBoleto ? 'boleto' : 'details', documentKind: kindIn(form) },
    payments: context.payments,
    now: context.clock(),
    store: opened.store,
  });
  const typed: Partial<Record<DetailField, string>> = { ...state.typed };
  for (const [name, value] of Object.entries(form)) {
    // A masked value of another shopper is not a value of this one.
    if (value !== undefined && !isMasked(value)) typed[name as DetailField] = value;
  }
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
