// COM37: whether a conversion is sent, and with what. Pure.
import { createHash } from 'node:crypto';
import type { CheckoutRequest } from '@retoma/commerce';
import type { ConversionEvent } from '../../providers/ads/queries/conversions.ts';
import type { ConversionSubject } from './queries/conversion-subjects.ts';
import type { Conversion, ConversionItem, ConversionPerson } from '../../providers/ads/destination.ts';
import type { SkipReason } from '../../providers/ads/reasons.ts';

/** What is done with a conversion now. `wait`: its purchase is still queued. */
export type Decision =
  | { readonly kind: 'send'; readonly conversion: Conversion }
  | { readonly kind: 'skip'; readonly reason: SkipReason }
  | { readonly kind: 'wait' };

const skip = (reason: SkipReason): Decision => ({ kind: 'skip', reason });

/** The longest list of items that is sent. */
const maxItems = 100;

/** Decides about a conversion, from everything that is known now. `now` in milliseconds; `maxAgeMs`: of the destination. */
export function decideConversion(
  event: ConversionEvent,
  subject: ConversionSubject,
  { now, maxAgeMs }: { now: number; maxAgeMs: number },
): Decision {
  const { account, isGranted, isLive, occurredAt, order, purchase } = subject;
  if (!account.active) return skip('SWITCHED_OFF');
  if (!isLive) return skip('TEST_STORE');
  if (!isGranted) return skip('NO_CONSENT');
  if (now - occurredAt > maxAgeMs) return skip('TOO_OLD');
  if (event === 'purchase' && order?.status !== 'paid') return skip('NOT_PAID');
  if (event === 'refund') {
    if (purchase === 'queued') return { kind: 'wait' };
    // What was never counted, or was paid again, has no refund.
    if (purchase !== 'sent' || order?.status === 'paid') return skip('NOT_PAID');
  }
  return { kind: 'send', conversion: conversionIn(event, subject) };
}

function conversionIn(event: ConversionEvent, subject: ConversionSubject): Conversion {
  const { checkoutId, orderId, occurredAt, checkoutTotal, order, account, attribution } = subject;
  const request = JSON.parse(subject.request) as CheckoutRequest;
  const items = order?.items ?? request.cart.items.map(requestedItem);
  return {
    event,
    eventId: orderId ?? eventIdOf(checkoutId),
    orderId,
    at: occurredAt,
    value: order?.total ?? checkoutTotal,
    shipping: order?.shippingPrice ?? null,
    items: account.sendsItems ? items.slice(0, maxItems).flatMap(codedItem) : [],
    person: personIn(subject),
    attribution: { ...attribution, ...(attribution?.pageUrl && { pageUrl: pageWithoutId(attribution.pageUrl) }) },
  };
}

/**
 * The deduplication id of an event before there is an order: the SHA-256 of the checkout's id in hexadecimal. The id itself opens the payment
 * page, so no platform gets it; a store's own pixel can compute the same hash.
 */
const eventIdOf = (checkoutId: string): string => createHash('sha256').update(checkoutId).digest('hex');

/** The address of a payment page without the id, which opens it. */
const pageWithoutId = (pageUrl: string): string => (URL.canParse(pageUrl) ? `${new URL(pageUrl).origin}/pay` : pageUrl);

/** An item of a cart in the format of orders. */
const requestedItem = (item: CheckoutRequest['cart']['items'][number]): Record<string, unknown> => ({
  sku: item.sku,
  product_id: item.externalProductId,
  quantity: item.quantity,
  unit_price: item.discountedUnitPrice ?? item.unitPrice,
});

/** An item with a code; its name is never sent. */
function codedItem({
  sku,
  product_id: product,
  quantity,
  unit_price: price,
}: Readonly<Record<string, unknown>>): ConversionItem[] {
  const id = [sku, product].find((one): one is string => typeof one === 'string' && one !== '');
  if (id === undefined || typeof quantity !== 'number' || typeof price !== 'number') return [];
  return [{ id: id.slice(0, 100), quantity, price }];
}

/** The buyer of the order, else the shopper. Neither document nor street is read. */
function personIn({ order, customer, address }: ConversionSubject): ConversionPerson {
  const buyer = { ...customer, ...order?.customer } as Record<string, unknown>;
  const place = { ...address, ...(buyer['address'] as object | null | undefined) } as Record<string, unknown>;
  const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
  return {
    email: text(buyer['email']),
    phone: text(buyer['phone']),
    name: text(buyer['name']),
    city: text(place['city']),
    state: text(place['state']),
    zipcode: text(place['zipcode']),
  };
}
