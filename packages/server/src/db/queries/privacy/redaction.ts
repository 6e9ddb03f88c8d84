// COM8: what is left of JSON that named a person, as SQL. Only what is listed stays: members that stores add may hold anything.

const retained = (from: string, members: readonly string[]): string =>
  `json_strip_nulls(json_build_object(${members.map((member) => `'${member}', ${from}->'${member}'`).join(', ')}))`;

const each = (list: string, members: readonly string[]): string =>
  `(select coalesce(json_agg(${retained('one', members)}), '[]') from json_array_elements(${list}) as one)`;

const cartItem = [
  'title',
  'quantity',
  'unitPrice',
  'image',
  'externalProductId',
  'externalVariantId',
  'sku',
  'vendor',
  'productType',
  'originalUnitPrice',
  'discountedUnitPrice',
  'linePrice',
  'originalLinePrice',
  'totalDiscount',
  'requiresShipping',
];
const cart = ['currency', 'subtotalPrice', 'totalPrice', 'totalDiscount', 'requiresShipping'];
const orderItem = ['title', 'quantity', 'unit_price', 'image', 'sku', 'vendor', 'product_id'];

/** The body of a checkout request (CHK1): the cart's products and prices, and nothing else, as text. It can still be read as a request. */
export const redactedRequest = (request: string): string => `
  json_build_object('cart', (
    json_build_object('items', ${each(`${request}->'cart'->'items'`, cartItem)})::jsonb
    || ${retained(`${request}->'cart'`, cart)}::jsonb
    || case when json_typeof(${request}->'cart'->'discounts') = 'array'
       then json_build_object('discounts', ${each(`${request}->'cart'->'discounts'`, ['type', 'value', 'amount'])})::jsonb
       else '{}' end))::text`;

/** The columns of a checkout whose lead is forgotten, as an update sets them. */
export const forgottenLead = 'captured_at = null, email_key = null, phone_key = null, abandon_at = null';

/** The lines of an order: what was sold, and for how much. */
export const redactedItems = (items: string): string =>
  `case when json_typeof(${items}) = 'array' then ${each(items, orderItem)} end`;

/** How an order was sent, not where to. */
export const redactedShipping = (shipping: string): string =>
  `case when ${shipping} is not null
   then ${retained(shipping, ['name', 'carrier', 'price', 'turnaround_min_days', 'turnaround_max_days'])} end`;

/** A PIX code and the numbers of a boleto. */
export const redactedCodes = (details: string): string =>
  `json_strip_nulls(json_build_object('pix', ${details}->'pix', 'boleto', case when ${details}->'boleto' is not null
   then ${retained(`${details}->'boleto'`, ['line', 'barcode', 'expires_at'])} end))`;

/** By whom a payment was processed and under which id, so that it can be given back; no codes, no card. */
export const redactedPayment = (payment: string): string =>
  `case when ${payment} is not null
   then ${retained(payment, ['id', 'provider', 'transaction_id', 'installments', 'paid_amount'])} end`;
