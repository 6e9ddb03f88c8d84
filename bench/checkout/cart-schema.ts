const text = { type: 'string' };
const cents = { type: 'integer', minimum: 0 };
const size = { type: 'number', minimum: 0, maximum: 1_000 };
const item = {
  type: 'object',
  required: ['title', 'quantity', 'unitPrice', 'image'],
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 500 },
    quantity: { type: 'integer', minimum: 1, maximum: 999 },
    unitPrice: cents,
    image: { type: 'string', pattern: '^https?://', maxLength: 2000 },
    externalProductId: text,
    externalVariantId: text,
    sku: text,
    url: text,
    vendor: text,
    productType: text,
    description: { type: 'string', maxLength: 5000 },
    originalUnitPrice: cents,
    discountedUnitPrice: cents,
    linePrice: cents,
    totalDiscount: cents,
    requiresShipping: { type: 'boolean' },
    weight: { type: 'integer', minimum: 0, maximum: 1_000_000 },
    width: size,
    height: size,
    length: size,
    options: { type: 'array', maxItems: 20, items: { type: 'object', properties: { name: text, value: text } } },
    metadata: { type: 'object' },
  },
};
/** A usual JSON Schema of a checkout request, for Fastify. */
export const schema = {
  body: {
    type: 'object',
    required: ['cart'],
    properties: {
      cart: {
        type: 'object',
        required: ['items'],
        properties: {
          items: { type: 'array', minItems: 1, maxItems: 100, items: item },
          token: { type: 'string', minLength: 1, maxLength: 200 },
          currency: { const: 'BRL' },
        },
      },
      customer: { type: 'object' },
      redirect: { type: 'object' },
      metadata: { type: 'object' },
    },
  },
};
