// A checkout in responses of the public API, as the store's server reads it.
import { orderAttentions } from '@retoma/commerce';
import { z } from 'zod';
import { done } from '../endpoint.ts';
import { cents, CheckoutWarning, id, text } from '../responses.ts';
import {
  checkoutStates,
  Contact,
  DeliveryAddress,
  livemode,
  orderStatuses,
  Payment,
  PurchaseItem,
} from './responses.ts';

const CheckoutOrder = z
  .object({
    id: text('ID of the order; your own ID if you reported the order'),
    number: z.string().nullable().describe('Order number shown to the shopper'),
    status: z.enum(orderStatuses),
    paymentMethod: z.string().nullable().describe('pix, boleto, credit_card, or free'),
    shipping: z.int().nullable().describe('Shipping price, in cents'),
    total: z.int().nullable().describe('Amount due including shipping, in cents'),
    paidAt: z.string().meta({ format: 'date-time' }).nullable().describe('When the payment was confirmed'),
    paidLate: z.boolean().describe('Whether it was paid after the payment code expired or the order was cancelled'),
    attention: z
      .array(z.enum(orderAttentions))
      .describe('Reasons to review the order before you ship it; empty if there are none'),
  })
  .meta({ id: 'CheckoutOrder' });

/** CHK12: a checkout as the store's server reads it. */
export const Checkout = done
  .extend({
    checkoutId: id('ID of the checkout'),
    checkoutUrl: z.string().meta({ description: 'Payment link', format: 'uri' }),
    storeId: id('ID of the store'),
    cartToken: text('Token of the cart'),
    state: z.enum(checkoutStates),
    paymentStatus: z.string().nullable().describe('Null until the shopper has chosen a payment method'),
    currency: z.literal('BRL'),
    subtotal: cents('Sum of all lines'),
    discount: cents('Discount on the cart'),
    total: cents('Amount due before shipping'),
    items: z.array(PurchaseItem).describe('Lines of the cart'),
    customer: Contact,
    address: DeliveryAddress.nullable().describe('Where the purchase is delivered; null: not known yet'),
    order: CheckoutOrder.nullable().describe('Null until the shopper has chosen a payment method'),
    payments: z.array(Payment).describe('The last requested first'),
    signed: z.boolean().describe('Whether the cart was signed by your server'),
    createdAt: z.string().meta({ description: 'When the checkout was created', format: 'date-time' }),
    expiresAt: z
      .string()
      .meta({ format: 'date-time' })
      .nullable()
      .describe('From when on it may expire; null: it has an order under way, was paid, or has expired'),
    livemode,
    metadata: z.looseObject({}).nullable().describe('Metadata of the request'),
  })
  .meta({ id: 'Checkout' });

/** API6: a checkout after a change, without data of its shopper, since the answer is kept for repeated requests. */
export const CheckoutChanged = Checkout.pick({
  success: true,
  checkoutId: true,
  checkoutUrl: true,
  state: true,
  subtotal: true,
  discount: true,
  total: true,
  livemode: true,
}).meta({ id: 'CheckoutChanged' });

/** API8: a checkout whose cart was replaced. */
export const CheckoutUpdated = CheckoutChanged.extend({
  warnings: z
    .array(CheckoutWarning)
    .describe('Present if an amount that you sent differs or a discount is ignored')
    .optional(),
}).meta({ id: 'CheckoutUpdated' });
