// The endpoints of the public API, published as OpenAPI. Nothing here needs a server.
import { cartReportSchema, checkoutRequestSchema, eventLimits, publishedEventSchema } from '@retoma/commerce';
import { triggers } from '@retoma/flow';
import { z } from 'zod';
import { done, type PublicEndpoint } from './endpoint.ts';
import { createdExample, ingestedExample, metatagsExample } from './examples.ts';
import { Checkout } from './orders/checkout-responses.ts';
import { idempotencyHeader, ordersApi } from './orders/contract.ts';
import { checkoutExample } from './orders/examples.ts';
import { webhooksApi } from './webhooks/contract.ts';
import { CheckoutCreated, EventIngested, MetatagList } from './responses.ts';
import { testClockBody } from './test-clock.ts';

/** Every endpoint of the public API, by its operationId. */
export const publicContract = {
  createCheckout: {
    method: 'POST',
    path: '/stores/external/checkout',
    access: 'checkout-key',
    summary: 'Create a checkout',
    description:
      'Creates a checkout for the store of the API key. Redirect the shopper to checkoutUrl. You set the prices: to protect them ' +
      'from changes in the browser, sign the body on your server (x-cart-signature) and enable "only signed carts". Orders of ' +
      'unsigned carts are marked UNSIGNED_PRICE, and free ones need manual approval.',
    parameters: {
      header: z.object({
        'Idempotency-Key': z
          .string()
          .min(1)
          .max(255)
          .describe(
            'Makes retries safe: for 24 hours, a repeated request with the same key and API key returns the first response (Idempotency-Replayed: true)',
          )
          .optional(),
        'x-cart-signature': z
          .string()
          .regex(/^t=[0-9]{1,12}(,n=[A-Za-z0-9_-]{1,64})?,v1=[0-9a-fA-F]{64}$/)
          .describe(
            't=<Unix time in seconds>,v1=<hex HMAC-SHA-256 of "t.body" with the secret key>; created on your server, valid for 5 minutes and one checkout',
          )
          .optional(),
      }),
    },
    body: {
      schema: checkoutRequestSchema,
      example: {
        cart: {
          items: [
            { title: 'Camiseta Retoma', quantity: 2, unitPrice: 4990, image: 'https://loja.example/camiseta.png' },
            { title: 'Caneca', quantity: 1, unitPrice: 3900, image: 'https://loja.example/caneca.png' },
          ],
        },
        customer: { name: 'Ana Souza', email: 'ana@example.com', phone: '+5511987654321', document: null },
        redirect: { successUrl: 'https://loja.example/obrigado', cancelUrl: 'https://loja.example/carrinho' },
      },
    },
    answer: CheckoutCreated,
    statuses: { 201: { meaning: 'The checkout was created', example: createdExample } },
    errors: ['INVALID_PAYLOAD', 'IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'],
  },
  readCheckout: {
    method: 'GET',
    path: '/stores/external/checkout/:checkoutId',
    access: 'secret-key',
    scope: 'checkouts:read',
    summary: 'Retrieve a checkout',
    description:
      'Retrieves a checkout with its items, customer, address, order and payments, for example to confirm its payment before you ship.',
    parameters: {
      path: z.object({ checkoutId: z.string().meta({ description: 'ID of the checkout', format: 'uuid' }) }),
    },
    answer: Checkout,
    statuses: { 200: { meaning: 'The checkout', example: checkoutExample } },
    errors: ['CHECKOUT_NOT_FOUND'],
  },
  ingestEvent: {
    method: 'POST',
    path: '/stores/external/events',
    access: 'event-sender',
    scope: 'events:write',
    summary: 'Report an event',
    description:
      'Reports an event of your own system, which can start and stop automations. Retry until you receive a response; an event is ' +
      'processed once. An order that you report as paid counts as paid. Authenticate with the secret key, or with a Standard ' +
      'Webhooks signature and ?store=<store ID>.',
    parameters: {
      query: z.object({
        store: z
          .string()
          .meta({ description: 'ID of the store; required with a signature', format: 'uuid' })
          .optional(),
      }),
      header: z.object({
        'webhook-id': z.string().describe('ID of the message; required with a signature').optional(),
        'webhook-timestamp': z
          .string()
          .regex(/^[0-9]+$/)
          .describe('Unix time in seconds, within 5 minutes of now; required with a signature')
          .optional(),
      }),
    },
    bodyLimit: eventLimits.bodyBytes,
    body: {
      schema: publishedEventSchema,
      example: {
        id: 'evt_1042_pix',
        type: 'pix.generated',
        occurred_at: '2026-03-12T17:05:00Z',
        data: {
          order: { id: '1042', number: '1042', status: 'waiting', payment_method: 'pix', total: 18990 },
          payment: { pix: { payload: '00020126…6304ABCD', expires_at: '2026-03-13T17:05:00Z' } },
          customer: { name: 'Ana Souza', email: 'ana@example.com', phone: '+5511987654321' },
        },
      },
    },
    answer: EventIngested,
    statuses: {
      200: { meaning: 'The event was received before', example: { ...ingestedExample, duplicate: true } },
      202: { meaning: 'The event was stored, and its order was updated', example: ingestedExample },
    },
    errors: ['INVALID_PAYLOAD'],
  },
  reportCart: {
    method: 'POST',
    path: '/stores/external/cart',
    access: 'checkout-key',
    summary: 'Report a cart',
    description:
      'Reports the cart of a shopper who left an e-mail or a phone and agreed to messages about it, again whenever it changes. Without ' +
      'activity or an order for the time in the store settings, it is cart.abandoned. Report it without items when it was emptied or bought.',
    bodyLimit: eventLimits.bodyBytes,
    body: {
      schema: cartReportSchema,
      example: {
        cart: {
          token: 'cart-7f3a9c10',
          items: [
            { title: 'Camiseta Retoma', quantity: 2, unitPrice: 4990, image: 'https://loja.example/camiseta.png' },
          ],
        },
        customer: { name: 'Ana Souza', email: 'ana@example.com', phone: '+5511987654321' },
        url: 'https://loja.example/carrinho',
        consent: true,
      },
    },
    answer: done.meta({ id: 'CartReported' }),
    statuses: { 200: { meaning: 'The cart was stored, or deleted if it is empty', example: {} } },
    errors: ['INVALID_PAYLOAD', 'RATE_LIMITED'],
  },
  ...ordersApi,
  ...webhooksApi,
  advanceTestClock: {
    method: 'POST',
    path: '/stores/external/test/clock',
    access: 'secret-key',
    scope: 'checkouts:write',
    summary: 'Let time pass in test mode',
    description:
      'Makes what would be due within these minutes due now: carts are abandoned, codes expire, waits of automations end, and webhooks ' +
      'are tried again. Needs a key of test mode (rtm_test_secret_…).',
    parameters: { header: z.object(idempotencyHeader) },
    body: { schema: testClockBody.schema, example: { advanceMinutes: 120 } },
    answer: done.meta({ id: 'TestClockAdvanced' }),
    statuses: { 200: { meaning: 'The time has passed', example: {} } },
    errors: ['INVALID_PAYLOAD', 'IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED', 'NOT_TEST_MODE'],
    audit: ['test_clock_advanced'],
  },
  listMetatags: {
    method: 'GET',
    path: '/automation/metatags',
    access: 'key-or-session',
    summary: 'List the metatags of a trigger',
    description:
      'Lists the metatags that messages of an automation can use, by its trigger. Any kind of API key is accepted.',
    parameters: { query: z.object({ triggerType: z.enum(triggers).describe('Event that starts the automation') }) },
    compressed: true,
    answer: MetatagList,
    statuses: { 200: { meaning: 'The metatags of the trigger', example: metatagsExample } },
    errors: ['INVALID_TRIGGER'],
  },
} as const satisfies Record<string, PublicEndpoint>;

/** The type of all endpoints of the public API. */
export type PublicContract = typeof publicContract;
