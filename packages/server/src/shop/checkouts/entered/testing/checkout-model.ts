// A checkout without a database: what its handlers do with what browsers enter, decided by the code of the service. It also records what
// each browser sent, with which a property compares what the browser saw and changed.
import { checkAddress, checkCustomer, isReachable } from '@retoma/commerce';
import type { ShopperCustomer } from '../../queries/shoppers.ts';
import { displayedFields, typedIn } from '../../../pay-page/present/displayed-fields.ts';
import {
  dataOf,
  enteredByBrowsers,
  isOwnOrder,
  knows,
  mayPlace,
  mayRevise,
  mayStore,
  nothingEntered,
  valuesOf,
  withMore,
  type Entered,
  type ShopperData,
  type ShopperMember,
  type Stored,
} from '../entered.ts';

/** What a browser typed into a field of the form; absent: it left the field as the page showed it. */
export type TypedFields = Readonly<Partial<Record<ShopperMember, string>>>;

/** What happens at a checkout. `browser`: who does it. */
export type CheckoutAct =
  | { readonly kind: 'form'; readonly browser: number; readonly typed: TypedFields }
  | { readonly kind: 'contact' | 'forget' | 'pay' | 'look'; readonly browser: number; readonly typed: TypedFields }
  | { readonly kind: 'expire' };

/** A checkout, and what each browser entered and sent. */
export type CheckoutModel = {
  known: Stored;
  hasOpenPayment: boolean;
  readonly entered: Map<number, Entered>;
  readonly sent: Map<number, Set<string>>;
};

/** A checkout that a store's request made. */
export const newCheckout = (requested: ShopperCustomer): CheckoutModel => ({
  known: { requested, stored: null, ordered: null },
  hasOpenPayment: false,
  entered: new Map(),
  sent: new Map(),
});

/** A value of a member, as `sent` has it. */
export const sentValue = (member: string, value: string): string => `${member}=${value}`;

/** What a browser entered. */
export const enteredOf = ({ entered }: CheckoutModel, browser: number): Entered =>
  entered.get(browser) ?? nothingEntered;

/** What a browser sent and was accepted. */
export const sentBy = ({ sent }: CheckoutModel, browser: number): ReadonlySet<string> => sent.get(browser) ?? new Set();

/** The fields that the page shows a browser. */
export const pageOf = (model: CheckoutModel, browser: number): Record<string, string> =>
  displayedFields(purchaseOf(model, browser));

function purchaseOf(model: CheckoutModel, browser: number) {
  const entered = enteredOf(model, browser);
  const { customer, address } = dataOf(entered, model.known);
  return { customer, shopper: { address }, entered };
}

/** Does what an act does. */
export function act(model: CheckoutModel, one: CheckoutAct): void {
  if (one.kind === 'expire') model.hasOpenPayment = false;
  else if (one.kind === 'form') sendForm(model, one.browser, one.typed);
  else if (one.kind === 'contact') sendContact(model, one.browser, one.typed);
  else if (one.kind === 'forget') forget(model, one.browser);
  else if (one.kind === 'pay') payAs(model, one.browser);
}

function sendForm(model: CheckoutModel, browser: number, fields: TypedFields): void {
  const form = { ...pageOf(model, browser), ...fields };
  const { typed } = typedIn(form, purchaseOf(model, browser));
  enter(model, browser, { customer: checkCustomer(typed).customer, address: checkAddress(typed).address });
}

function sendContact(model: CheckoutModel, browser: number, { email = '', phone = '' }: TypedFields): void {
  if (model.known.ordered) return;
  enter(model, browser, { customer: checkCustomer({ email, phone }).customer, address: {} });
}

function enter(model: CheckoutModel, browser: number, more: ShopperData): void {
  const before = enteredOf(model, browser);
  const after = withMore(before, more);
  note(model, browser, more);
  const { known } = model;
  const isRevised = mayRevise(before, after, known);
  if (mayStore(before, after, known)) {
    const customer = { ...known.stored?.customer, ...more.customer };
    const address = { ...known.stored?.address, ...more.address };
    model.known = { ...known, stored: { customer, address, shippingOptionId: null } };
  }
  model.entered.set(browser, after);
  const data = dataOf(after, model.known);
  if (isRevised && isComplete(data)) model.known = { ...model.known, ordered: data };
}

function note(model: CheckoutModel, browser: number, data: ShopperData): void {
  const sent = new Set(sentBy(model, browser));
  for (const [member, value] of Object.entries(valuesOf(data))) sent.add(sentValue(member, value));
  model.sent.set(browser, sent);
}

function forget(model: CheckoutModel, browser: number): void {
  const { known } = model;
  const entered = enteredOf(model, browser);
  if (known.ordered || isReachable(known.requested) || !knows(entered, enteredByBrowsers(known)) || !known.stored)
    return;
  const without = ({ email: _email, phone: _phone, ...customer }: ShopperCustomer): ShopperCustomer => customer;
  model.known = { ...known, stored: { ...known.stored, customer: without(known.stored.customer ?? {}) } };
  model.entered.set(browser, { ...entered, customer: without(entered.customer) });
}

const isComplete = ({ customer, address }: ShopperData): boolean =>
  checkCustomer(customer).issues.length === 0 && checkAddress(address).issues.length === 0;

function payAs(model: CheckoutModel, browser: number): void {
  const { known, hasOpenPayment } = model;
  const entered = enteredOf(model, browser);
  const data = dataOf(entered, known);
  const isComplete = checkCustomer(data.customer).issues.length === 0 && checkAddress(data.address).issues.length === 0;
  if (!isComplete || !mayPlace(entered, known, hasOpenPayment)) return;
  model.known = { ...known, ordered: { customer: data.customer, address: data.address } };
  model.hasOpenPayment = true;
}

/** Whether the page shows a browser the code of the order. */
export const showsCode = (model: CheckoutModel, browser: number): boolean =>
  model.known.ordered !== null && model.hasOpenPayment && isOwnOrder(enteredOf(model, browser), model.known);
