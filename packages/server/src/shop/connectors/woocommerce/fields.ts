import { eventLimits, isHttpUrl, type OrderStatus } from '@retoma/commerce';
import { cutText, listAt, textAt, valueAt } from '../read-json.ts';

/** CON13: what an order's status means; `draft`: it is no order yet. Words that plugins add are not among them. */
const meanings = new Map<string, OrderStatus | 'draft'>([
  ['pending', 'pending'],
  ['on-hold', 'pending'],
  ['processing', 'paid'],
  ['completed', 'paid'],
  ['failed', 'failed'],
  ['cancelled', 'cancelled'],
  ['refunded', 'cancelled'],
  ['trash', 'cancelled'],
  ['checkout-draft', 'draft'],
  ['auto-draft', 'draft'],
  ['draft', 'draft'],
  ['new', 'draft'],
]);

/**
 * CON13: the status of an order; undefined: its word is unknown. The words that end an order count before the instant of payment, which counts
 * before all others. Money on delivery is not there while the order is in preparation.
 */
export function statusOf(order: unknown): OrderStatus | 'draft' | undefined {
  const meaning = meanings.get(textAt(order, 'status')?.replace(/^wc-/, '') ?? '');
  if (meaning === 'draft' || meaning === 'failed' || meaning === 'cancelled') return meaning;
  if (textAt(order, 'date_paid_gmt') !== undefined) return 'paid';
  const isOnDelivery = meaning === 'paid' && textAt(order, 'payment_method') === 'cod';
  return isOnDelivery && textAt(order, 'status') === 'processing' ? 'pending' : meaning;
}

/** The id of a resource; undefined: it has none that is a number. */
export const resourceId = (resource: unknown): string | undefined => {
  const id = textAt(resource, 'id');
  return id !== undefined && /^[1-9]\d{0,19}$/.test(id) ? id : undefined;
};

/** The values of an order's member that plugins add, the oldest first. */
export const metaValues = (order: unknown, key: string): unknown[] =>
  listAt(order, 'meta_data')
    .filter((meta) => valueAt(meta, 'key') === key)
    .map((meta) => valueAt(meta, 'value'));

/** The last text that a plugin added under one of some keys. */
export function metaText(order: unknown, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const text = textAt([metaValues(order, key).at(-1)], 0);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** An http or https address that events accept; undefined: it is none. */
export const webAddress = (text: string | undefined): string | undefined =>
  text !== undefined && text.length <= eventLimits.url && isHttpUrl(text) ? text : undefined;

/** A shipment. */
export type WrittenTracking = { readonly code: string; readonly carrier?: string; readonly url?: string };

/** The members in which plugins write a code and nothing else. */
const codeKeys = ['_tracking_code', '_tracking_number', 'tracking_number'] as const;

/** CON13: the tracking codes of an order, which only plugins write: Correios, Shipment Tracking, and what others call it. */
export function trackingOf(order: unknown): WrittenTracking[] {
  const found = [...correiosCodes(order), ...shipmentItems(order)];
  const other = found.length === 0 ? metaText(order, ...codeKeys) : undefined;
  const all = other === undefined ? found : [{ code: other }];
  const byCode = new Map(all.map((one) => [one.code, { ...one, code: cutText(one.code, eventLimits.id) }]));
  return [...byCode.values()].slice(0, 10);
}

function correiosCodes(order: unknown): WrittenTracking[] {
  const value = metaValues(order, '_correios_tracking_code').at(-1);
  const texts = Array.isArray(value) ? value : [value];
  return texts
    .flatMap((text) => (typeof text === 'string' ? (textAt([text], 0)?.split(/[,\s]+/) ?? []) : []))
    .filter((code) => code !== '')
    .map((code) => ({ code, carrier: 'Correios' }));
}

const shipmentItems = (order: unknown): WrittenTracking[] =>
  listAt([metaValues(order, '_wc_shipment_tracking_items').at(-1)], 0).flatMap((item) => {
    const code = textAt(item, 'tracking_number');
    const carrier = textAt(item, 'custom_tracking_provider') ?? textAt(item, 'tracking_provider');
    const url = webAddress(textAt(item, 'custom_tracking_link'));
    return code === undefined
      ? []
      : [{ code, ...(carrier !== undefined && { carrier: cutText(carrier, eventLimits.text) }), ...(url && { url }) }];
  });
