import { formatDocument, needsShipping, type ShippingOffer } from '@retoma/commerce';
import type { Channel } from '@retoma/flow';
import type { DetailsView, ReturningView, ShippingOptionView } from '@retoma/pay';
import type { Purchase } from '../../checkouts/purchase.ts';
import { purposesOf } from '../../checkouts/save-consents.ts';
import type { Context } from '../../../context.ts';
import type { Store } from '../../../stores/store-directory.ts';
import type { PageRequest } from '../page-request.ts';
import { deliveryDay } from '../../../providers/freight/delivery-day.ts';
import { isMasked, present, displayedFields } from './displayed-fields.ts';
import { presentMethods } from './payment-methods.ts';

/** What determines the first step, besides the purchase. */
type DetailsParts = Pick<Context, 'payments'> & {
  pageRequest: Pick<PageRequest, 'edit' | 'documentKind'>;
  now: number;
  store: Pick<Store, 'timeZone'>;
};

/** The first step of a purchase, with the known data filled in. */
export function presentDetails(purchase: Purchase, { pageRequest, payments, now, store }: DetailsParts): DetailsView {
  const { checkout, shopper, shippingOptions } = purchase;
  const isShipped = needsShipping(checkout.request.cart);
  const typed = displayedFields(purchase);
  const known = purchase.customer.document ? formatDocument(purchase.customer.document) : undefined;
  return {
    kind: 'details',
    offered: presentMethods(purchase, { payments }, now),
    typed: { ...typed, ...present({ shipping: shopper?.shippingOptionId }) },
    masked: Object.values(typed).some(isMasked),
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

/** COM35: the contact for a code: the known one, or empty. */
export function presentReturning(purchase: Purchase): ReturningView {
  const { email = '', phone = '' } = displayedFields(purchase);
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
