// Orders and changed checkouts in responses of the public API.
import { orderAttentions, paymentStates, refundCauses } from '@retoma/commerce';
import { z } from 'zod';
import { done } from '../endpoint.ts';
import { cents, id, text } from '../responses.ts';

const nullable = (description: string) => z.string().nullable().describe(description);
const dateTime = (description: string) => z.string().meta({ description, format: 'date-time' });

/** The states of a checkout (COM5). */
export const checkoutStates = ['open', 'abandoned', 'ordered', 'paid', 'expired'] as const;
/** The states of an order (COM4). */
export const orderStatuses = ['pending', 'processing', 'paid', 'failed', 'cancelled'] as const;

/** The members of a page of a list. `Entry`: one entry. */
export const pageOf = <Entry extends z.ZodType>(entry: Entry) =>
  done.extend({
    data: z
      .array(entry)
      .describe('Newest first. A page of a filter or search may hold fewer entries than its limit, even none'),
    hasMore: z.boolean().describe('Whether to ask for the next page'),
    nextCursor: id('cursor of the next page').nullable(),
  });

/** The contact data of a shopper as far as known. */
export const Contact = z
  .object({
    name: nullable('Name'),
    email: nullable('E-mail address'),
    phone: nullable('Phone number'),
    document: nullable('CPF or CNPJ'),
  })
  .meta({ id: 'Contact' });

/** Where the purchase is delivered, as far as known. */
export const DeliveryAddress = z
  .object({
    zipcode: nullable('CEP'),
    street: nullable('Street'),
    number: nullable('Number'),
    complement: nullable('Complement'),
    neighborhood: nullable('Neighborhood'),
    city: nullable('City'),
    state: nullable('Two letters'),
  })
  .meta({ id: 'DeliveryAddress' });

/** One line of a cart or an order. */
export const PurchaseItem = z
  .object({
    title: text('Product name'),
    quantity: z.number().describe('Quantity'),
    unitPrice: cents('Unit price').nullable(),
    total: cents('Line total, after the discount on the line').nullable(),
    sku: nullable('Stock keeping unit'),
    productId: nullable('Your ID of the product'),
    image: nullable('URL of an image'),
  })
  .meta({ id: 'PurchaseItem' });

/** One attempt to pay an order. */
export const Payment = z
  .object({
    paymentId: id('ID of the payment'),
    method: z.enum(['pix', 'boleto', 'card', 'manual']).describe('manual: your store recorded it'),
    provider: text('Payment provider'),
    state: z.enum(paymentStates),
    amount: cents('Amount requested'),
    paid: cents('Amount received').nullable(),
    refunded: cents('Part of it that was given back'),
    reason: nullable('Why it failed: a code'),
    installments: z.int().nullable().describe('Instalments of a card'),
    lastDigits: nullable('Last digits of a card'),
    createdAt: dateTime('When it was requested'),
    expiresAt: dateTime('Until when a code can be paid').nullable(),
  })
  .meta({ id: 'Payment' });

/** COM46: money that was given back, or will be. */
export const Refund = z
  .object({
    refundId: id('ID of the refund'),
    paymentId: id('ID of the payment').nullable().describe('ID of the payment; null: no payment recorded the money'),
    amount: cents('Amount'),
    state: z.enum(['requested', 'done', 'failed']),
    source: z.enum(['member', 'api', 'command_line', 'provider']).describe('Who requested it'),
    cause: z.enum(refundCauses).nullable(),
    items: z
      .array(z.object({ index: z.int().describe('Index in items of the order'), quantity: z.int() }))
      .nullable()
      .describe('Pieces that it is for; null: an amount'),
    shipping: z.boolean().describe('Whether the shipping is with them'),
    requestedAt: dateTime('When it was requested'),
    settledAt: dateTime('When its outcome was known').nullable(),
  })
  .meta({ id: 'Refund' });

/** COM2: the shipment of an order. */
export const Tracking = z
  .object({
    code: nullable('Tracking code'),
    url: nullable('URL of the tracking page'),
    carrier: nullable('Carrier'),
    status: nullable('Status of the shipment'),
  })
  .meta({ id: 'Tracking' });

/** Whether real money moves. */
export const livemode = z.boolean().describe('Whether the store is live: false while no real money moves');

const state = {
  orderId: id('ID of the order'),
  externalId: nullable('Your own ID, if you reported the order'),
  number: nullable('Order number shown to the shopper'),
  checkoutId: id('ID of its checkout').nullable().describe('ID of its checkout; null: your store reported the order'),
  status: z.enum(orderStatuses),
  total: cents('Amount due including shipping').nullable(),
  received: cents('Amount received, less what was given back'),
  refunded: cents('Amount given back'),
  attention: z.array(z.enum(orderAttentions)).describe('Reasons to review the order before you ship it'),
  paidAt: dateTime('When the payment was confirmed').nullable(),
  tracking: Tracking.nullable(),
  livemode,
};

/** API3: an order. */
export const Order = z
  .object({
    ...state,
    createdAt: dateTime('When it was placed'),
    currency: z.literal('BRL'),
    paymentMethod: nullable('pix, boleto, credit_card, or free'),
    subtotal: cents('Sum of all lines').nullable(),
    discount: cents('Discounts').nullable(),
    shipping: cents('Shipping price').nullable(),
    paidLate: z.boolean().describe('Whether it was paid after the payment code expired or the order was cancelled'),
    customer: Contact,
    address: DeliveryAddress.nullable(),
    items: z.array(PurchaseItem),
    payments: z.array(Payment).describe('The last requested first'),
    refunds: z.array(Refund).describe('Oldest first'),
  })
  .meta({ id: 'Order' });

/** A page of orders. */
export const OrderPage = pageOf(Order).meta({ id: 'OrderPage' });

/** One order. */
export const OrderFound = done.extend({ order: Order }).meta({ id: 'OrderFound' });

/** API4: an order after a change, without data of the shopper, since the answer is kept for repeated requests. */
export const OrderChanged = done
  .extend({ order: z.object(state).meta({ id: 'OrderState' }) })
  .meta({ id: 'OrderChanged' });

/** API5: a page of checkouts. */
export const CheckoutPage = pageOf(
  z
    .object({
      checkoutId: id('ID of the checkout'),
      checkoutUrl: z.string().meta({ description: 'Payment link', format: 'uri' }),
      state: z.enum(checkoutStates),
      createdAt: dateTime('When the checkout was created'),
      total: cents('Amount due'),
      customer: Contact.omit({ document: true }).meta({ id: 'CheckoutContact' }),
      abandonedAt: dateTime('When it counted as abandoned').nullable(),
      orderId: id('ID of its order').nullable(),
    })
    .meta({ id: 'ListedCheckout' }),
).meta({ id: 'CheckoutPage' });
