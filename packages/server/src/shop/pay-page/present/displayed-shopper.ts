import { formatDocument, formatPhone } from '@retoma/commerce';
import { knows, unmaskedMembers, type ShopperData, type ShopperMember } from '../../checkouts/entered/entered.ts';
import { enteredIn, orderedData, type Purchase } from '../../checkouts/purchase.ts';
import { maskedDocument, maskedEmail, maskedPhone } from '../../../base/contacts/mask.ts';

/** What of a purchase says with which data its browser buys. */
export type BoughtWith = {
  readonly customer: Purchase['customer'];
  readonly shopper: Pick<NonNullable<Purchase['shopper']>, 'address'> | null;
  readonly entered: Purchase['entered'];
};

/** COM24: the data with which a browser buys: what it entered, and the rest masked. Document and phone are formatted. */
export const displayedShopper = (purchase: BoughtWith): ShopperData =>
  masked(boughtWith(purchase), unmaskedMembers(enteredIn(purchase)));

/** COM24: the data of an order, masked unless the browser knows all of them. Without an order: the data with which it buys. */
export function displayedOrder(purchase: Purchase): ShopperData {
  if (!purchase.order) return displayedShopper(purchase);
  // An erased order has none.
  const ordered = orderedData(purchase.order) ?? { customer: {}, address: {} };
  return masked(ordered, knows(enteredIn(purchase), ordered) ? unmaskedMembers(ordered) : new Set());
}

const boughtWith = ({ customer, shopper }: BoughtWith): ShopperData => ({ customer, address: shopper?.address ?? {} });

/** The data with every member masked that is not `unmasked`: shoppers recognise their own data, but others learn too little. */
function masked({ customer, address }: ShopperData, unmasked: ReadonlySet<ShopperMember>): ShopperData {
  const say = (member: ShopperMember, format: (value: string) => string, mask: (value: string) => string): object => {
    const value = (customer as MemberValues)[member] || (address as MemberValues)[member];
    return value ? { [member]: unmasked.has(member) ? format(value) : mask(value) } : {};
  };
  const as = (value: string): string => value;
  return {
    customer: {
      ...customer,
      ...say('email', as, maskedEmail),
      ...say('name', as, maskName),
      ...say('document', formatDocument, maskedDocument),
      ...say('phone', formatPhone, maskedPhone),
    },
    address: {
      ...address,
      ...say('zipcode', as, (zipcode) => `${zipcode.slice(0, 2)}•••-•••`),
      ...say('street', as, () => hidden),
      ...say('number', as, (number) => (number === 's/n' ? number : hidden)),
      ...say('complement', as, () => hidden),
      ...say('neighborhood', as, () => hidden),
    },
  };
}

type MemberValues = Readonly<Partial<Record<ShopperMember, string | null>>>;

/** An address in one line, without CEP and neighbourhood; null: nothing of it is known. */
export function addressLine({ street, number, complement, city, state }: ShopperData['address']): string | null {
  const place = [[street, number].filter(Boolean).join(', '), complement, city, state];
  return place.filter(Boolean).join(', ') || null;
}

const hidden = '•••';

/** `M••• S•••` */
const maskName = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .map((word) => `${Array.from(word)[0]}${hidden}`)
    .join(' ');
