// The closed tables and the places of values in the platform's orders and abandoned checkouts.
import { eventLimits, isHttpUrl, type Cents, type EventData, type OrderStatus } from '@retoma/commerce';
import { browserOf } from '../../checkouts/visits/browser-request.ts';
import { readInstant } from '../read-instant.ts';
import { cutText, listAt, textAt, valueAt } from '../read-json.ts';
import { readCents } from '../read-money.ts';
import { readPerson } from '../read-person.ts';

/** CON14: `payment_status`. Others (`partially_paid`, `open`, `recovered`) change no status. */
const statusByPayment = new Map<string, OrderStatus>([
  ['pending', 'pending'],
  ['authorized', 'processing'],
  ['paid', 'paid'],
  ['abandoned', 'cancelled'],
  ['voided', 'cancelled'],
  ['refunded', 'cancelled'],
]);

/** CON14: the status of an order. `closed` means archived, so only `cancelled` counts beside the payment's. */
export const statusOf = (json: unknown): OrderStatus | undefined =>
  textAt(json, 'status') === 'cancelled' ? 'cancelled' : statusByPayment.get(textAt(json, 'payment_status') ?? '');

/** The payment method. Shops also take PIX by a method of their own, which only its name shows. */
export function methodOf(json: unknown): string | undefined {
  const method = textAt(json, 'payment_details', 'method');
  if (method !== 'custom' && method !== 'offline') return cutText(method, eventLimits.method);
  const name = textAt(json, 'gateway_name') ?? '';
  return /\bpix\b/i.test(name) ? 'pix' : /\bboleto\b/i.test(name) ? 'boleto' : method;
}

/** An instant as text (`2021-05-12T19:08:06+0000`), or as the object `{ date, timezone_type, timezone }` of PHP. */
export function instantAt(json: unknown, key: string): string | undefined {
  const zone = textAt(json, key, 'timezone');
  if (zone === undefined) return readInstant(textAt(json, key));
  const date = textAt(json, key, 'date');
  return zone === 'UTC' || zone === 'Z' ? readInstant(date, 'Z') : readInstant(`${date}${zone}`);
}

/** The amounts of an order or a checkout. `total` includes shipping and discounts. */
export const amountsOf = (json: unknown): { total?: Cents; subtotal?: Cents; discount?: Cents } => ({
  ...amountAt(json, 'total', 'total'),
  ...amountAt(json, 'subtotal', 'subtotal'),
  ...amountAt(json, 'discount', 'discount'),
});

/** An amount as a member; none if it is unknown or negative. */
function amountAt<K extends string>(json: unknown, key: string, name: K): { [key in K]?: Cents } {
  const cents = readCents(textAt(json, key));
  return cents === undefined || cents < 0 ? {} : ({ [name]: cents } as { [key in K]?: Cents });
}

/** A text as a member, cut to `length`; none if it is unknown. */
export function textMember<K extends string>(
  name: K,
  text: string | undefined,
  length: number = eventLimits.text,
): { [key in K]?: string } {
  return text === undefined ? {} : ({ [name]: cutText(text, length) } as { [key in K]?: string });
}

/** An address as a member; none if it is not one that may stand in a message. */
export function urlMember<K extends string>(name: K, url: string | undefined): { [key in K]?: string } {
  const isUsable = url !== undefined && url.length <= eventLimits.url && isHttpUrl(url);
  return isUsable ? ({ [name]: url } as { [key in K]?: string }) : {};
}

/** The products. Their quantity is a text in orders and a number in checkouts. */
export function productsOf(json: unknown): NonNullable<NonNullable<EventData['order']>['items']> {
  return listAt(json, 'products')
    .slice(0, eventLimits.items)
    .flatMap((product) => {
      const title = textAt(product, 'name') ?? textAt(product, 'name', 'pt');
      const quantity = /^\d{1,7}(?:\.0+)?$/.exec(textAt(product, 'quantity') ?? '')
        ? Number(textAt(product, 'quantity'))
        : 0;
      if (title === undefined || quantity < 1 || quantity > eventLimits.quantity) return [];
      const variant = listAt(product, 'variant_values').filter((value) => typeof value === 'string');
      return [
        {
          title: cutText(title, eventLimits.text),
          quantity,
          ...amountAt(product, 'price', 'unit_price'),
          ...urlMember('image', textAt(product, 'image', 'src')),
          ...textMember('sku', textAt(product, 'sku')),
          ...textMember('variant', variant.length > 0 ? variant.join(', ') : undefined),
          ...textMember('product_id', textAt(product, 'product_id')),
        },
      ];
    });
}

/** The person. `customer` is only there with the scope read_customers; an abandoned checkout has the contact and flat addresses. */
export const buyerOf = (json: unknown): EventData['customer'] =>
  readPerson({
    id: textAt(json, 'customer', 'id'),
    names: [textAt(json, 'contact_name') ?? textAt(json, 'customer', 'name') ?? textAt(json, 'billing_name')],
    emails: [textAt(json, 'contact_email'), textAt(json, 'customer', 'email')],
    phones: [
      textAt(json, 'contact_phone'),
      textAt(json, 'customer', 'phone'),
      textAt(json, 'shipping_address', 'phone'),
      textAt(json, 'shipping_phone'),
      textAt(json, 'billing_phone'),
    ],
    documents: [textAt(json, 'contact_identification'), textAt(json, 'customer', 'identification')],
  });

/** How it is delivered. The address is an object in orders, and flat in checkouts. */
export function shippingOf(json: unknown): EventData['shipping'] {
  const isObject = typeof valueAt(json, 'shipping_address') === 'object';
  const at = (key: string): string | undefined =>
    isObject
      ? textAt(json, 'shipping_address', key)
      : textAt(json, key === 'address' ? 'shipping_address' : `shipping_${key}`);
  const address = {
    ...textMember('zipcode', at('zipcode')),
    ...textMember('street', at('address')),
    ...textMember('number', at('number')),
    ...textMember('complement', at('floor')),
    ...textMember('neighborhood', at('locality')),
    ...textMember('city', at('city')),
    ...textMember('state', at('province')),
  };
  const shipping = {
    ...textMember('name', textAt(json, 'shipping_option')),
    ...amountAt(json, 'shipping_cost_customer', 'price'),
    ...daysMember('turnaround_min_days', textAt(json, 'shipping_min_days')),
    ...daysMember('turnaround_max_days', textAt(json, 'shipping_max_days')),
    ...(Object.keys(address).length > 0 && { address }),
  };
  return Object.keys(shipping).length > 0 ? shipping : undefined;
}

const daysMember = <K extends string>(name: K, days: string | undefined): { [key in K]?: number } =>
  days !== undefined && /^\d{1,4}$/.test(days) && Number(days) <= eventLimits.days
    ? ({ [name]: Number(days) } as { [key in K]?: number })
    : {};

/** A shipment with its code. */
export type Shipment = { readonly code: string; readonly url?: string; readonly carrier?: string };

/** The shipments that have a code: of the order, and of each fulfilment where an order has several. */
export function shipmentsOf(json: unknown): readonly Shipment[] {
  const carrier = textAt(json, 'shipping_carrier_name');
  const written = [
    { code: textAt(json, 'shipping_tracking_number'), url: textAt(json, 'shipping_tracking_url'), carrier },
    ...listAt(json, 'fulfillments').map((one) => ({
      code: textAt(one, 'tracking_info', 'code'),
      url: textAt(one, 'tracking_info', 'url'),
      carrier: textAt(one, 'shipping', 'carrier', 'name') ?? carrier,
    })),
  ];
  const byCode = new Map<string, Shipment>();
  for (const { code, url, carrier: name } of written.slice(0, 20)) {
    if (code === undefined || byCode.has(code)) continue;
    byCode.set(code, { code: cutText(code, 100), ...urlMember('url', url), ...textMember('carrier', name) });
  }
  return [...byCode.values()];
}

/** The shopper's browser. */
export function browserIn(json: unknown): EventData['browser'] {
  const landing = URL.parse(textAt(json, 'landing_url') ?? '');
  const userAgent = textAt(json, 'client_details', 'user_agent');
  const ip = textAt(json, 'client_details', 'browser_ip');
  if (!landing && userAgent === undefined && ip === undefined) return undefined;
  return browserOf({ ip, userAgent, referrer: undefined, query: Object.fromEntries(landing?.searchParams ?? []) });
}

/**
 * CON14: the page on which the shopper sees the order, with the PIX code or the boleto if it is not paid. Undefined: the shop's address or the
 * order's token is unknown. `address`: of the shop, without a slash at its end.
 */
export function paymentPageOf(json: unknown, address: string | undefined): string | undefined {
  const id = textAt(json, 'id');
  const token = textAt(json, 'token') ?? '';
  if (address === undefined || !/^[\w-]{8,200}$/.test(token)) return undefined;
  return `${address}/checkout/v3/success/${id}/${token}`;
}
