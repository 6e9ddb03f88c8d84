// Requests and responses of the home page: recovered revenue, what needs attention, and the first steps of a new store.
import { z } from 'zod';
import { sales } from '../../../../shop/orders/present/sales.ts';
import { done, type PanelEndpoint } from '../../../../http/endpoint.ts';

const channel = z.enum(['whatsapp', 'email', 'sms']);

/** The endpoints of a store's home page. Money in cents. */
export const homeContract = {
  readHome: {
    method: 'GET',
    path: '/panel/api/stores/:storeId/home',
    access: 'view',
    answer: done.extend({
      /** The last 30 days. `days`: one entry a day in the store's time zone (`2026-03-10`), oldest first. Null: still being counted. */
      recovered: z
        .object({
          ...sales.shape,
          /** Recovered in the 30 days before, in cents. */
          centsBefore: z.int(),
          days: z.array(z.object({ day: z.iso.date(), cents: z.int(), orders: z.int() })),
          hours: z.int(),
        })
        .nullable(),
      /** All sales of the last 30 days. Null: still being counted. */
      paid: sales.nullable(),
      /** Messages sent in the last 30 days. Null: still being counted. */
      sent: z.int().nullable(),
      /** Runs that have not ended. */
      waiting: z.int(),
      /** What needs a member's attention. */
      attention: z.object({
        failedRuns: z.int(),
        oddOrders: z.int(),
        channels: z.array(channel),
        /** COM15: connections and accounts whose provider has not accepted the credentials. */
        unverifiedChannels: z.array(channel),
        unverifiedPayments: z.array(z.string()),
        /** Channels of a live store that only simulate: no shopper gets their messages. */
        simulatedChannels: z.array(channel),
      }),
      /** The steps to a store's first real sale, and whether each is complete. */
      steps: z.object({
        automation: z.boolean(),
        checkout: z.boolean(),
        message: z.boolean(),
        channel: z.boolean(),
        payments: z.boolean(),
        shipping: z.boolean(),
        seller: z.boolean(),
        sale: z.boolean(),
      }),
    }),
  },
} as const satisfies Record<string, PanelEndpoint>;
