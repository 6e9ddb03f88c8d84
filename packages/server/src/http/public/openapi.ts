import { triggers } from '@retoma/flow';
import { automationCodes } from '../../automations/codes.ts';
import {
  checkoutRequestSchema,
  errorCodes,
  issueCodes,
  limits,
  orderAttentions,
  storeEventSchema,
  warningCodes,
} from '@retoma/commerce';

type Schema = Record<string, unknown>;

/** Every error code of the public API, from the tables that declare them. */
export const allErrorCodes = { ...errorCodes, INVALID_TRIGGER: automationCodes.INVALID_TRIGGER };

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const text = (description: string, rest: Schema = {}): Schema => ({ type: 'string', description, ...rest });
const cents = (description: string): Schema => ({
  type: 'integer',
  minimum: 0,
  description: `${description}, in cents`,
});
const object = (properties: Record<string, Schema>, optional: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

/** The definitions that Zod made of the requests, as components of OpenAPI. */
function requestSchemas(): Record<string, Schema> {
  const definitions = { ...checkoutRequestSchema.$defs, ...storeEventSchema.$defs };
  return JSON.parse(JSON.stringify(definitions).replaceAll('#/$defs/', '#/components/schemas/')) as Record<
    string,
    Schema
  >;
}

const answers: Record<string, Schema> = {
  CheckoutCreated: object(
    {
      success: { const: true },
      checkoutId: text('Id of the checkout', { format: 'uuid' }),
      checkoutUrl: text('Payment link: send the shopper here', { format: 'uri' }),
      storeId: text('The store of the API key', { format: 'uuid' }),
      cartToken: text('cart.token, or the generated ext_ token'),
      warnings: { type: 'array', items: ref('CoherenceWarning'), description: 'Only where a price you sent differs' },
    },
    ['warnings'],
  ),
  CoherenceWarning: object({
    code: { enum: Object.keys(warningCodes) },
    path: text('Where the price stands in the request'),
    sent: cents('What you sent'),
    computed: cents('What we computed, which is what counts'),
    message: text('In words'),
  }),
  Checkout: object({
    success: { const: true },
    checkoutId: text('Id of the checkout', { format: 'uuid' }),
    checkoutUrl: text('Payment link', { format: 'uri' }),
    storeId: text('The store', { format: 'uuid' }),
    cartToken: text('The token of the cart'),
    state: { enum: ['open', 'abandoned', 'ordered', 'paid', 'expired'] },
    paymentStatus: { type: ['string', 'null'], description: 'Null until the shopper has chosen how to pay' },
    currency: { const: 'BRL' },
    subtotal: cents('Sum of the lines'),
    discount: cents('Discount on the cart'),
    total: cents('What the shopper pays, before shipping'),
    order: {
      oneOf: [ref('CheckoutOrder'), { type: 'null' }],
      description: 'Null until the shopper has chosen how to pay',
    },
    signed: { type: 'boolean', description: 'Whether a server vouched for the prices' },
    createdAt: text('Instant of creation', { format: 'date-time' }),
    metadata: { type: ['object', 'null'], description: 'The metadata of the request' },
  }),
  CheckoutOrder: object({
    id: text('Id of the order: yours where an event of yours told of it'),
    number: { type: ['string', 'null'], description: 'What the shopper knows it by' },
    paymentMethod: { type: ['string', 'null'], description: 'pix, boleto, credit_card, or free' },
    shipping: { type: ['integer', 'null'], description: 'Price of shipping, in cents' },
    total: { type: ['integer', 'null'], description: 'What is paid, shipping included, in cents' },
    paidAt: { type: ['string', 'null'], format: 'date-time', description: 'When the money arrived' },
    paidLate: { type: 'boolean', description: 'It arrived after the code had expired or the order was cancelled' },
    attention: {
      type: 'array',
      items: { enum: [...orderAttentions] },
      description: 'Why you must look before you ship; empty where nothing is odd',
    },
  }),
  EventTaken: object({
    success: { const: true },
    eventId: text('Id of the event; of a repeat, that of the first', { format: 'uuid' }),
    duplicate: { type: 'boolean', description: 'Whether it had been taken before; then nothing has changed' },
  }),
  MetatagList: object({
    success: { const: true },
    triggerType: { enum: [...triggers] },
    validated: { type: 'boolean', description: 'Whether messages of this trigger are checked against the list' },
    total: { type: 'integer', description: 'How many are active' },
    metatags: { type: 'array', items: ref('Metatag') },
  }),
  Metatag: object(
    {
      name: text('As it is written between the braces: order.total'),
      category: text('Before the first dot'),
      field: text('After it'),
      type: text('How the value is shown: text, money, date, integer, url, list, html'),
      description: text('What it stands for, in Portuguese'),
      example: text('What a message shows in its place'),
      channels: { type: 'array', items: { enum: ['whatsapp', 'email', 'sms'] }, description: 'Where it may stand' },
      status: { enum: ['active', 'legacy', 'planned'] },
      sensitive: { type: 'boolean', description: 'Worth a second thought before it is put into a message' },
      replacement: text('What to use instead of a legacy one'),
    },
    ['replacement'],
  ),
  Issue: object({
    path: text('For people: cart.items[0].image'),
    pointer: text('JSON Pointer: /cart/items/0/image'),
    code: { enum: Object.keys(issueCodes) },
    message: text('What is wrong and what is accepted'),
  }),
  Error: object({
    success: { const: false },
    error: object(
      {
        code: { enum: Object.keys(allErrorCodes) },
        message: text('In words, in English'),
        details: object({ issues: { type: 'array', items: ref('Issue'), maxItems: limits.issues } }),
      },
      ['details'],
    ),
  }),
};

/** Further statuses of INVALID_PAYLOAD (CHK2). */
const alsoInvalid = [413, 415];

function errorAnswers(codes: readonly (keyof typeof allErrorCodes)[]): Record<string, Schema> {
  const byStatus = new Map<number, string[]>();
  const add = (status: number, code: string): void =>
    void byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  for (const code of codes) add(allErrorCodes[code].status, code);
  if (codes.includes('INVALID_PAYLOAD')) for (const status of alsoInvalid) add(status, 'INVALID_PAYLOAD');
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [
        status,
        {
          description: codes
            .map((code) => `${code}: ${allErrorCodes[code as keyof typeof allErrorCodes].en}`)
            .join('\n\n'),
          content: { 'application/json': { schema: ref('Error') } },
        },
      ]),
  );
}

const success = (description: string, schema: string): Schema => ({
  description,
  headers: { 'x-request-id': { description: 'Name it when you ask us', schema: { type: 'string' } } },
  content: { 'application/json': { schema: ref(schema) } },
});

/** The request that the examples of the reference send. */
export const exampleRequest = {
  cart: {
    items: [
      { title: 'Camiseta Retoma', quantity: 2, unitPrice: 4990, image: 'https://loja.example/camiseta.png' },
      { title: 'Caneca', quantity: 1, unitPrice: 3900, image: 'https://loja.example/caneca.png' },
    ],
  },
  customer: { name: 'Ana Souza', email: 'ana@example.com', phone: '+5511987654321', document: null },
  redirect: { successUrl: 'https://loja.example/obrigado', cancelUrl: 'https://loja.example/carrinho' },
};

const createCheckout: Schema = {
  operationId: 'createCheckout',
  summary: 'Create a checkout',
  description:
    'One request creates exactly one checkout. Send the shopper to checkoutUrl. The store comes from the API key. ' +
    'Prices come from you: where they must not be altered in a browser, let your server sign the body (x-cart-signature) ' +
    'and switch on "only signed carts". Orders of unsigned carts are marked UNSIGNED_PRICE, and free ones wait for a person.',
  security: [{ apiKey: [] }],
  parameters: [
    {
      name: 'Idempotency-Key',
      in: 'header',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
      description:
        'Kept for 24 hours: a repeated request with it replays the first answer (Idempotency-Replayed: true)',
    },
    {
      name: 'x-cart-signature',
      in: 'header',
      schema: { type: 'string', pattern: '^sha256=[0-9a-fA-F]{64}$' },
      description: 'sha256=<hex HMAC-SHA-256 of the raw body under the secret key>; made on your server',
    },
  ],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: ref('CheckoutRequest'), example: exampleRequest } },
  },
  responses: {
    201: success('The checkout was created and is stored', 'CheckoutCreated'),
    ...errorAnswers([
      'INVALID_PAYLOAD',
      'MISSING_API_KEY',
      'INVALID_API_KEY',
      'STORE_INACTIVE',
      'UNSIGNED_CART',
      'WRONG_KEY_KIND',
      'STORE_NOT_FOUND',
      'IDEMPOTENCY_IN_PROGRESS',
      'IDEMPOTENCY_KEY_REUSED',
      'RATE_LIMITED',
      'INTERNAL_ERROR',
    ]),
  },
};

const readCheckout: Schema = {
  operationId: 'readCheckout',
  summary: 'Read a checkout back',
  description: 'For your server, with the secret key: confirm that a checkout was paid before you ship.',
  security: [{ apiKey: [] }],
  parameters: [
    {
      name: 'checkoutId',
      in: 'path',
      required: true,
      schema: { type: 'string', format: 'uuid' },
      description: 'Its id',
    },
  ],
  responses: {
    200: success('The checkout', 'Checkout'),
    ...errorAnswers([
      'MISSING_API_KEY',
      'INVALID_API_KEY',
      'STORE_INACTIVE',
      'WRONG_KEY_KIND',
      'STORE_NOT_FOUND',
      'CHECKOUT_NOT_FOUND',
      'RATE_LIMITED',
      'INTERNAL_ERROR',
    ]),
  },
};

/** An event as the reference shows it. */
export const exampleEvent = {
  id: 'evt_1042_pix',
  type: 'pix.generated',
  occurred_at: '2026-03-12T17:05:00Z',
  data: {
    order: { id: '1042', number: '1042', status: 'waiting', payment_method: 'pix', total: 18990 },
    payment: { pix: { payload: '00020126…6304ABCD', expires_at: '2026-03-13T17:05:00Z' } },
    customer: { name: 'Ana Souza', email: 'ana@example.com', phone: '+5511987654321' },
  },
};

const takeEvent: Schema = {
  operationId: 'takeEvent',
  summary: 'Tell of an event',
  description:
    'For your server: what happened in your own system, to start automations and to stop them. Send an event again until it is ' +
    'answered; it is taken once. An order that you report as paid is paid by your decision. With the secret key, or signed as in ' +
    'Standard Webhooks with ?store=<store id>.',
  security: [{ apiKey: [] }, { webhookSignature: [] }],
  parameters: [
    {
      name: 'store',
      in: 'query',
      schema: { type: 'string', format: 'uuid' },
      description: 'With a signature: the store',
    },
    {
      name: 'webhook-id',
      in: 'header',
      schema: { type: 'string' },
      description: 'With a signature: id of the message',
    },
    {
      name: 'webhook-timestamp',
      in: 'header',
      schema: { type: 'string', pattern: '^[0-9]+$' },
      description: 'With a signature: seconds since 1970, at most 5 minutes from now',
    },
  ],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: ref('StoreEvent'), example: exampleEvent } },
  },
  responses: {
    200: success('The event had been taken before', 'EventTaken'),
    202: success('The event is stored, and what it tells of the order with it', 'EventTaken'),
    ...errorAnswers([
      'INVALID_PAYLOAD',
      'MISSING_API_KEY',
      'INVALID_API_KEY',
      'INVALID_SIGNATURE',
      'STORE_INACTIVE',
      'WRONG_KEY_KIND',
      'STORE_NOT_FOUND',
      'RATE_LIMITED',
      'INTERNAL_ERROR',
    ]),
  },
};

const listMetatags: Schema = {
  operationId: 'listMetatags',
  summary: 'List the metatags of a trigger',
  description: 'What the messages of an automation may use, by the event that starts it. Any kind of key may ask.',
  security: [{ apiKey: [] }],
  parameters: [
    { name: 'triggerType', in: 'query', required: true, schema: { enum: [...triggers] }, description: 'The event' },
  ],
  responses: {
    200: success('The catalogue for that event', 'MetatagList'),
    ...errorAnswers([
      'INVALID_TRIGGER',
      'MISSING_API_KEY',
      'INVALID_API_KEY',
      'STORE_INACTIVE',
      'STORE_NOT_FOUND',
      'RATE_LIMITED',
      'INTERNAL_ERROR',
    ]),
  },
};

/** The OpenAPI 3.1 document of the public API, made from the schemas that validate requests and the tables of codes. */
export function openApi(baseUrl: string): Schema {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Retoma',
      version: '0.1.0',
      description: 'Create a payment link from a cart with one HTTP request.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }, { url: `${baseUrl}/api`, description: 'Alias: same handlers, same behaviour' }],
    paths: {
      '/stores/external/checkout': { post: createCheckout },
      '/stores/external/checkout/{checkoutId}': { get: readCheckout },
      '/stores/external/events': { post: takeEvent },
      '/automation/metatags': { get: listMetatags },
    },
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: 'rtm_live_… creates checkouts and may sit in a browser; rtm_secret_… is for servers only',
        },
        webhookSignature: {
          type: 'apiKey',
          in: 'header',
          name: 'webhook-signature',
          description:
            'Standard Webhooks: v1,<base64 HMAC-SHA-256 of id.timestamp.body>, under the secret of retoma store webhook-secret',
        },
      },
      schemas: { ...requestSchemas(), ...answers },
    },
  };
}
