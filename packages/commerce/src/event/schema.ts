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
  email: text('E-mail address'),
  phone: text('Phone number, preferably with country code'),
  document: text('CPF or CNPJ'),
};

/** One item of an order or a cart. */
export const EventItem = z
  .looseObject({
    title: z.string().min(1).max(limits.text).describe('Name of the product'),
    quantity: z.int().min(1).max(limits.quantity).describe('Quantity'),
    unit_price: cents('Unit price, in cents'),
    total: cents('Line total after discounts, in cents, if it differs from unit_price times quantity'),
    image: httpUrl('Absolute http or https URL of an image'),
    url: text('URL of the product page', limits.url),
    sku: text('Stock keeping unit'),
    variant: text('Selected options'),
    vendor: text('Brand or seller'),
    product_id: text('Your ID of the product'),
  })
  .meta({ id: 'EventItem' });

const items = z.array(EventItem).max(limits.items).nullable().optional();

/** The order of an event. */
export const Order = z.looseObject({
  id: key('Your ID of the order; events with the same ID update the same order'),
  number: key('Order number shown to the shopper', limits.number).nullable().optional(),
  status: key('Payment status, such as paid, approved, waiting, refused or refunded', limits.status)
    .nullable()
    .optional(),
  payment_method: key('pix, boleto, credit_card, …', limits.method).nullable().optional(),
  currency: z.literal('BRL').optional(),
  subtotal: cents('Sum of all lines, in cents'),
  discount: cents('Discount, in cents'),
  total: cents('Amount due, in cents'),
  created_at: instant('When the order was created'),
  items,
});

/** The payment of an order. */
export const Payment = z.looseObject({
  id: key('ID of the payment at its provider').nullable().optional(),
  provider: text('Payment provider'),
  pix: z
    .looseObject({
      payload: z.string().min(1).max(limits.pix).nullable().optional().describe('PIX code to copy and paste'),
      url: httpUrl('URL of a page that shows the PIX code, where the code itself is not known'),
      txid: text('PIX transaction ID (txid)'),
      expires_at: instant('Expiry time'),
    })
    .nullable()
    .optional(),
  boleto: z
    .looseObject({
      line: text('Digitable line (linha digitável)'),
      barcode: text('Barcode'),
      url: httpUrl('URL of the boleto page or PDF'),
      expires_at: instant('Due time'),
    })
    .nullable()
    .optional(),
  card: z
    .looseObject({ brand: text('Brand'), last_digits: text('Last four digits', 4) })
    .nullable()
    .optional(),
  refusal_reason: text('Reason for the refusal'),
});

/** How an order is delivered. */
export const Shipping = z.looseObject({
  name: text('Name of the shipping option'),
  carrier: text('Carrier'),
  price: cents('Shipping price, in cents; 0 for free shipping'),
  to_be_agreed: z.boolean().nullable().optional().describe('Whether the price is agreed with the shopper later'),
  turnaround_min_days: z.int().min(0).max(limits.days).nullable().optional().describe('Minimum delivery time, in days'),
  turnaround_max_days: z.int().min(0).max(limits.days).nullable().optional().describe('Maximum delivery time, in days'),
  address: z.looseObject({}).nullable().optional().describe('Shipping address'),
});

/** A shipment. */
export const Tracking = z.looseObject({
  code: key('Tracking code').nullable().optional(),
  url: httpUrl('Tracking URL'),
  carrier: text('Carrier'),
  status: text('Shipment status'),
});

/** A person who may buy. */
export const Lead = z.looseObject({ id: text('Your ID of the lead'), ...person });
/** A cart. */
export const ShopCart = z.looseObject({
  token: key('Your unique ID of this cart').nullable().optional(),
  total: cents('Total, in cents'),
  subtotal: cents('Sum of all lines, in cents'),
  discount: cents('Discount, in cents'),
  url: httpUrl('URL to resume the purchase'),
  items,
});

/** The buyer of an order. */
export const Customer = z.looseObject({ id: text('Your ID of the customer'), ...person });

/** The data of an event; each type requires some fields (requirements.ts). */
const Data = z
  .looseObject({
    checkout_id: key('ID of the Retoma checkout').nullable().optional(),
    order: Order.nullable().optional(),
    payment: Payment.nullable().optional(),
    customer: Customer.nullable().optional(),
    shipping: Shipping.nullable().optional(),
    lead: Lead.nullable().optional(),
    cart: ShopCart.nullable().optional(),
    checkout: z
      .looseObject({ id: text('Your ID of the checkout'), url: httpUrl('URL to resume the purchase') })
      .nullable()
      .optional(),
    browser: z.looseObject({}).nullable().optional().describe('ip, name, os, referrer, utms'),
    tracking: Tracking.nullable().optional(),
  })
  .meta({ id: 'EventData' });

/** COM6: the body of POST /stores/external/events. */
export const StoreEvent = z
  .looseObject({
    id: key('Your unique ID of the event; a repeated ID is ignored'),
    type: z.enum(eventTypes),
    occurred_at: z.string().describe('When the event happened, not when it is sent').meta({ format: 'instant' }),
    data: Data,
  })
  .meta({ id: 'StoreEvent' });

/** A checked event. */
export type StoreEvent = z.infer<typeof StoreEvent>;
/** The data of a checked event. */
export type EventData = StoreEvent['data'];
