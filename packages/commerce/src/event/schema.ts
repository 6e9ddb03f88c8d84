import { z } from 'zod';
import { MAX_CENTS } from '../money.ts';
import { eventLimits as limits } from './limits.ts';

// The only description of an event from a store's own system: the types, the compiled check and the OpenAPI document are generated from it.
// Listed members are checked; others are kept unchanged.

/** COM6: the event types. */
export const eventTypes = [
  'pix.generated',
  'payment.confirmed',
  'payment.failed',
  'boleto.generated',
  'cart.abandoned',
  'lead.created',
  'tracking_code_updated',
] as const;

/** An event type. */
export type EventType = (typeof eventTypes)[number];

/** Text that PostgreSQL can store and compare: without NUL and half surrogate pairs. */
const storable = /^[^\u0000\ud800-\udfff]*$/u;
const key = (description: string, max: number = limits.id) =>
  z.string().min(1).max(max).regex(storable).describe(description);
const text = (description: string, max: number = limits.text) =>
  z.string().max(max).nullable().optional().describe(description);
const instant = (description: string) =>
  z.string().nullable().optional().describe(description).meta({ format: 'instant' });
const httpUrl = (description: string) =>
  z.string().max(limits.url).nullable().optional().describe(description).meta({ format: 'http-url' });
const cents = (description: string) => z.int().min(0).max(MAX_CENTS).nullable().optional().describe(description);

const person = {
  name: text('Full name'),
  email: text('E-mail'),
  phone: text('Phone, best with country code'),
  document: text('CPF or CNPJ'),
};

/** One item of an order or a cart. */
const Item = z
  .looseObject({
    title: z.string().min(1).max(limits.text).describe('Name of the product'),
    quantity: z.int().min(1).max(limits.quantity).describe('How many'),
    unit_price: cents('Price of one, in cents'),
    total: cents(
      'What the line is charged, in cents, where a discount makes it less than its price times its quantity',
    ),
    image: httpUrl('Absolute http or https address of a picture'),
    url: text('Address of the product page', limits.url),
    sku: text('Stock keeping unit'),
    variant: text('Chosen options'),
    vendor: text('Brand or seller'),
    product_id: text('Your id of the product'),
  })
  .meta({ id: 'EventItem' });

const items = z.array(Item).max(limits.items).nullable().optional();

/** The order of an event. */
const Order = z.looseObject({
  id: key('The order in your system; all news of one id are news of one order'),
  number: key('What the shopper knows it by', limits.number).nullable().optional(),
  status: key('The payment status in your words: paid, approved, waiting, refused, refunded, …', limits.status)
    .nullable()
    .optional(),
  payment_method: key('pix, boleto, credit_card, …', limits.method).nullable().optional(),
  currency: z.literal('BRL').optional(),
  subtotal: cents('Sum of the lines, in cents'),
  discount: cents('Discount, in cents'),
  total: cents('What is to be paid, in cents'),
  created_at: instant('When it was made'),
  items,
});

/** The payment of an order. */
const Payment = z.looseObject({
  id: key('The payment or attempt at its provider').nullable().optional(),
  provider: text('Who processes it'),
  pix: z
    .looseObject({
      payload: z.string().min(1).max(limits.pix).nullable().optional().describe('PIX code to copy and paste'),
      txid: text('Id of the charge'),
      expires_at: instant('When it expires'),
    })
    .nullable()
    .optional(),
  boleto: z
    .looseObject({
      line: text('Digitable line'),
      barcode: text('Barcode'),
      url: httpUrl('Page or PDF'),
      expires_at: instant('When it is due'),
    })
    .nullable()
    .optional(),
  card: z
    .looseObject({ brand: text('Brand'), last_digits: text('Last four digits', 4) })
    .nullable()
    .optional(),
  refusal_reason: text('Why it was refused, in plain words'),
});

const Shipping = z.looseObject({
  name: text('Name of the way of shipping'),
  carrier: text('Who ships'),
  price: cents('Price of shipping, in cents; 0 is free'),
  to_be_agreed: z.boolean().nullable().optional().describe('There is no price: it is agreed on with the shopper'),
  turnaround_min_days: z.int().min(0).max(limits.days).nullable().optional().describe('At least so many days'),
  turnaround_max_days: z.int().min(0).max(limits.days).nullable().optional().describe('At most so many days'),
  address: z.looseObject({}).nullable().optional().describe('Where to'),
});

const Tracking = z.looseObject({
  code: key('Tracking code').nullable().optional(),
  url: httpUrl('Where to follow it'),
  carrier: text('Who ships'),
  status: text('Where it is'),
});

const Lead = z.looseObject({ id: text('Your id of the lead'), ...person });
const ShopCart = z.looseObject({
  token: key('Names this one cart of one shopper').nullable().optional(),
  total: cents('What it comes to, in cents'),
  subtotal: cents('Sum of the lines, in cents'),
  discount: cents('Discount, in cents'),
  url: httpUrl('Where to go on'),
  items,
});

/** The data of an event; each type requires some fields (requirements.ts). */
const Data = z
  .looseObject({
    checkout_id: key('The checkout of ours that it is about').nullable().optional(),
    order: Order.nullable().optional(),
    payment: Payment.nullable().optional(),
    customer: z
      .looseObject({ id: text('Your id of the customer'), ...person })
      .nullable()
      .optional(),
    shipping: Shipping.nullable().optional(),
    lead: Lead.nullable().optional(),
    cart: ShopCart.nullable().optional(),
    checkout: z
      .looseObject({ id: text('Your id of the checkout'), url: httpUrl('Where to go on') })
      .nullable()
      .optional(),
    browser: z.looseObject({}).nullable().optional().describe('ip, name, os, referrer, utms'),
    tracking: Tracking.nullable().optional(),
  })
  .meta({ id: 'EventData' });

/** COM6: the body of POST /stores/external/events. */
export const StoreEvent = z
  .looseObject({
    id: key('Your id of the event: one that was taken is not taken again'),
    type: z.enum(eventTypes),
    occurred_at: z.string().describe('When it happened, not when it is sent').meta({ format: 'instant' }),
    data: Data,
  })
  .meta({ id: 'StoreEvent' });

/** A checked event. */
export type StoreEvent = z.infer<typeof StoreEvent>;
/** The data of a checked event. */
export type EventData = StoreEvent['data'];
