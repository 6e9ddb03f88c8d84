// The shapes of the data of webhooks: those of reported events (COM6), since one event has one shape in both directions. A thin body has
// only ids and states, so no other member is required.
import { z } from 'zod';
import { Customer, Lead, Order, Payment, ShopCart, Shipping, Tracking } from '../event/schema.ts';

const checkoutId = z.string().describe('ID of the Retoma checkout');

const aboutCart = z.looseObject({
  checkout_id: checkoutId.nullable().optional(),
  cart: ShopCart.nullable().optional(),
});

/** The data of an event about a checkout. */
export const cartData = aboutCart.meta({ id: 'CartEventData' });

/** The data of an event about a shopper with a cart. */
export const leadData = aboutCart
  .extend({
    lead: Lead.nullable().optional(),
    customer: Customer.nullable().optional(),
  })
  .meta({ id: 'LeadEventData' });

const aboutOrder = z.looseObject({
  checkout_id: checkoutId.nullable().optional(),
  order: Order,
  payment: Payment.nullable().optional(),
  customer: Customer.nullable().optional(),
  shipping: Shipping.nullable().optional(),
  tracking: Tracking.nullable().optional(),
});

/** The data of an event about an order, with the order after the change. */
export const orderData = aboutOrder.meta({ id: 'OrderEventData' });

/** The data of a refund. */
export const refundData = aboutOrder
  .extend({
    refund: z.looseObject({
      id: z.string().describe('ID of the refund'),
      payment_id: z.string().nullable().optional().describe('ID of its payment'),
      amount: z.int().min(1).describe('What was given back, in cents'),
      source: z
        .string()
        .optional()
        .describe('Who gave it back: member, command_line, api, or provider: directly there'),
      cause: z.string().nullable().optional().describe('Why'),
      settled_at: z.string().optional().describe('When the provider confirmed it'),
    }),
  })
  .meta({ id: 'RefundEventData' });

/** The data of a ping. */
export const pingData = z
  .looseObject({ webhook_id: z.string().describe('ID of the endpoint') })
  .meta({ id: 'PingData' });
