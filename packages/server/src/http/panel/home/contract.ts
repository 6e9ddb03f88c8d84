// What the home page asks: what messages brought back, what needs attention, and the first steps of a new store.
import { z } from 'zod';
import { done, type PanelEndpoint } from '../endpoint.ts';

const channel = z.enum(['whatsapp', 'email', 'sms']);

/** The home page of a store. Money in cents. */
export const homeContract = {
  readHome: {
    method: 'GET',
    path: '/panel/api/stores/:storeId/home',
    access: 'view',
    answer: done.extend({
      /** Of the last 30 days. `days`: every one of them in the store's time zone, oldest first, `2026-03-10`. Null: still being counted. */
      recovered: z
        .object({
          cents: z.int(),
          orders: z.int(),
          /** Of the 30 days before. */
          centsBefore: z.int(),
          days: z.array(z.object({ day: z.iso.date(), cents: z.int(), orders: z.int() })),
          hours: z.int(),
        })
        .nullable(),
      /** What was bought in the last 30 days in all. Null: still being counted. */
      paid: z.object({ cents: z.int(), orders: z.int() }).nullable(),
      /** What needs a member's attention. */
      attention: z.object({
        failedRuns: z.int(),
        oddOrders: z.int(),
        channels: z.array(channel),
        /** COM15: connections and accounts whose provider has not accepted the credentials. */
        unverifiedChannels: z.array(channel),
        unverifiedPayments: z.array(z.string()),
      }),
      /** What a store must have done to recover its first sale. */
      steps: z.object({ automation: z.boolean(), checkout: z.boolean(), message: z.boolean(), channel: z.boolean() }),
    }),
  },
  /** A made-up purchase with PIX, where nothing of it can reach a person. */
  makeTestPurchase: {
    method: 'POST',
    path: '/panel/api/stores/:storeId/test-purchase',
    access: 'changeOrders',
    body: z.strictObject({}),
    answer: done.extend({ orderId: z.uuid() }),
  },
} as const satisfies Record<string, PanelEndpoint>;
