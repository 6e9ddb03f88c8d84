import type { EventData, EventType } from '@retoma/commerce';
import type { ConnectedShop, Resource, ShopReport } from '../connector.ts';
import { textAt, valueAt } from '../read-json.ts';
import {
  amountsOf,
  browserIn,
  instantAt,
  productsOf,
  methodOf,
  paymentPageOf,
  buyerOf,
  shipmentsOf,
  shippingOf,
  statusOf,
  textMember,
  urlMember,
} from './fields.ts';

type Shop = Pick<ConnectedShop, 'shop' | 'credentials'>;
type OrderData = EventData & { readonly order: NonNullable<EventData['order']> };

/** CON2, CON14: what an order or an abandoned checkout says. */
export function translate({ kind, json }: Resource, shop: Shop): readonly ShopReport[] {
  const id = textAt(json, 'id') ?? '';
  const isOurs = (textAt(json, 'store_id') ?? shop.shop) === shop.shop;
  // All amounts here are in reais.
  const isInReais = (textAt(json, 'currency') ?? 'BRL') === 'BRL';
  if (!/^\d{1,20}$/.test(id) || !isOurs || !isInReais) return [];
  if (kind === 'order') return orderReports(id, json, shop);
  return kind === 'cart' ? cartReports(id, json, shop) : [];
}

function orderReports(id: string, json: unknown, { shop, credentials }: Shop): readonly ShopReport[] {
  const placedAt = instantAt(json, 'completed_at') ?? instantAt(json, 'created_at');
  const changedAt = instantAt(json, 'updated_at') ?? placedAt;
  if (placedAt === undefined || changedAt === undefined) return [];
  const status = statusOf(json);
  const method = methodOf(json);
  const cartToken = textAt(json, 'token');
  const data = orderDataOf(id, json, placedAt, { status, method });
  const report = (meaning: string, type: EventType, at: string, more: Partial<EventData> = {}): ShopReport => ({
    kind: 'event',
    event: { id: `nuvemshop:${shop}:order:${id}:${meaning}`, type, occurred_at: at, data: { ...data, ...more } },
    ...(cartToken !== undefined && { cartToken }),
  });
  const events: ShopReport[] = [];
  // Rules of marketplaces forbid messages about their orders.
  if (textAt(json, 'storefront') !== 'meli' && status !== 'cancelled') {
    const url = paymentPageOf(json, credentials['address']);
    if (status === 'pending' && url !== undefined && (method === 'pix' || method === 'boleto')) {
      const payment = { ...data.payment, [method]: { url } };
      events.push(report(method, `${method}.generated`, placedAt, { payment }));
    }
    if (status === 'paid') events.push(report('paid', 'payment.confirmed', instantAt(json, 'paid_at') ?? changedAt));
    for (const tracking of shipmentsOf(json)) {
      const at = instantAt(json, 'shipped_at') ?? changedAt;
      events.push(report(`tracking:${tracking.code}`, 'tracking_code_updated', at, { tracking }));
    }
  }
  if (events.length > 0) return events;
  const occurredAt = (status === 'cancelled' ? instantAt(json, 'cancelled_at') : undefined) ?? changedAt;
  return [{ kind: 'order', id, occurredAt, data, ...(cartToken !== undefined && { cartToken }) }];
}

function orderDataOf(
  id: string,
  json: unknown,
  placedAt: string,
  { status, method }: { status: ReturnType<typeof statusOf>; method: string | undefined },
): OrderData {
  const items = productsOf(json);
  const payment = {
    ...textMember('id', textAt(json, 'gateway_id'), 200),
    ...textMember('provider', textAt(json, 'gateway_name') ?? textAt(json, 'gateway')),
  };
  const [customer, shipping, browser] = [buyerOf(json), shippingOf(json), browserIn(json)];
  return {
    order: {
      id,
      ...textMember('number', textAt(json, 'number'), 100),
      ...(status !== undefined && { status }),
      ...(method !== undefined && { payment_method: method }),
      currency: 'BRL',
      ...amountsOf(json),
      created_at: placedAt,
      ...(items.length > 0 && { items }),
    },
    ...(Object.keys(payment).length > 0 && { payment }),
    ...(customer && { customer }),
    ...(shipping && { shipping }),
    ...(browser && { browser }),
  };
}

/** CON8: an abandoned checkout that names somebody and was not completed. */
function cartReports(id: string, json: unknown, { shop }: Shop): readonly ShopReport[] {
  const occurredAt = instantAt(json, 'updated_at') ?? instantAt(json, 'created_at');
  const customer = buyerOf(json);
  const isCompleted = (valueAt(json, 'completed_at') ?? null) !== null;
  if (occurredAt === undefined || isCompleted || (!customer?.email && !customer?.phone)) return [];
  const items = productsOf(json);
  const shipping = shippingOf(json);
  const cart = {
    ...textMember('token', textAt(json, 'token'), 200),
    ...amountsOf(json),
    ...urlMember('url', textAt(json, 'abandoned_checkout_url')),
    ...(items.length > 0 && { items }),
  };
  const data = { cart, customer, ...(shipping && { shipping }) };
  const event = {
    id: `nuvemshop:${shop}:checkout:${id}:abandoned`,
    type: 'cart.abandoned',
    occurred_at: occurredAt,
    data,
  } as const;
  return [{ kind: 'event', event }];
}
