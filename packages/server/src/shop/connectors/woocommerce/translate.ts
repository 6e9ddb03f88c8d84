import { eventLimits, type EventData, type EventType, type StoreEvent } from '@retoma/commerce';
import type { Resource, ShopReport } from '../connector.ts';
import { readInstant } from '../read-instant.ts';
import { cutText, textAt } from '../read-json.ts';
import { resourceId, metaText, statusOf, trackingOf, webAddress } from './fields.ts';
import { boletoOf, payKindOf, pixOf } from './pay-codes.ts';
import { readPerson } from '../read-person.ts';
import { shortHash } from '../short-hash.ts';
import { amountsOf, readItems, shippingOf } from './read-order.ts';

/** What the parts of an order's translation share. `status`: undefined for an unknown word. */
type OrderReading = {
  readonly json: unknown;
  readonly id: string;
  readonly prefix: string;
  readonly createdAt: string;
  readonly modifiedAt: string;
  readonly data: EventData & { readonly order: NonNullable<EventData['order']> };
  readonly cartToken: { readonly cartToken?: string };
};

/** CON2, CON13: what a resource says. An order is read as it is now: states that it only passed through are not reported. */
export function translate({ kind, json }: Resource, { shop }: { readonly shop: string }): readonly ShopReport[] {
  const prefix = `woocommerce:${shop}`;
  if (kind === 'customer') return translateCustomer(json, prefix);
  if (kind === 'cart') return translateCart(json, prefix);
  return kind === 'order' ? translateOrder(json, prefix) : [];
}

function translateOrder(json: unknown, prefix: string): ShopReport[] {
  const reading = readOrder(json, prefix);
  // The topic of a delivery is not signed: an account has no status.
  if (!reading || textAt(json, 'status') === undefined) return [];
  const status = statusOf(json);
  if (status === 'draft') return [];
  const { order } = reading.data;
  const named = { ...reading, data: { ...reading.data, order: { ...order, ...(status !== undefined && { status }) } } };
  if (status === 'cancelled') return [stateReport(named)];
  return [statusReport(named, status), ...trackingOf(json).map((tracking) => trackingReport(named, tracking))];
}

function statusReport(
  reading: OrderReading,
  status: 'pending' | 'processing' | 'paid' | 'failed' | undefined,
): ShopReport {
  const { json, modifiedAt } = reading;
  if (status === 'paid') {
    const at = readInstant(textAt(json, 'date_paid_gmt'), 'Z') ?? modifiedAt;
    return eventReport(reading, 'payment.confirmed', 'paid', at);
  }
  if (status === 'failed') {
    const attempt = textAt(json, 'transaction_id');
    return eventReport(reading, 'payment.failed', attempt ? `failed:${shortHash(attempt)}` : 'failed', modifiedAt);
  }
  return (status === 'pending' && requestReport(reading)) || stateReport(reading);
}

/**
 * A waiting payment with what the shopper needs to pay. It happened when the order was made: what is changed in an old order later is no new
 * payment.
 */
function requestReport(reading: OrderReading): ShopReport | undefined {
  const { json, createdAt } = reading;
  const kind = payKindOf(json);
  const pix = kind === 'pix' ? pixOf(json) : undefined;
  if (pix) {
    const meaning = `pix:${shortHash('payload' in pix ? pix.payload : 'page')}`;
    return eventReport(withPayment(reading, { pix }), 'pix.generated', meaning, createdAt);
  }
  const boleto = kind === 'boleto' ? boletoOf(json) : undefined;
  if (!boleto) return undefined;
  const meaning = `boleto:${shortHash(boleto.line ?? boleto.url ?? '')}`;
  return eventReport(withPayment(reading, { boleto }), 'boleto.generated', meaning, createdAt);
}

const withPayment = (reading: OrderReading, payment: NonNullable<EventData['payment']>): OrderReading => ({
  ...reading,
  data: { ...reading.data, payment: { ...reading.data.payment, ...payment } },
});

function trackingReport(
  reading: OrderReading,
  tracking: NonNullable<EventData['tracking']> & { code: string },
): ShopReport {
  const shipped = { ...reading, data: { ...reading.data, tracking } };
  return eventReport(shipped, 'tracking_code_updated', `shipped:${shortHash(tracking.code)}`, reading.modifiedAt);
}

const eventReport = (reading: OrderReading, type: EventType, meaning: string, occurredAt: string): ShopReport => ({
  kind: 'event',
  event: {
    id: `${reading.prefix}:order:${reading.id}:${meaning}`,
    type,
    occurred_at: occurredAt,
    data: reading.data,
  },
  ...reading.cartToken,
});

const stateReport = ({ id, modifiedAt, data, cartToken }: OrderReading): ShopReport => ({
  kind: 'order',
  id,
  occurredAt: modifiedAt,
  data,
  ...cartToken,
});

function readOrder(json: unknown, prefix: string): OrderReading | undefined {
  const id = resourceId(json);
  const created = readInstant(textAt(json, 'date_created_gmt'), 'Z');
  const modified = readInstant(textAt(json, 'date_modified_gmt'), 'Z');
  const createdAt = created ?? modified;
  // Amounts of another currency would be shown as reais.
  if (id === undefined || createdAt === undefined || (textAt(json, 'currency') ?? 'BRL') !== 'BRL') return undefined;
  const number = cutText(textAt(json, 'number'), eventLimits.number);
  const method = payKindOf(json) ?? cutText(textAt(json, 'payment_method'), eventLimits.method);
  const items = readItems(json);
  const customer = readBuyer(json);
  const shipping = shippingOf(json);
  const payment = paymentOf(json);
  return {
    json,
    id,
    prefix,
    createdAt,
    modifiedAt: modified ?? createdAt,
    data: {
      order: {
        id,
        ...(number !== undefined && { number }),
        ...(method !== undefined && { payment_method: method }),
        currency: 'BRL',
        ...amountsOf(json),
        created_at: createdAt,
        ...(items.length > 0 && { items }),
      },
      ...(payment && { payment }),
      ...(customer && { customer }),
      ...(shipping && { shipping }),
    },
    cartToken: textAt(json, 'created_via') === 'store-api' ? { cartToken: `draft:${id}` } : {},
  };
}

function readBuyer(json: unknown): EventData['customer'] {
  const id = textAt(json, 'customer_id');
  const cnpj = [textAt(json, 'billing', 'cnpj'), metaText(json, '_billing_cnpj')];
  const cpf = [textAt(json, 'billing', 'cpf'), metaText(json, '_billing_cpf')];
  return readPerson({
    id: id === '0' ? undefined : id,
    names: [textAt(json, 'billing', 'first_name'), textAt(json, 'billing', 'last_name')],
    emails: [textAt(json, 'billing', 'email')],
    phones: [
      textAt(json, 'billing', 'cellphone'),
      metaText(json, '_billing_cellphone'),
      textAt(json, 'billing', 'phone'),
      textAt(json, 'shipping', 'phone'),
    ],
    documents: textAt(json, 'billing', 'persontype') === 'J' ? [...cnpj, ...cpf] : [...cpf, ...cnpj],
  });
}

function paymentOf(json: unknown): EventData['payment'] {
  const id = cutText(textAt(json, 'transaction_id'), eventLimits.id);
  const provider = cutText(textAt(json, 'payment_method_title') ?? textAt(json, 'payment_method'), eventLimits.text);
  if (id === undefined && provider === undefined) return undefined;
  return { ...(id !== undefined && { id }), ...(provider !== undefined && { provider }) };
}

/** CON8: an order that is still a draft is a cart; without contact data it is not reported. */
function translateCart(json: unknown, prefix: string): ShopReport[] {
  const reading = statusOf(json) === 'draft' ? readOrder(json, prefix) : undefined;
  const { customer } = reading?.data ?? {};
  if (!reading || !customer || (customer.email === undefined && customer.phone === undefined)) return [];
  const { id, data } = reading;
  const url = webAddress(textAt(json, 'payment_url'));
  const { total, subtotal, discount, items } = data.order;
  const cart = { total, subtotal, discount, items };
  const known = Object.fromEntries(Object.entries(cart).filter(([, value]) => value !== undefined));
  const event = {
    id: `${prefix}:cart:${id}:abandoned`,
    type: 'cart.abandoned',
    occurred_at: reading.modifiedAt,
    data: { cart: { token: `draft:${id}`, ...(url !== undefined && { url }), ...known }, customer },
  } as StoreEvent;
  return [{ kind: 'event', event }];
}

/** A person with an account for shoppers; staff have other roles. */
function translateCustomer(json: unknown, prefix: string): ShopReport[] {
  const id = resourceId(json);
  const at = readInstant(textAt(json, 'date_created_gmt'), 'Z');
  if (id === undefined || at === undefined || textAt(json, 'role') !== 'customer') return [];
  const lead = readPerson({
    id,
    names: [
      textAt(json, 'first_name') ?? textAt(json, 'billing', 'first_name'),
      textAt(json, 'last_name') ?? textAt(json, 'billing', 'last_name'),
    ],
    emails: [textAt(json, 'email'), textAt(json, 'billing', 'email')],
    phones: [textAt(json, 'billing', 'cellphone'), textAt(json, 'billing', 'phone'), textAt(json, 'shipping', 'phone')],
    documents: [textAt(json, 'billing', 'cpf'), textAt(json, 'billing', 'cnpj')],
  });
  if (!lead || (lead.email === undefined && lead.phone === undefined)) return [];
  const event = { id: `${prefix}:customer:${id}:created`, type: 'lead.created', occurred_at: at, data: { lead } };
  return [{ kind: 'event', event: event as StoreEvent }];
}
