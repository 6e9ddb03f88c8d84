// The endpoints of the public API, published as OpenAPI. Nothing here needs a server.
import { checkoutRequestSchema, eventLimits, storeEventSchema } from '@retoma/commerce';
import { triggers } from '@retoma/flow';
import { z } from 'zod';
import type { PublicEndpoint } from '../endpoint.ts';
import { Checkout, CheckoutCreated, EventIngested, MetatagList } from './responses.ts';

/** Every endpoint of the public API, by its operationId. */
export const publicContract = {
  createCheckout: {
    method: 'POST',
    path: '/stores/external/checkout',
    access: 'checkout-key',
    summary: 'Create a checkout',
    description:
      'One request creates exactly one checkout. Send the shopper to checkoutUrl. The store comes from the API key. ' +
      'Prices come from you: where they must not be altered in a browser, let your server sign the body (x-cart-signature) ' +
      'and switch on "only signed carts". Orders of unsigned carts are marked UNSIGNED_PRICE, and free ones wait for a person.',
    parameters: {
      header: z.object({
        'Idempotency-Key': z
          .string()
          .min(1)
          .max(255)
          .describe(
            'Kept for 24 hours for each API key: a repeated request with it replays the first answer (Idempotency-Replayed: true)',
          )
          .optional(),
        'x-cart-signature': z
          .string()
          .regex(/^t=[0-9]{1,12}(,n=[A-Za-z0-9_-]{1,64})?,v1=[0-9a-fA-F]{64}$/)
          .describe(
            't=<seconds since 1970>,v1=<hex HMAC-SHA-256 of "t.body" under the secret key>; made on your server, good for 5 minutes and one checkout',
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
    statuses: { 201: 'The checkout was created and is stored' },
    errors: ['INVALID_PAYLOAD', 'IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'],
  },
  readCheckout: {
    method: 'GET',
    path: '/stores/external/checkout/:checkoutId',
    access: 'secret-key',
    summary: 'Read a checkout back',
    description: 'For your server, with the secret key: confirm that a checkout was paid before you ship.',
    parameters: { path: z.object({ checkoutId: z.string().meta({ description: 'Its id', format: 'uuid' }) }) },
    answer: Checkout,
    statuses: { 200: 'The checkout' },
    errors: ['CHECKOUT_NOT_FOUND'],
  },
  ingestEvent: {
    method: 'POST',
    path: '/stores/external/events',
    access: 'event-sender',
    summary: 'Tell of an event',
    description:
      'For your server: what happened in your own system, to start automations and to stop them. Send an event again until it is ' +
      'answered; it is taken once. An order that you report as paid is paid by your decision. With the secret key, or signed as in ' +
      'Standard Webhooks with ?store=<store id>.',
    parameters: {
      query: z.object({
        store: z.string().meta({ description: 'With a signature: the store', format: 'uuid' }).optional(),
      }),
      header: z.object({
        'webhook-id': z.string().describe('With a signature: id of the message').optional(),
        'webhook-timestamp': z
          .string()
          .regex(/^[0-9]+$/)
          .describe('With a signature: seconds since 1970, at most 5 minutes from now')
          .optional(),
      }),
    },
    bodyLimit: eventLimits.bodyBytes,
    body: {
      schema: storeEventSchema,
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
      200: 'The event had been taken before',
      202: 'The event is stored, and what it tells of the order with it',
    },
    errors: ['INVALID_PAYLOAD'],
  },
  listMetatags: {
    method: 'GET',
    path: '/automation/metatags',
    access: 'key-or-session',
    summary: 'List the metatags of a trigger',
    description: 'What the messages of an automation may use, by the event that starts it. Any kind of key may ask.',
    parameters: { query: z.object({ triggerType: z.enum(triggers).describe('The event') }) },
    compressed: true,
    answer: MetatagList,
    statuses: { 200: 'The catalogue for that event' },
    errors: ['INVALID_TRIGGER'],
  },
} as const satisfies Record<string, PublicEndpoint>;

/** The type of all endpoints of the public API. */
export type PublicContract = typeof publicContract;
