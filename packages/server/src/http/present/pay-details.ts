import { formatDocument, formatPhone, needsShipping, type ShippingOffer } from '@retoma/commerce';
import type { Channel } from '@retoma/flow';
import type { DetailsView, ReturningView, ShippingOptionView } from '@retoma/pay';
import type { Purchase } from '../../checkouts/purchase.ts';
import { purposesOf } from '../../checkouts/save-consents.ts';
import type { Context } from '../../context.ts';
import type { Store } from '../../stores/store-directory.ts';
import type { PageRequest } from '../pay/page-request.ts';
import { deliveryDay } from './delivery-day.ts';
import { knownData, maskedData } from './masked-shopper.ts';
import { presentMethods } from './payment-methods.ts';

/** What determines the first step, besides the purchase. */
type DetailsParts = Pick<Context, 'payments'> & {
  pageRequest: Pick<PageRequest, 'edit' | 'documentKind'>;
  isKnown: boolean;
  now: number;
  store: Pick<Store, 'timeZone'>;
};

/** The first step of a purchase, with the known data filled in. */
export function presentDetails(
  purchase: Purchase,
  { pageRequest, isKnown, payments, now, store }: DetailsParts,
): DetailsView {
  const { checkout, shopper, shippingOptions } = purchase;
  const isShipped = needsShipping(checkout.request.cart);
  const typed = isKnown ? formattedFields(purchase) : maskedFields(purchase);
  const known = purchase.customer.document ? formatDocument(purchase.customer.document) : undefined;
  return {
    kind: 'details',
    offered: presentMethods(purchase, { payments }, now),
    typed: { ...typed, ...present({ shipping: shopper?.shippingOptionId }) },
    masked: !isKnown && Object.values(typed).some((value) => value.includes('•')),
    documentKind: pageRequest.documentKind ?? (known && known.length > 14 ? 'cnpj' : 'cpf'),
    issues: [],
    offersCode: purchase.codeChannels.length > 0 && purchase.order === null,
    consents: purposesOf(purchase).map((purpose) => ({ purpose, granted: purchase.consents.includes(purpose) })),
    address: isShipped ? 'delivery' : pageRequest.edit === 'boleto' ? 'boleto' : null,
    options: presentOptions(shippingOptions, { now, timeZone: store.timeZone }),
    freightNeedsZipcode: purchase.freight.needsZipcode,
  };
}

/** COM31: offers with the day of their arrival for a payment at `now`. */
export const presentOptions = (
  offers: readonly ShippingOffer[],
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): ShippingOptionView[] =>
  offers.map((offer) => ({
    id: offer.shippingOptionId,
    name: offer.name,
    price: offer.cost,
    fullPrice: offer.price,
    days: { min: offer.turnaroundMinDays, max: offer.turnaroundMaxDays },
    arrivesBy: deliveryDay(offer.turnaroundMaxDays ?? offer.turnaroundMinDays, now, timeZone),
    pickup: offer.pickup ?? null,
  }));

const formattedFields = (purchase: Purchase): Record<string, string> => {
  const { customer, address } = knownData(purchase);
  const { email, name, document, phone } = customer;
  const formatted = { email, name, document: document && formatDocument(document), phone: phone && formatPhone(phone) };
  return present({ ...formatted, ...address });
};

const maskedFields = (purchase: Purchase): Record<string, string> => {
  const { customer, address } = maskedData(purchase);
  const { email, name, document, phone } = customer;
  return present({ email, name, document, phone, ...address });
};

/** COM35: the contact for a code: the known one, or empty. */
export function presentReturning(purchase: Purchase, isKnown: boolean): ReturningView {
  const { email = '', phone = '' } = isKnown ? formattedFields(purchase) : maskedFields(purchase);
  const [byMail, byPhone] = [purchase.codeChannels.includes('email'), purchase.codeChannels.some(isOfPhones)];
  return {
    kind: 'returning',
    step: 'contact',
    contact: (byMail && email) || (byPhone && phone) || '',
    by: byMail && byPhone ? 'both' : byMail ? 'email' : 'phone',
    problem: null,
  };
}

const isOfPhones = (channel: Channel): boolean => channel !== 'email';

/** COM24: a form in which each masked value that the shopper left unchanged is replaced by the stored value. */
export function unmaskForm(
  form: Readonly<Record<string, string | undefined>>,
  purchase: Purchase,
): Readonly<Record<string, string | undefined>> {
  const [masked, stored] = [maskedFields(purchase), formattedFields(purchase)];
  const restored = Object.entries(form).map(([name, value]) =>
    value?.includes('•') && value.trim() === masked[name] ? [name, stored[name]] : [name, value],
  );
  return Object.fromEntries(restored) as Record<string, string | undefined>;
}

/** Whether all stored data of the shopper came with this form: each member was typed, not masked, and accepted. */
export function enteredAll(
  form: Readonly<Record<string, string | undefined>>,
  issues: readonly { readonly field: string }[],
  purchase: Purchase,
): boolean {
  return Object.keys(formattedFields(purchase)).every((name) => {
    if (issues.some(({ field }) => field === name)) return false;
    if (name === 'number' && form['no_number'] !== undefined) return true;
    return Boolean(form[name]?.trim()) && !form[name]!.includes('•');
  });
}

/** The members that are not empty. */
const present = (members: Record<string, string | null | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(members).filter((entry): entry is [string, string] => Boolean(entry[1])));
