// The endpoints of orders in the public API. Each change is the panel's own, with its rules and its entry in the audit log (API4).
import { checkoutRequestSchema } from '@retoma/commerce';
import { z } from 'zod';
import type { PublicEndpoint } from '../endpoint.ts';
import {
  cancelledExample,
  checkoutExpiredExample,
  checkoutsExample,
  checkoutUpdatedExample,
  orderChangedExample,
  orderExample,
  ordersExample,
  refundedExample,
  trackedExample,
} from './examples.ts';
import { checkoutQuery, orderQuery, paidBody, refundBody, trackingBody } from './requests.ts';
import { CheckoutChanged, CheckoutUpdated } from './checkout-responses.ts';
import { CheckoutPage, OrderChanged, OrderFound, OrderPage } from './responses.ts';

const path = z.object({ orderId: z.string().describe('ID of the order, or your own ID if you reported it') });

/** API7: the header of every POST with a secret key. */
export const idempotencyHeader = {
  'Idempotency-Key': z
    .string()
    .min(1)
    .max(255)
    .describe(
      'Makes retries safe: for 24 hours, a repeated request with the same key and API key returns the first response (Idempotency-Replayed: true)',
    )
    .optional(),
};

const change = {
  method: 'POST',
  access: 'secret-key',
  scope: 'orders:write',
  parameters: { path, header: z.object(idempotencyHeader) },
  answer: OrderChanged,
} as const;
const idempotencyErrors = ['INVALID_PAYLOAD', 'IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'] as const;
const one = '/stores/external/orders/:orderId';

/** The endpoints of orders, by their operationId. */
export const ordersApi = {
  listOrders: {
    method: 'GET',
    path: '/stores/external/orders',
    access: 'secret-key',
    scope: 'orders:read',
    summary: 'List orders',
    description: 'Lists the orders of the store, newest first. Follow nextCursor while hasMore is true.',
    parameters: { query: orderQuery },
    answer: OrderPage,
    statuses: { 200: { meaning: 'A page of orders', example: ordersExample } },
    errors: ['INVALID_PAYLOAD'],
  },
  listCheckouts: {
    method: 'GET',
    path: '/stores/external/checkouts',
    access: 'secret-key',
    scope: 'checkouts:read',
    summary: 'List checkouts',
    description: 'Lists the checkouts of the store, newest first. Follow nextCursor while hasMore is true.',
    parameters: { query: checkoutQuery },
    answer: CheckoutPage,
    statuses: { 200: { meaning: 'A page of checkouts', example: checkoutsExample } },
    errors: ['INVALID_PAYLOAD'],
  },
  updateCheckout: {
    method: 'POST',
    path: '/stores/external/checkout/:checkoutId',
    access: 'secret-key',
    scope: 'checkouts:write',
    summary: 'Update a checkout',
    description:
      'Replaces the cart of a checkout that has no order; it counts as signed. A customer, redirect URLs or metadata that you leave out stay, ' +
      'and so does what the shopper entered. Coupon, shipping and order bump are priced again with the new cart.',
    parameters: {
      path: z.object({ checkoutId: z.string().meta({ description: 'ID of the checkout', format: 'uuid' }) }),
      header: z.object(idempotencyHeader),
    },
    body: {
      schema: checkoutRequestSchema,
      example: {
        cart: {
          items: [{ title: 'Caneca', quantity: 3, unitPrice: 3900, image: 'https://loja.example/caneca.png' }],
        },
      },
    },
    answer: CheckoutUpdated,
    statuses: { 200: { meaning: 'The cart was replaced', example: checkoutUpdatedExample } },
    errors: [...idempotencyErrors, 'CHECKOUT_NOT_FOUND', 'CHECKOUT_NOT_OPEN'],
    audit: ['checkout_updated'],
  },
  expireCheckout: {
    method: 'POST',
    path: '/stores/external/checkout/:checkoutId/expire',
    access: 'secret-key',
    scope: 'checkouts:write',
    summary: 'Expire a checkout',
    description: 'Ends a checkout that has no order: its payment link accepts nothing more. It is not abandoned later.',
    parameters: {
      path: z.object({ checkoutId: z.string().meta({ description: 'ID of the checkout', format: 'uuid' }) }),
      header: z.object(idempotencyHeader),
    },
    answer: CheckoutChanged,
    statuses: { 200: { meaning: 'The checkout has expired', example: checkoutExpiredExample } },
    errors: [...idempotencyErrors, 'CHECKOUT_NOT_FOUND', 'CHECKOUT_NOT_OPEN'],
    audit: ['checkout_expired'],
  },
  readOrder: {
    method: 'GET',
    path: one,
    access: 'secret-key',
    scope: 'orders:read',
    summary: 'Retrieve an order',
    description: 'Retrieves an order with its items, customer, address, payments, refunds and tracking.',
    parameters: { path },
    answer: OrderFound,
    statuses: { 200: { meaning: 'The order', example: orderExample } },
    errors: ['ORDER_NOT_FOUND'],
  },
  markOrderPaid: {
    ...change,
    path: `${one}/paid`,
    summary: 'Mark an order as paid',
    description:
      'Records money that your store received itself, for example to its own PIX key. Open payment codes are cancelled. With less ' +
      'than the total, the order is paid and stays UNDERPAID.',
    body: { schema: paidBody.schema, example: { amount: 15870 } },
    statuses: { 200: { meaning: 'The order is paid', example: orderChangedExample } },
    errors: [...idempotencyErrors, 'ORDER_NOT_FOUND', 'ORDER_PAID'],
    audit: ['order_paid'],
  },
  cancelOrder: {
    ...change,
    path: `${one}/cancel`,
    summary: 'Cancel an unpaid order',
    description: 'Cancels an unpaid order and its open payment codes. A paid order is refunded instead.',
    statuses: { 200: { meaning: 'The order is cancelled', example: cancelledExample } },
    errors: [...idempotencyErrors, 'ORDER_NOT_FOUND', 'ORDER_PAID', 'ORDER_CANCELLED'],
    audit: ['order_cancelled'],
  },
  refundOrder: {
    ...change,
    path: `${one}/refund`,
    summary: 'Refund an order or a part of it',
    description:
      'Gives money back: everything that is left, an amount, or what was paid for some pieces. Retry with the same Idempotency-Key ' +
      'until you receive a response: it stays one refund. The order is cancelled once nothing is left of its money.',
    body: { schema: refundBody.schema, example: { items: [{ index: 0, quantity: 1 }], cause: 'defective' } },
    statuses: { 200: { meaning: 'The money was given back', example: refundedExample } },
    errors: [
      ...idempotencyErrors,
      'ORDER_NOT_FOUND',
      'PAYMENT_NOT_FOUND',
      'NOT_PAID',
      'MANUAL_REFUND_REQUIRED',
      'REFUND_REFUSED',
      'REFUND_IN_PROGRESS',
      'REFUND_CHANGED',
      'REFUND_TOO_HIGH',
      'PROVIDER_UNAVAILABLE',
    ],
    audit: ['order_refunded'],
  },
  trackOrder: {
    ...change,
    path: `${one}/tracking`,
    summary: 'Set the tracking code of an order',
    description: 'Stores the shipment of an order. A new code or URL is an event, which can start automations.',
    body: {
      schema: trackingBody.schema,
      example: { code: 'NM123456789BR', url: 'https://rastreamento.correios.com.br/', carrier: 'Correios' },
    },
    statuses: { 200: { meaning: 'The tracking code was stored', example: trackedExample } },
    errors: [...idempotencyErrors, 'ORDER_NOT_FOUND', 'INVALID_TRACKING'],
    audit: ['order_tracked'],
  },
} as const satisfies Record<string, PublicEndpoint>;
