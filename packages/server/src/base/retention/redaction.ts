// COM8: SQL that redacts JSON with personal data. Only the listed members stay, because members that stores add may contain anything.

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
  'weight',
  'width',
  'height',
  'length',
];
const cart = ['currency', 'subtotalPrice', 'totalPrice', 'totalDiscount', 'requiresShipping'];
const orderItem = ['title', 'quantity', 'unit_price', 'image', 'sku', 'vendor', 'product_id'];

/** Reduces the body of a checkout request (CHK1) to the cart's products and prices, as text. The result is still a valid request. */
export const redactedRequest = (request: string): string => `
  json_build_object('cart', (
    json_build_object('items', ${each(`${request}->'cart'->'items'`, cartItem)})::jsonb
    || ${retained(`${request}->'cart'`, cart)}::jsonb
    || case when json_typeof(${request}->'cart'->'discounts') = 'array'
       then json_build_object('discounts', ${each(`${request}->'cart'->'discounts'`, ['type', 'value', 'amount'])})::jsonb
       else '{}' end))::text`;

/** The assignments of an update that deletes a checkout's lead. */
export const forgottenLead = 'captured_at = null, email_key = null, phone_key = null, abandon_at = null';

/** Reduces the lines of an order to products and prices. */
export const redactedItems = (items: string): string =>
  `case when json_typeof(${items}) = 'array' then ${each(items, orderItem)} end`;

/** Reduces the shipping of an order to the method, without the address. */
export const redactedShipping = (shipping: string): string =>
  `case when ${shipping} is not null
   then ${retained(shipping, ['name', 'carrier', 'price', 'turnaround_min_days', 'turnaround_max_days', 'to_be_agreed', 'pickup', 'provider', 'service', 'quoted_price', 'quoted_at'])} end`;

/** Reduces payment details to the PIX code and the numbers of a boleto. */
export const redactedCodes = (details: string): string =>
  `json_strip_nulls(json_build_object('pix', ${details}->'pix', 'boleto', case when ${details}->'boleto' is not null
   then ${retained(`${details}->'boleto'`, ['line', 'barcode', 'expires_at'])} end))`;

/** Reduces a payment to its provider and id, so that it can be refunded; removes codes and card data. */
export const redactedPayment = (payment: string): string =>
  `case when ${payment} is not null
   then ${retained(payment, ['id', 'provider', 'transaction_id', 'installments', 'paid_amount'])} end`;
