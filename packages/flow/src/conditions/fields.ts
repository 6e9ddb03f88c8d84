import { closest } from '../members/closest.ts';

/** The condition fields with a fixed name (specification DEF5: the runtime table and the editor's catalogue). */
export const fixedFields = [
  'payment_status',
  'payment_method',
  'amount',
  'tracking.status',
  'tracking.code',
  'tracking.url',
  'tracking.carrier',
  'order.total',
  'order.payment_method',
  'order.pix_code',
  'shipping.name',
  'shipping.carrier',
  'browser.ip',
  'browser.utms.source',
] as const;

/** The namespaces in which every member is a condition field: `customer.email`, `lead.utmSource`. */
export const openNamespaces = ['customer', 'lead'] as const;

/** A condition field that validation accepts. */
export type ConditionField = (typeof fixedFields)[number] | `${(typeof openNamespaces)[number]}.${string}`;

const fixed: ReadonlySet<string> = new Set(fixedFields);

/** DEF5: whether a name is a condition field. */
export function isConditionField(name: string): name is ConditionField {
  return fixed.has(name) || /^(?:customer|lead)\.[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name);
}

/** Names that authors write by mistake, and the intended fields (DEF5). */
const mistaken = new Map([
  ['status', 'payment_status'],
  ['order.status', 'payment_status'],
  ['order.payment_status', 'payment_status'],
  ['payment.status', 'payment_status'],
  ['paid', 'payment_status'],
  ['pago', 'payment_status'],
  ['total', 'order.total'],
  ['cart.total', 'order.total'],
  ['order.amount', 'amount'],
  ['valor', 'amount'],
  ['payment.method', 'payment_method'],
  ['method', 'payment_method'],
  ['pix_code', 'order.pix_code'],
  ['payment.pix_code', 'order.pix_code'],
  ['order.tracking_code', 'tracking.code'],
  ['order.tracking_url', 'tracking.url'],
  ['email', 'customer.email'],
  ['name', 'customer.name'],
  ['phone', 'customer.phone'],
  ['ip', 'browser.ip'],
  ['utm_source', 'browser.utms.source'],
  ['utmSource', 'lead.utmSource'],
]);

/** Members of the open namespaces that the editor's catalogue lists (specification DEF5), used as suggestions. */
const named = [
  'customer.state',
  'customer.email',
  'lead.name',
  'lead.phone',
  'lead.isCompleted',
  'lead.utmSource',
  'lead.deviceType',
];

/** The field that an unknown name probably means; undefined if that is not obvious. */
export function suggestField(name: string): string | undefined {
  return mistaken.get(name) ?? mistaken.get(name.trim().toLowerCase()) ?? closest(name, [...fixedFields, ...named]);
}
