// Responses of the public API. OpenAPI is derived from them, and so are the types of what is sent.
import { eventWarningCodes, issueCodes, limits, orderAttentions, warningCodes } from '@retoma/commerce';
import { triggers } from '@retoma/flow';
import { z } from 'zod';
import { done } from '../endpoint.ts';
import { publicCodes } from './codes.ts';

const text = (description: string) => z.string().describe(description);
const id = (description: string) => z.string().meta({ description, format: 'uuid' });
const cents = (description: string) => z.int().min(0).describe(`${description}, in cents`);
const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>) => z.enum(Object.keys(table) as Key[]);

const CheckoutWarning = z
  .object({
    code: keysOf(warningCodes),
    path: text('Which member of the request'),
    sent: cents('Of a price: what you sent').optional(),
    computed: cents('Of a price: what we computed, which is what counts').optional(),
    message: text('In words'),
  })
  .meta({ id: 'CheckoutWarning' });

/** A created checkout. */
export const CheckoutCreated = done
  .extend({
    checkoutId: id('Id of the checkout'),
    checkoutUrl: z.string().meta({ description: 'Payment link: send the shopper here', format: 'uri' }),
    storeId: id('The store of the API key'),
    cartToken: text('cart.token, or the generated ext_ token'),
    warnings: z
      .array(CheckoutWarning)
      .describe('Only where a price you sent differs, a discount counts for nothing, or an address is not used')
      .optional(),
  })
  .meta({ id: 'CheckoutCreated' });

const CheckoutOrder = z
  .object({
    id: text('Id of the order: yours where an event of yours told of it'),
    number: z.string().nullable().describe('What the shopper knows it by'),
    paymentMethod: z.string().nullable().describe('pix, boleto, credit_card, or free'),
    shipping: z.int().nullable().describe('Price of shipping, in cents'),
    total: z.int().nullable().describe('What is paid, shipping included, in cents'),
    paidAt: z.string().meta({ format: 'date-time' }).nullable().describe('When the money arrived'),
    paidLate: z.boolean().describe('It arrived after the code had expired or the order was cancelled'),
    attention: z
      .array(z.enum(orderAttentions))
      .describe('Why you must look before you ship; empty where nothing is odd'),
  })
  .meta({ id: 'CheckoutOrder' });

/** CHK12: a checkout as the store's server reads it. */
export const Checkout = done
  .extend({
    checkoutId: id('Id of the checkout'),
    checkoutUrl: z.string().meta({ description: 'Payment link', format: 'uri' }),
    storeId: id('The store'),
    cartToken: text('The token of the cart'),
    state: z.enum(['open', 'abandoned', 'ordered', 'paid', 'expired']),
    paymentStatus: z.string().nullable().describe('Null until the shopper has chosen how to pay'),
    currency: z.literal('BRL'),
    subtotal: cents('Sum of the lines'),
    discount: cents('Discount on the cart'),
    total: cents('What the shopper pays, before shipping'),
    order: CheckoutOrder.nullable().describe('Null until the shopper has chosen how to pay'),
    signed: z.boolean().describe('Whether a server vouched for the prices'),
    createdAt: z.string().meta({ description: 'Instant of creation', format: 'date-time' }),
    metadata: z.looseObject({}).nullable().describe('The metadata of the request'),
  })
  .meta({ id: 'Checkout' });

const EventWarning = z
  .object({ code: keysOf(eventWarningCodes), path: text('Which member of the event'), message: text('In words') })
  .meta({ id: 'EventWarning' });

/** COM6: an event that was ingested, now or before. */
export const EventIngested = done
  .extend({
    eventId: id('Id of the event; of a repeat, that of the first'),
    duplicate: z.boolean().describe('Whether it had been taken before; then nothing has changed'),
    warnings: z.array(EventWarning).describe('Only where a member has no effect').optional(),
  })
  .meta({ id: 'EventTaken' });

const Metatag = z
  .object({
    name: text('As it is written between the braces: order.total'),
    category: z.string().nullable().describe('Before the first dot'),
    field: text('After it'),
    type: text('How the value is shown: text, money, date, integer, url, list, html'),
    description: text('What it stands for, in Portuguese'),
    example: text('What a message shows in its place'),
    channels: z.array(z.enum(['whatsapp', 'email', 'sms'])).describe('Where it may stand'),
    status: z.enum(['active', 'legacy', 'planned', 'deprecated']),
    sensitive: z.boolean().describe('Worth a second thought before it is put into a message'),
    replacement: z.string().nullable().describe('What to use instead of a legacy one').optional(),
  })
  .meta({ id: 'Metatag' });

/** TAG4: the metatags of a trigger. */
export const MetatagList = done
  .extend({
    triggerType: z.enum(triggers),
    validated: z.boolean().describe('Whether messages of this trigger are checked against the list'),
    total: z.int().describe('How many are active'),
    metatags: z.array(Metatag),
  })
  .meta({ id: 'MetatagList' });

const Issue = z
  .object({
    path: text('For people: cart.items[0].image'),
    pointer: text('JSON Pointer: /cart/items/0/image'),
    code: keysOf(issueCodes),
    message: text('What is wrong and what is accepted'),
  })
  .meta({ id: 'Issue' });

/** CHK4: the documented error body. */
export const ErrorResponse = z
  .object({
    success: z.literal(false),
    error: z.object({
      code: keysOf(publicCodes),
      message: text('In words, in English'),
      accepted: z.array(z.string()).describe('With INVALID_TRIGGER: the accepted values').optional(),
      details: z.object({ issues: z.array(Issue).max(limits.issues) }).optional(),
    }),
  })
  .meta({ id: 'Error' });
