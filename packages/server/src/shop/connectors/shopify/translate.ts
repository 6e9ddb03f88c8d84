import { eventLimits, isHttpUrl, type EventData, type OrderStatus, type StoreEvent } from '@retoma/commerce';
import type { Resource, ShopReport } from '../connector.ts';
import { cutText, listAt, textAt, valueAt } from '../read-json.ts';
import { readInstant } from '../read-instant.ts';
import { readCents, sumCents } from '../read-money.ts';
import { readPerson } from '../read-person.ts';
import { isRealSale, methodOf, mostLines, statusOf } from './fields.ts';

type OrderMember = NonNullable<EventData['order']>;
type Item = NonNullable<OrderMember['items']>[number];
type OrderData = EventData & { readonly order: OrderMember };

/** CON2: what an order or an abandoned checkout of a shop says, in the shape of webhooks' bodies. Nothing but reais is read. */
export function translate({ kind, json }: Resource, { shop }: { readonly shop: string }): readonly ShopReport[] {
  if (textAt(json, 'currency') !== 'BRL') return [];
  const id = textAt(json, 'id');
  if (id === undefined || !/^\d{1,20}$/.test(id)) return [];
  if (kind === 'order') return orderReports(json, id, `shopify:${shop}:order:${id}`);
  return kind === 'cart' ? cartReports(json, `shopify:${shop}:checkout:${id}`) : [];
}

function orderReports(json: unknown, id: string, prefix: string): readonly ShopReport[] {
  const createdAt = instantAt(json, 'created_at');
  const updatedAt = instantAt(json, 'updated_at') ?? createdAt;
  const isKnown = createdAt !== undefined && updatedAt !== undefined;
  if (!isKnown || !isRealSale(valueAt(json, 'test'), textAt(json, 'source_name'))) return [];
  const cancelledAt = instantAt(json, 'cancelled_at');
  const status = cancelledAt === undefined ? statusOf(textAt(json, 'financial_status')) : 'cancelled';
  const data = orderData(json, id, status);
  const token = textAt(json, 'checkout_token') ?? textAt(json, 'cart_token');
  const joined = token !== undefined && { cartToken: cutText(token, eventLimits.id) };
  const event = payableEvent(data, prefix, createdAt) ?? paidEvent(data, prefix, instantAt(json, 'paid_at'));
  const since = { pending: createdAt, cancelled: cancelledAt ?? updatedAt }[status as string] ?? updatedAt;
  const first: ShopReport = event
    ? { kind: 'event', event, ...joined }
    : { kind: 'order', id: `${prefix}:${status ?? 'seen'}`, occurredAt: since, data, ...joined };
  return [first, ...shipmentEvents(json, data, prefix).map((shipped) => ({ kind: 'event' as const, event: shipped }))];
}

/** An order that waits for a PIX or a boleto: Shopify shows neither code nor line, but the page on which the shopper finds them. */
function payableEvent(data: OrderData, prefix: string, at: string): StoreEvent | null {
  const { pix, boleto } = data.payment ?? {};
  if (data.order.status !== 'pending') return null;
  if (pix) return { id: `${prefix}:pix`, type: 'pix.generated', occurred_at: at, data };
  return boleto ? { id: `${prefix}:boleto`, type: 'boleto.generated', occurred_at: at, data } : null;
}

/**
 * The payment, where its instant is known. A body about another change of a paid order does not state it: it is only a state then, since the
 * payment may be weeks old.
 */
const paidEvent = (data: OrderData, prefix: string, at: string | undefined): StoreEvent | null =>
  data.order.status === 'paid' && at !== undefined
    ? { id: `${prefix}:paid`, type: 'payment.confirmed', occurred_at: at, data }
    : null;

function orderData(json: unknown, id: string, status: OrderStatus | undefined): OrderData {
  const gateways = textsAt(json, 'payment_gateway_names');
  const method = methodOf(gateways);
  const url = urlAt(json, 'order_status_url');
  const number = textAt(json, 'name');
  const total = orderTotal(json, status);
  const discount = centsAt(json, 'total_discounts');
  const items = readLines(json);
  const person = readShopper(json);
  return {
    order: {
      id,
      ...(number !== undefined && { number: cutText(number, eventLimits.number) }),
      ...(status !== undefined && { status }),
      ...(method !== undefined && { payment_method: method }),
      currency: 'BRL',
      ...(discount !== undefined && { discount }),
      ...(total !== undefined && { total }),
      created_at: instantAt(json, 'created_at')!,
      ...(items.length > 0 && { items }),
    },
    ...(gateways.length > 0 && {
      payment: {
        provider: cutText(gateways[0]!, eventLimits.text),
        ...(method === 'pix' && url !== undefined && { pix: { url } }),
        ...(method === 'boleto' && url !== undefined && { boleto: { url } }),
      },
    }),
    ...(person && { customer: person }),
    ...shippingOf(json),
  };
}

/** What the order costs after returns; of a cancelled one, what it cost: a refund does not make it free. */
const orderTotal = (json: unknown, status: OrderStatus | undefined): number | undefined =>
  (status === 'cancelled' ? undefined : centsAt(json, 'current_total_price')) ?? centsAt(json, 'total_price');

function shipmentEvents(json: unknown, data: OrderData, prefix: string): StoreEvent[] {
  return listAt(json, 'fulfillments').flatMap((fulfillment) => {
    const at = instantAt(fulfillment, 'created_at');
    if (at === undefined || textAt(fulfillment, 'status') === 'cancelled') return [];
    const carrier = textAt(fulfillment, 'tracking_company');
    return listAt(fulfillment, 'tracking_numbers').flatMap((_, index) => {
      const code = cutText(textAt(fulfillment, 'tracking_numbers', index), eventLimits.number);
      const url = urlAt(fulfillment, 'tracking_urls', index);
      if (code === undefined) return [];
      const tracking = {
        code,
        ...(url !== undefined && { url }),
        ...(carrier !== undefined && { carrier: cutText(carrier, eventLimits.text) }),
      };
      const id = `${prefix}:tracking:${code.replace(/\s/g, '').slice(0, 60)}`;
      return [{ id, type: 'tracking_code_updated' as const, occurred_at: at, data: { ...data, tracking } }];
    });
  });
}

function cartReports(json: unknown, prefix: string): readonly ShopReport[] {
  const at = instantAt(json, 'updated_at');
  const person = readShopper(json);
  const isReachable = person?.email !== undefined || person?.phone !== undefined;
  if (at === undefined || !isReachable || textAt(json, 'completed_at') !== undefined) return [];
  const url = urlAt(json, 'abandoned_checkout_url');
  const [total, subtotal, discount] = ['total_price', 'total_line_items_price', 'total_discounts'].map((name) =>
    centsAt(json, name),
  );
  const items = readLines(json);
  const cart = {
    token: cutText(checkoutToken(url) ?? textAt(json, 'id')!, eventLimits.id),
    ...(total !== undefined && { total }),
    ...(subtotal !== undefined && { subtotal }),
    ...(discount !== undefined && { discount }),
    ...(url !== undefined && { url }),
    ...(items.length > 0 && { items }),
  };
  const data = { customer: person, cart };
  return [{ kind: 'event', event: { id: `${prefix}:abandoned`, type: 'cart.abandoned', occurred_at: at, data } }];
}

/** The token in the address of a checkout, by which its order names it. */
const checkoutToken = (url: string | undefined): string | undefined =>
  url === undefined ? undefined : /\/checkouts\/(?:[a-z]{1,3}\/)?([\w-]{16,})(?:[/?]|$)/.exec(url)?.[1];

const readShopper = (json: unknown): EventData['customer'] | undefined =>
  readPerson({
    id: textAt(json, 'customer', 'id'),
    names: namesOf(json),
    emails: [textAt(json, 'email'), textAt(json, 'contact_email'), textAt(json, 'customer', 'email')],
    phones: [
      textAt(json, 'phone'),
      textAt(json, 'customer', 'phone'),
      textAt(json, 'shipping_address', 'phone'),
      textAt(json, 'billing_address', 'phone'),
    ],
  });

function namesOf(json: unknown): readonly (string | undefined)[] {
  const names = [textAt(json, 'customer', 'first_name'), textAt(json, 'customer', 'last_name')];
  if (names.some((name) => name !== undefined)) return names;
  return [textAt(json, 'billing_address', 'name') ?? textAt(json, 'shipping_address', 'name')];
}

function readLines(json: unknown): Item[] {
  return listAt(json, 'line_items')
    .slice(0, mostLines)
    .flatMap((line) => {
      const title = textAt(line, 'title');
      const quantity = Number(textAt(line, 'quantity'));
      if (title === undefined || !Number.isInteger(quantity) || quantity < 1 || quantity > eventLimits.quantity)
        return [];
      const price = centsAt(line, 'price');
      const image = urlAt(line, 'image_url');
      return [
        {
          title: cutText(title, eventLimits.text),
          quantity,
          ...(price !== undefined && { unit_price: price }),
          ...(image !== undefined && { image }),
          ...textMembers({ sku: 'sku', variant: 'variant_title', vendor: 'vendor' }, line),
        },
      ];
    });
}

/** What is shipped, and where. Shopify has street and number in one line. */
function shippingOf(json: unknown): Pick<EventData, 'shipping'> | null {
  const lines = listAt(json, 'shipping_lines').filter((line) => valueAt(line, 'is_removed') !== true);
  const name = textAt(lines[0], 'title');
  const price = sumCents(lines.map((line) => centsAt(line, 'discounted_price')));
  const where = valueAt(json, 'shipping_address');
  const address = textMembers(
    { street: 'address1', complement: 'address2', city: 'city', state: 'province_code', zipcode: 'zip' },
    where,
  );
  const recipient = textAt(where, 'name');
  const isEmpty = name === undefined && price === undefined && Object.keys(address).length === 0;
  if (isEmpty) return null;
  return {
    shipping: {
      ...(name !== undefined && { name: cutText(name, eventLimits.text) }),
      ...(price !== undefined && { price }),
      ...(Object.keys(address).length > 0 && {
        address: { ...(recipient !== undefined && { recipient: cutText(recipient, eventLimits.text) }), ...address },
      }),
    },
  };
}

/** Texts under our names; `names`: ours to theirs. U+2060 marks in an address where its parts were joined. */
function textMembers<Name extends string>(
  names: Readonly<Record<Name, string>>,
  json: unknown,
): Partial<Record<Name, string>> {
  const texts = Object.entries<string>(names).flatMap(([ours, theirs]) => {
    const text = textAt(json, theirs)?.replaceAll('\u2060', '');
    return text === undefined ? [] : [[ours, cutText(text, eventLimits.text)]];
  });
  return Object.fromEntries(texts) as Partial<Record<Name, string>>;
}

const textsAt = (json: unknown, name: string): string[] =>
  listAt(json, name).flatMap((_, index) => textAt(json, name, index) ?? []);

const instantAt = (json: unknown, name: string): string | undefined => readInstant(textAt(json, name));

function centsAt(json: unknown, name: string): number | undefined {
  const cents = readCents(textAt(json, name));
  return cents !== undefined && cents >= 0 ? cents : undefined;
}

function urlAt(json: unknown, ...path: readonly (string | number)[]): string | undefined {
  const url = textAt(json, ...path);
  return url !== undefined && url.length <= eventLimits.url && isHttpUrl(url) ? url : undefined;
}
