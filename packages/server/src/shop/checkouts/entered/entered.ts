// COM24. Decides what a browser sees of a shopper, and what it may change, from what that browser entered at the checkout. Pure. A checkout
// has the data of the store's request, the stored data that browsers entered, and the data of its order.
//
// INV1. A value is shown to a browser only if the browser entered that value, or got it with a code sent to the contact it belongs to.
// INV2. Stored data change only by a browser that knows every stored value. What another browser enters is another shopper's data: it is
//     kept in that browser alone, until it places an order with it.
// INV3. The data of two browsers are never mixed, so that no contact that one enters opens what another entered.
import { checkAddress, checkCustomer } from '@retoma/commerce';
import type { ShopperAddress, ShopperCustomer } from '../queries/shoppers.ts';

/** A person and where they live. */
export type ShopperData = { readonly customer: ShopperCustomer; readonly address: ShopperAddress };

/** What one browser entered at a checkout and was accepted. `isStored`: the stored data were the same when it entered them. */
export type Entered = ShopperData & { readonly shippingOptionId: string | null; readonly isStored: boolean };

/** What is stored at a checkout. `requested`: from the store's request; `stored`: by browsers; `ordered`: in the order, if there is one. */
export type Stored = {
  readonly requested: ShopperCustomer;
  readonly stored: {
    readonly customer: ShopperCustomer | null;
    readonly address: ShopperAddress | null;
    readonly shippingOptionId: string | null;
  } | null;
  readonly ordered: ShopperData | null;
};

/** A browser that entered nothing. */
export const nothingEntered: Entered = { customer: {}, address: {}, shippingOptionId: null, isStored: false };

/** The data with which a browser buys. */
type BuyingData = ShopperData & Pick<Entered, 'shippingOptionId'>;

/** A member of a shopper's data. */
export type ShopperMember = keyof ShopperCustomer | keyof ShopperAddress;

type MemberValues = Readonly<Partial<Record<ShopperMember, string>>>;

/** The members that are not empty, as COM13 stores them; those that it does not accept stay as they are. */
export function valuesOf({ customer, address }: ShopperData): MemberValues {
  const all = { ...customer, ...checkCustomer(customer).customer, ...address, ...checkAddress(address).address };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => Boolean(value)));
}

const entriesOf = (data: ShopperData): [ShopperMember, string][] =>
  Object.entries(valuesOf(data)) as [ShopperMember, string][];

/** Whether a browser entered anything of a person. */
export const hasEntered = (entered: ShopperData): boolean => entriesOf(entered).length > 0;

/** Whether a browser entered every value of these data. */
export function knows(entered: ShopperData, data: ShopperData): boolean {
  const values = valuesOf(entered);
  return entriesOf(data).every(([member, value]) => values[member] === value);
}

const personOf = (customer: ShopperCustomer): ShopperData => ({ customer, address: {} });

/** The part of the stored data that browsers entered, not the store's request. */
export function enteredByBrowsers({ requested, stored }: Pick<Stored, 'requested' | 'stored'>): ShopperData {
  const requestedValues = valuesOf(personOf(requested));
  const customer = Object.fromEntries(
    Object.entries(valuesOf(personOf(stored?.customer ?? {}))).filter(
      ([member, value]) => requestedValues[member as ShopperMember] !== value,
    ),
  );
  return { customer, address: stored?.address ?? {} };
}

/** What the store's request still says of the customer: without the values that a browser which knew them has changed. */
function stillRequested({ requested, stored }: Pick<Stored, 'requested' | 'stored'>): ShopperData {
  const now = valuesOf(personOf(stored?.customer ?? {}));
  const named = entriesOf(personOf(requested)).filter(
    ([member, value]) => now[member] === undefined || now[member] === value,
  );
  return personOf(Object.fromEntries(named));
}

/** Whether a browser entered another person than the store's request names: one of its members, without knowing all of them. */
function isAnother(entered: ShopperData, requested: ShopperData): boolean {
  const values = valuesOf(entered);
  return entriesOf(requested).some(([member]) => values[member] !== undefined) && !knows(entered, requested);
}

/**
 * INV2: whether a browser may write what it enters into the stored data: it knew them before, or knows them with what it enters now. To
 * change what the store's request says, it has to know that too.
 */
export function mayStore(before: Entered, after: Entered, known: Pick<Stored, 'requested' | 'stored'>): boolean {
  const [byBrowsers, requested] = [enteredByBrowsers(known), stillRequested(known)];
  const knowsStored = knows(before, byBrowsers) || knows(after, byBrowsers);
  return knowsStored && (!isAnother(after, requested) || knows(before, requested));
}

/**
 * INV3: the data with which a browser buys. With nothing entered, the link's: those of the order, else the stored ones. Otherwise its own,
 * with what the store's request says of the same person.
 */
export function dataOf(entered: Entered, known: Stored): BuyingData {
  const { requested, stored, ordered } = known;
  if (!hasEntered(entered)) {
    const shippingOptionId = stored?.shippingOptionId ?? entered.shippingOptionId;
    if (ordered) return { ...ordered, shippingOptionId };
    return { customer: { ...requested, ...stored?.customer }, address: stored?.address ?? {}, shippingOptionId };
  }
  const same = stillRequested(known);
  return isAnother(entered, same) ? entered : { ...entered, customer: { ...same.customer, ...entered.customer } };
}

/** Whether another browser changed the stored data since this one entered them. */
export const isOutdated = (entered: Entered, known: Pick<Stored, 'requested' | 'stored'>): boolean =>
  entered.isStored && !knows(entered, enteredByBrowsers(known));

/** INV1: the members of the data with which a browser buys that are shown to it whole. */
export const unmaskedMembers = (entered: ShopperData): ReadonlySet<ShopperMember> =>
  new Set(entriesOf(entered).map(([member]) => member));

const placeMembers: readonly ShopperMember[] = [
  'zipcode',
  'street',
  'number',
  'complement',
  'neighborhood',
  'city',
  'state',
];

/** Whether the goods of an order go where these data say; true where the order or the data have no address. */
export function goesToSame(data: ShopperData, ordered: ShopperData): boolean {
  const [here, there] = [valuesOf(data), valuesOf(ordered)];
  const hasPlace = (values: MemberValues): boolean => placeMembers.some((member) => values[member] !== undefined);
  return (
    !hasPlace(here) || !hasPlace(there) || placeMembers.every((member) => isSameValue(here[member], there[member]))
  );
}

/** Whether goods and messages of an order reach the person of these data: each member of the order has to be in them. */
function reachesSame(data: ShopperData, ordered: ShopperData): boolean {
  const [here, there] = [valuesOf(data), valuesOf(ordered)];
  const members = ['email', 'phone', ...placeMembers] as const;
  return (
    goesToSame(data, ordered) && members.every((one) => there[one] === undefined || isSameValue(here[one], there[one]))
  );
}

const isSameValue = (one: string | undefined, other: string | undefined): boolean =>
  one?.toLowerCase() === other?.toLowerCase();

/** Whether the order reaches the shopper of a browser: the page then shows its code. */
export const isOwnOrder = (entered: Entered, known: Stored): boolean =>
  known.ordered === null ||
  !hasEntered(entered) ||
  reachesSame(dataOf(entered, known), known.ordered) ||
  knows(entered, known.ordered);

/** Whether a browser has every value of the order. */
const hasOrdered = (entered: Entered, known: Stored): boolean =>
  known.ordered === null || knows(dataOf(entered, known), known.ordered) || knows(entered, known.ordered);

/**
 * Whether a browser may place the order again with its data. The order of another shopper is placed again only where no payment of it is
 * open, or by a browser that knows the stored data.
 */
export function mayPlace(entered: Entered, known: Stored, hasOpenPayment: boolean): boolean {
  if (!hasOpenPayment || !hasEntered(entered) || hasOrdered(entered, known)) return true;
  return mayChange(entered, entered, known);
}

/** Whether browsers stored data, which this one may change. */
const mayChange = (before: Entered, after: Entered, known: Stored): boolean =>
  hasEntered(enteredByBrowsers(known)) && mayStore(before, after, known);

/**
 * Whether the order follows what a browser entered now: it knows all of it, or it was its own before, and no browser that it does not know
 * changed the rest.
 */
export function mayRevise(before: Entered, after: Entered, known: Stored): boolean {
  if (known.ordered === null) return false;
  if (knows(after, known.ordered)) return true;
  const wasOwn = hasEntered(before) && isOwnOrder(before, known);
  return wasOwn && (hasOrdered(before, known) || mayChange(before, after, known));
}

/** What a browser entered, with more that was accepted. */
export const withMore = (entered: Entered, more: Partial<Entered>): Entered => ({
  customer: { ...entered.customer, ...more.customer },
  address: { ...entered.address, ...more.address },
  shippingOptionId: more.shippingOptionId ?? entered.shippingOptionId,
  isStored: more.isStored ?? entered.isStored,
});

/**
 * COM35, INV3: the data of a purchase that a code to its contact opens: what came with the contact, from the store's request or from the
 * browser that bought.
 */
export function openedBy(contact: 'email' | 'phone', bought: ShopperData, requested: ShopperCustomer): ShopperData {
  const [all, requestedValues] = [valuesOf(bought), valuesOf(personOf(requested))];
  if (all[contact] === undefined) return { customer: {}, address: {} };
  const isRequested = (member: ShopperMember): boolean =>
    requestedValues[member] !== undefined && requestedValues[member] === all[member];
  const isOpened = (member: string): boolean =>
    isRequested(member as ShopperMember) === isRequested(contact) && all[member as ShopperMember] !== undefined;
  const part = <Part extends object>(members: Part): Part =>
    Object.fromEntries(Object.entries(members).filter(([member]) => isOpened(member))) as Part;
  return { customer: part(bought.customer), address: isRequested(contact) ? {} : part(bought.address) };
}
