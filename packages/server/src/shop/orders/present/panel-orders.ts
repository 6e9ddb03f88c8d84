import {
  isFreeUnsigned,
  isOpenPayment,
  missingAmount,
  receivedAmount,
  refundableAmount,
  returnedAmount,
  returnedPieces,
  totalsOf,
} from '@retoma/commerce';
import { orderedFreight, orderedTotal } from '../../checkouts/purchase.ts';
import type { CheckoutReading } from '../../checkouts/read-checkouts.ts';
import { maskedDocument, maskedEmail, maskedName, maskedPhone } from '../../../base/contacts/mask.ts';
import type { OrderReading, FullOrder } from '../read-orders.ts';
import type { Context } from '../../../context.ts';
import type { PanelAnswer } from '../../../panel-contract.ts';
import { bumpItemOf, presentCheckoutPrice, presentOrderPrice } from './panel-price.ts';
import { providerOf } from '../../pay-page/present/payment-methods.ts';
import type { ContactView } from '../../../members/guards/can-see-contacts.ts';
import { linesOfOrder, refundedLines } from '../payments/plan-refund.ts';

// Checkouts and orders as the panel shows them. `canSeeContacts`: whether the caller may see contacts of shoppers (AUT5).

type ListedPerson = PanelAnswer<'listOrders'>['orders'][number]['person'];
type Details = Record<string, unknown>;
type Item = PanelAnswer<'readCheckout'>['checkout']['items'][number];

/** A member of received JSON: a text that is not blank, or null. */
export const nonEmptyText = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const isoOf = (at: number | Date | null): string | null => (at === null ? null : new Date(at).toISOString());

function presentPerson(
  person: { name?: unknown; email?: unknown; phone?: unknown },
  canSeeContacts: boolean,
): ListedPerson {
  const [name, email, phone] = [nonEmptyText(person.name), nonEmptyText(person.email), nonEmptyText(person.phone)];
  if (canSeeContacts) return { name, email, phone };
  return {
    name: name && maskedName(name, false),
    email: email && maskedEmail(email),
    phone: phone && maskedPhone(phone),
  };
}

/** A checkout in a list. */
export function presentListedCheckout(listing: CheckoutReading['listing'], canSeeContacts: boolean) {
  const { name, email, phone, createdAt, capturedAt, abandonedAt, abandonsAt, ...rest } = listing;
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    capturedAt: isoOf(capturedAt),
    abandonedAt: isoOf(abandonedAt),
    abandonsAt: isoOf(abandonsAt),
    person: presentPerson({ name, email, phone }, canSeeContacts),
  };
}

/** One checkout with all its details. `link`: its payment page. */
export function presentCheckoutReading(
  { listing, purchase, events }: CheckoutReading,
  link: string,
  canSeeContacts: boolean,
): PanelAnswer<'readCheckout'>['checkout'] {
  const { checkout, shopper } = purchase;
  const { lines } = totalsOf(checkout.request.cart);
  const bump = bumpItemOf(purchase);
  const { name = null, referrer = null, utms = {} } = shopper?.browser ?? {};
  return {
    ...presentListedCheckout(listing, canSeeContacts),
    link,
    ...presentCheckoutPrice(purchase),
    freight: orderedFreight(purchase),
    // With freight, as the payment page shows it.
    total: orderedTotal(purchase),
    signed: checkout.signed,
    items: [
      ...checkout.request.cart.items.map((item, index) => presentItem(item, { total: lines[index] })),
      ...(bump ? [presentItem(bump, { isBump: true })] : []),
    ],
    address: canSeeContacts ? linesOf(shopper?.address ?? null) : [],
    activeAt: isoOf(shopper?.activeAt ?? null),
    origin: {
      browser: name,
      referrer: canSeeContacts ? referrer : null,
      utms: Object.entries(utms).map(([key, value]) => `${key}: ${value}`),
    },
    events: events.map(presentEvent),
  };
}

/** An order in a list. */
export function presentListedOrder({ order, payments, attention, sale }: OrderReading, canSeeContacts: boolean) {
  const { orderId, number, externalId, createdAt, status, paymentMethod, total, customer, paidAt } = order;
  return {
    orderId,
    number: number ?? externalId,
    createdAt: new Date(createdAt).toISOString(),
    status,
    paymentMethod,
    total,
    person: presentPerson(customer ?? {}, canSeeContacts),
    paidAt: isoOf(paidAt),
    attention,
    returned: payments.reduce((sum, payment) => sum + returnedAmount(payment), 0),
    sale,
  };
}

/** One order with all its details. */
export function presentFullOrder(
  full: FullOrder,
  providers: Context['payments'],
  view: ContactView,
  refundLimit: PanelAnswer<'readOrder'>['order']['refundLimit'],
): PanelAnswer<'readOrder'>['order'] {
  const { reading, events, signed, freight, couponCode } = full;
  const { checkoutId, externalId, shipping, tracking } = reading.order;
  const address = shipping?.['address'];
  const received = receivedAmount(reading.payments);
  const isWaiting = reading.order.status === 'processing' && isFreeUnsigned(reading.order);
  const isRaised = reading.order.status === 'paid' && reading.attention.includes('UNDERPAID');
  return {
    ...presentListedOrder(reading, view !== 'masked'),
    ...presentContacts(reading.order, view),
    checkoutId,
    externalId,
    ...presentOrderPrice(reading.order, reading.payments, couponCode),
    freight,
    ...presentLines(full),
    address: view !== 'masked' && typeof address === 'object' ? linesOf(address as Details | null) : [],
    payments: reading.payments.map((payment) => presentPayment(payment, providers)),
    ...presentHistory(full),
    refundLimit,
    received,
    missing: missingAmount(reading.order, reading.payments),
    accepted: reading.order.accepted,
    acceptable: isRaised || (reading.order.status !== 'paid' && (received > 0 || isWaiting)),
    tracking: tracking && {
      code: nonEmptyText(tracking['code']),
      url: nonEmptyText(tracking['url']),
      carrier: nonEmptyText(tracking['carrier']),
      status: nonEmptyText(tracking['status']),
    },
    events: events.map(presentEvent),
    signed,
  };
}

/** AUT5: the contacts of an order's shopper, and which of them this member may ask for. */
function presentContacts(
  { customer }: OrderReading['order'],
  view: ContactView,
): Pick<PanelAnswer<'readOrder'>['order'], 'person' | 'document' | 'hidden'> {
  const { name, phone, email } = presentPerson(customer ?? {}, true);
  const document = nonEmptyText(customer?.['document']);
  const masked = presentPerson(customer ?? {}, false);
  const person = view === 'clear' ? { name, phone, email } : view === 'asked' ? { ...masked, name } : masked;
  const hidden = [
    view === 'asked' && phone !== null && ('phone' as const),
    view === 'asked' && email !== null && ('email' as const),
    view !== 'masked' && document !== null && ('document' as const),
  ].filter((field) => field !== false);
  return { person, document: document && maskedDocument(document), hidden };
}

/** AUT5: one contact of an order's shopper, unmasked; null: it is not known. */
export const hiddenContact = (
  { customer }: OrderReading['order'],
  field: 'phone' | 'email' | 'document',
): string | null => nonEmptyText(customer?.[field]);

/** COM46: the lines of an order, with what was paid for and given back of each. */
function presentLines({
  reading,
  refunds,
}: FullOrder): Pick<PanelAnswer<'readOrder'>['order'], 'items' | 'shippingPaid' | 'shippingReturned'> {
  const { bumpId, items } = reading.order;
  const { paid, shipping } = linesOfOrder(reading.order);
  const returned = refundedLines(refunds);
  return {
    items: (items ?? []).map((item, line) => ({
      ...presentItem(item, { isBump: bumpId !== null && item['product_id'] === bumpId }),
      paid: paid[line] ?? 0,
      returned: returnedPieces(returned, line),
    })),
    shippingPaid: shipping,
    shippingReturned: returned.some((one) => one.shipping),
  };
}

/** The refunds of an order, and what members did to it. */
function presentHistory({
  refunds,
  activities,
  actors,
}: FullOrder): Pick<PanelAnswer<'readOrder'>['order'], 'refunds' | 'actions'> {
  const labelOf = (id: string | null): string | null => (id === null ? null : (actors.get(id) ?? null));
  return {
    refunds: refunds.map(({ requestedBy, keyId, requestedAt, settledAt, ...refund }) => ({
      refundId: refund.refundId,
      requestId: refund.requestId,
      paymentId: refund.paymentId,
      amount: refund.amount,
      state: refund.state,
      source: refund.source,
      lines: refund.lines && { ...refund.lines, lines: [...refund.lines.lines] },
      cause: refund.cause,
      by: labelOf(requestedBy ?? keyId),
      requestedAt: new Date(requestedAt).toISOString(),
      settledAt: isoOf(settledAt),
    })),
    actions: activities.map(({ action, userId, keyId, createdAt }) => ({
      action: action as PanelAnswer<'readOrder'>['order']['actions'][number]['action'],
      by: labelOf(userId ?? keyId),
      at: createdAt.toISOString(),
    })),
  };
}

/**
 * A line of a checkout request, of our order or of an order of the store's own system, which use different member names. `total`: of the
 * line; `isBump`: it is the order bump (COM30).
 */
export function presentItem(
  item: object,
  { total, isBump = false }: { total?: number | undefined; isBump?: boolean },
): Item {
  const person = item as Details;
  const quantity = numberOf(person['quantity']) ?? 1;
  const unitPrice =
    numberOf(person['discountedUnitPrice']) ??
    numberOf(person['unitPrice']) ??
    numberOf(person['unit_price']) ??
    numberOf(person['price']);
  const options = Array.isArray(person['options']) ? (person['options'] as Details[]) : [];
  return {
    title: nonEmptyText(person['title']) ?? nonEmptyText(person['name']) ?? '',
    quantity,
    unitPrice,
    total: total ?? numberOf(person['total']) ?? (unitPrice === null ? null : unitPrice * quantity),
    isBump,
    sku: nonEmptyText(person['sku']),
    picture: nonEmptyText(person['image']),
    options: options.map((option) => nonEmptyText(option?.['value']) ?? '').filter((value) => value !== ''),
  };
}

function presentPayment(
  payment: OrderReading['payments'][number],
  payments: Context['payments'],
): PanelAnswer<'readOrder'>['order']['payments'][number] {
  const { paymentId, method, state, reason, amount, paid, refunded, createdAt, stateAt, expiresAt } = payment;
  const provider = providerOf(payment, { payments });
  const isEnding = payment.cancelRequestedAt !== null && isOpenPayment(payment);
  const instants = { createdAt: new Date(createdAt).toISOString(), stateAt: new Date(stateAt).toISOString() };
  return {
    paymentId,
    method,
    provider: payment.provider,
    providerLabel: provider?.hasWebhooks ? provider.label : null,
    isSimulated: provider?.isSimulated === true,
    state,
    reason,
    amount,
    paid,
    refunded,
    refundable: refundableAmount(payment),
    ...cardOf(payment.details),
    isEnding,
    ...instants,
    expiresAt: isoOf(expiresAt),
  };
}

/** What is known of the card of a payment. */
export function cardOf(details: Details | null): { installments: number | null; lastDigits: string | null } {
  const card = (details?.['card'] ?? {}) as Details;
  return { installments: numberOf(card['installments']), lastDigits: nonEmptyText(card['last_digits']) };
}

const presentEvent = ({ at, ...event }: FullOrder['events'][number]) => ({ ...event, at: at.toISOString() });

/** The lines of an address, as on a parcel. */
function linesOf(address: Details | null): string[] {
  if (!address) return [];
  const join = (between: string, ...members: string[]): string =>
    members.flatMap((member) => nonEmptyText(address[member]) ?? []).join(between);
  const lines = [
    join(', ', 'street', 'number', 'complement'),
    join(', ', 'neighborhood', 'city', 'state'),
    join('', 'zipcode'),
  ];
  return lines.filter((line) => line !== '');
}
