// Queries and bodies of the endpoints of orders.
import { refundCauses } from '@retoma/commerce';
import { z } from 'zod';
import { checkedBody } from '../checked-request.ts';
import { checkoutStates, orderStatuses } from './responses.ts';

const largestPage = 100;

const page = {
  limit: z.coerce.number().int().min(1).max(largestPage).describe('Entries of a page, 20 unless given').optional(),
  cursor: z.uuid().describe('nextCursor of the page before').optional(),
};

const bound = (description: string) => z.iso.datetime({ offset: true }).describe(description).optional();

/** API3: a page of orders. */
export const orderQuery = z.strictObject({
  ...page,
  status: z.enum(orderStatuses).optional(),
  createdFrom: bound('Only orders that arrived at this instant or later'),
  createdTo: bound('Only orders that arrived before this instant'),
  search: z
    .string()
    .max(200)
    .describe(
      'An order number, your own ID, an e-mail address or a phone, of any age; parts of them among the newest orders',
    )
    .optional(),
});

/** API5: a page of checkouts. */
export const checkoutQuery = z.strictObject({
  ...page,
  state: z.enum(checkoutStates).optional(),
  createdFrom: bound('Only checkouts created at this instant or later'),
  createdTo: bound('Only checkouts created before this instant'),
  search: z
    .string()
    .max(200)
    .describe('An e-mail address or a phone, of any age; part of a name or address among the newest checkouts')
    .optional(),
});

/** The size of a page that names none. */
export const usualPage = 20;

const amount = (description: string) => z.int().min(1).describe(`${description}, in cents`).optional();

/** COM7: money that the store received itself. */
export const paidBody = checkedBody(
  z.strictObject({ amount: amount('Amount received; what is missing unless given') }),
);

/** COM46. */
export const refundBody = checkedBody(
  z.strictObject({
    amount: amount('Amount to give back; with items, what you computed for them; everything that is left unless given'),
    items: z
      .array(
        z.strictObject({
          index: z.int().min(0).describe('Index in items of the order'),
          quantity: z.int().min(1).describe('Pieces'),
        }),
      )
      .min(1)
      .max(1_000)
      .describe('Give back what was paid for these pieces')
      .optional(),
    shipping: z.boolean().describe('Give back what was paid for the shipping').optional(),
    paymentId: z.string().max(36).describe('Only this payment').optional(),
    alreadyReturned: z
      .boolean()
      .describe('You gave the money back yourself: it is recorded, and no provider is called')
      .optional(),
    cause: z.enum(refundCauses).optional(),
  }),
);

/** COM2. */
export const trackingBody = checkedBody(
  z.strictObject({
    code: z.string().min(1).max(200).regex(/\S/).describe('Tracking code'),
    url: z.string().max(2_000).describe('URL of the tracking page').meta({ format: 'http-url' }).optional(),
    carrier: z.string().max(200).describe('Carrier').optional(),
    status: z.string().max(200).describe('Status of the shipment').optional(),
  }),
);
