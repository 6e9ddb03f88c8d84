/** The condition fields with a fixed name (specification B5: the runtime table and the editor's catalogue). */
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

/** The namespaces of which every member is a condition field: `customer.email`, `lead.utmSource`. */
export const openNamespaces = ['customer', 'lead'] as const;

/** A condition field that validation accepts. */
export type ConditionField = (typeof fixedFields)[number] | `${(typeof openNamespaces)[number]}.${string}`;
