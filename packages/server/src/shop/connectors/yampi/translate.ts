import { eventLimits, type EventData, type EventType, type StoreEvent } from '@retoma/commerce';
import type { Resource, ShopReport } from '../connector.ts';
import { cutText, listAt, textAt } from '../read-json.ts';
import { readPerson } from '../read-person.ts';
import { shortHash } from '../short-hash.ts';
import { addressAt, centsAt, instantAt, methodOf, pixCodeOf, statusOf, transactionOf } from './fields.ts';

type OrderData = EventData & { readonly order: NonNullable<EventData['order']> };
type OrderParts = {
  readonly json: unknown;
  readonly id: string;
  readonly prefix: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly data: OrderData;
  readonly cart: { readonly cartToken?: string };
};

/** CON2: what an order or a cart says. */
export function translate({ kind, json }: Resource, { shop }: { readonly shop: string }): readonly ShopReport[] {
  const prefix = `yampi:${shop}`;
  if (kind === 'cart') return translateCart(json, prefix);
  const reading = kind === 'order' ? readOrder(json, prefix) : undefined;
  if (!reading) return [];
  const code = cutText(textAt(json, 'track_code'), eventLimits.id);
  const url = addressAt(json, 'track_url');
  const tracking = { code, ...(url !== undefined && { url }) };
  const shipped = { ...reading, data: { ...reading.data, tracking } };
  const isOver = reading.data.order.status === 'cancelled';
  return [
    statusReport(reading),
    ...(code === undefined || isOver
      ? []
      : [eventReport(shipped, 'tracking_code_updated', `shipped:${shortHash(code)}`, reading.updatedAt)]),
  ];
}

function statusReport(reading: OrderParts): ShopReport {
  const { json, data, updatedAt, createdAt } = reading;
  const { status } = data.order;
  const { pix, boleto, id } = data.payment ?? {};
  if (status === 'paid') return eventReport(reading, 'payment.confirmed', 'paid', paidAt(json) ?? updatedAt);
  if (status === 'failed') return eventReport(reading, 'payment.failed', id ? `failed:${id}` : 'failed', updatedAt);
  if (status === 'pending' && pix) {
    return eventReport(reading, 'pix.generated', `pix:${shortHash(pix.payload!)}`, createdAt);
  }
  if (status === 'pending' && boleto) {
    return eventReport(reading, 'boleto.generated', `boleto:${shortHash(boleto.line ?? boleto.url!)}`, createdAt);
  }
  return { kind: 'order', id: reading.id, occurredAt: updatedAt, data, ...reading.cart };
}

const eventReport = (
  { prefix, id, data, cart }: OrderParts,
  type: EventType,
  meaning: string,
  occurred_at: string,
): ShopReport => ({
  kind: 'event',
  event: { id: `${prefix}:order:${id}:${meaning}`, type, occurred_at, data },
  ...cart,
});

const paidAt = (json: unknown): string | undefined => {
  const paid = listAt(json, 'statuses', 'data').find((one) => textAt(one, 'alias') === 'paid');
  return instantAt(paid, 'created_at');
};

function readOrder(json: unknown, prefix: string): OrderParts | undefined {
  const id = textAt(json, 'id') ?? '';
  const createdAt = instantAt(json, 'created_at');
  if (!/^[1-9]\d{0,19}$/.test(id) || createdAt === undefined) return undefined;
  const transaction = transactionOf(json);
  const method = methodOf(transaction);
  const payment = paymentOf(json, transaction, method);
  const order = known({
    id,
    number: cutText(textAt(json, 'number'), eventLimits.number),
    status: statusOf(json),
    payment_method: method,
    currency: 'BRL',
    subtotal: centsAt(json, 'value_products'),
    discount: centsAt(json, 'value_discount'),
    total: centsAt(json, 'value_total'),
    created_at: createdAt,
    items: itemsAt(json),
  });
  const token = tokenAt(json, 'cart_token');
  return {
    json,
    id,
    prefix,
    createdAt,
    updatedAt: instantAt(json, 'updated_at') ?? createdAt,
    data: known({ order, payment, customer: personAt(json, 'customer'), shipping: shippingOf(json) }) as OrderData,
    cart: token === undefined ? {} : { cartToken: token },
  };
}

function paymentOf(json: unknown, transaction: unknown, method: string | undefined): EventData['payment'] {
  const payload = method === 'pix' ? pixCodeOf(json, transaction) : undefined;
  const line = method === 'boleto' ? cutText(textAt(transaction, 'billet_barcode'), eventLimits.text) : undefined;
  const url = method === 'boleto' ? addressAt(transaction, 'billet_url') : undefined;
  const id = textAt(transaction, 'id');
  const payment = known({
    id: id !== undefined && /^\d{1,20}$/.test(id) ? id : undefined,
    pix: payload === undefined ? undefined : { payload },
    boleto: line === undefined && url === undefined ? undefined : known({ line, url }),
  });
  return Object.keys(payment).length === 0 ? undefined : payment;
}

const itemsAt = (json: unknown): NonNullable<EventData['order']>['items'] => {
  const items = listAt(json, 'items', 'data')
    .slice(0, eventLimits.items)
    .flatMap((item) => {
      const title = cutText(textAt(item, 'sku', 'data', 'title') ?? textAt(item, 'item_sku'), eventLimits.text);
      const written = textAt(item, 'quantity') ?? '';
      const quantity = /^[1-9]\d{0,5}$/.test(written) ? Number(written) : 1;
      const unit_price = centsAt(item, 'price');
      const sku = cutText(textAt(item, 'item_sku'), eventLimits.text);
      const product_id = cutText(textAt(item, 'product_id'), eventLimits.text);
      return title === undefined ? [] : [known({ title, quantity, unit_price, sku, product_id })];
    });
  return items.length === 0 ? undefined : items;
};

function personAt(json: unknown, member: string): EventData['customer'] {
  const at = (...path: string[]): string | undefined => textAt(json, member, 'data', ...path);
  const names = [at('first_name'), at('last_name')].filter((name) => name !== undefined);
  return readPerson({
    id: at('id'),
    names: names.length > 0 ? names : [at('generic_name') ?? at('name')],
    emails: [at('email')],
    phones: [at('phone', 'full_number'), at('phone', 'formated_number')],
    documents: [at('cpf'), at('cnpj')],
  });
}

function shippingOf(json: unknown): EventData['shipping'] {
  const members = {
    zipcode: 'zipcode',
    street: 'street',
    number: 'number',
    complement: 'complement',
    neighborhood: 'neighborhood',
    city: 'city',
    state: 'uf',
  };
  const address = known(
    Object.fromEntries(
      Object.entries(members).map(([ours, theirs]) => [
        ours,
        cutText(textAt(json, 'shipping_address', 'data', theirs), eventLimits.text),
      ]),
    ),
  );
  const shipping = known({
    name: cutText(textAt(json, 'shipment_service'), eventLimits.text),
    price: centsAt(json, 'value_shipment'),
    address: Object.keys(address).length > 0 ? address : undefined,
  });
  return Object.keys(shipping).length === 0 ? undefined : shipping;
}

/** CON8: a cart with contact data. */
function translateCart(json: unknown, prefix: string): ShopReport[] {
  const token = tokenAt(json, 'token');
  const at = instantAt(json, 'updated_at');
  const written = readPerson({
    names: [textAt(json, 'tracking_data', 'name')],
    emails: [textAt(json, 'tracking_data', 'email')],
    phones: [textAt(json, 'tracking_data', 'phone')],
  });
  const lead = { ...written, ...personAt(json, 'customer') };
  if (token === undefined || at === undefined || (lead.email === undefined && lead.phone === undefined)) return [];
  const cart = known({
    token,
    subtotal: centsAt(json, 'totalizers', 'subtotal'),
    discount: centsAt(json, 'totalizers', 'discount'),
    total: centsAt(json, 'totalizers', 'total'),
    url: addressAt(json, 'simulate_url') ?? addressAt(json, 'unauth_simulate_url'),
    items: itemsAt(json),
  });
  const event = {
    id: `${prefix}:cart:${token}:abandoned`,
    type: 'cart.abandoned',
    occurred_at: at,
    data: { lead, cart },
  };
  return [{ kind: 'event', event: event as StoreEvent }];
}

/** A cart's token, which is part of ids. */
const tokenAt = (json: unknown, member: string): string | undefined => {
  const token = textAt(json, member);
  return token !== undefined && /^[\w-]{1,100}$/.test(token) ? token : undefined;
};

type Known<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** An object without the members that are undefined. */
const known = <T extends object>(value: T): Known<T> & T =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Known<T> & T;
