// Requests and responses of the home page: what waits for a person, the first steps of a new store, and the figures of a period.
import { orderAttentions } from '@retoma/commerce';
import { triggers } from '@retoma/flow';
import { z } from 'zod';
import { maxPeriodDays } from '../../report-period.ts';
import { done, type PanelEndpoint } from '../../../../http/endpoint.ts';
import { localizedText } from '../../../../providers/connections/form-field.ts';

const channel = z.enum(['whatsapp', 'email', 'sms']);
const sum = z.object({ cents: z.int(), orders: z.int() });

/** What needs a member's attention. Money in cents. */
const attention = z.object({
  /** COM7, COM7a: orders whose money waits for a decision, the oldest first. Null: still being searched for. */
  decisions: z
    .array(
      z.object({
        orderId: z.uuid(),
        number: z.string().nullable(),
        attention: z.enum(orderAttentions),
        amount: z.int(),
        isSimulated: z.boolean(),
      }),
    )
    .nullable(),
  /** Orders with an open code of the store's own PIX key, which a person confirms; the oldest of them. */
  confirmations: z.object({ orders: z.int(), cents: z.int(), oldest: z.uuid().nullable() }),
  /** Messages of the last seven days that failed, by reason, the most first. `automations`: the names of at most three. */
  failures: z.array(
    z.object({
      channel,
      reason: z.string(),
      messages: z.int(),
      people: z.int(),
      automations: z.array(z.string()),
      automationCount: z.int(),
      automationId: z.uuid().nullable(),
    }),
  ),
  failedRuns: z.int(),
  /** Active automations whose draft is not published, the oldest first. */
  drafts: z.array(
    z.object({ automationId: z.uuid(), name: z.string(), version: z.int(), updatedAt: z.iso.datetime() }),
  ),
  /** COM15: connections and accounts whose provider has not accepted the credentials. */
  unverifiedChannels: z.array(channel),
  unverifiedPayments: z.array(z.object({ provider: z.string(), label: localizedText })),
  /** Accounts that their provider refuses. */
  failingPayments: z.array(z.object({ provider: z.string(), label: localizedText })),
  /** CON7: names of connected shops that refuse the access. */
  brokenShops: z.array(z.string()),
  /** Channels of a live store that only simulate: no shopper gets their messages. */
  simulatedChannels: z.array(channel),
});

/** One hour or one day: received sales (COM41), those that messages recovered, messages by state, and runs that began. */
const bucket = z.object({
  at: z.iso.datetime(),
  paid: sum,
  recovered: sum,
  sent: z.int(),
  failed: z.int(),
  entered: z.int(),
});
const span = z.object({ from: z.iso.date(), to: z.iso.date(), buckets: z.array(bucket) });

const automation = z.object({
  automationId: z.uuid(),
  name: z.string(),
  triggerEvent: z.enum(triggers).nullable(),
  exists: z.boolean(),
  channels: z.array(channel),
  sent: z.int(),
  orders: z.int(),
  cents: z.int(),
  /** By bucket: what it recovered, or the messages of one that recovered nothing. */
  byBucket: z.array(z.int()),
});

/** The endpoints of a store's home page. Money in cents. */
export const homeContract = {
  readHome: {
    method: 'GET',
    path: '/panel/api/stores/:storeId/home',
    access: 'view',
    answer: done.extend({
      /** Runs that have not ended. */
      waiting: z.int(),
      attention,
      /** The platforms whose shops can be connected (CON11). */
      platforms: z.array(z.object({ name: z.string(), label: z.string() })),
      /** The steps to a store's first real sale, and whether each is complete. */
      steps: z.object({
        shop: z.boolean(),
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
  /** The last `days`, today included; or `from` a day `to` another, both included. */
  readFigures: {
    method: 'GET',
    path: '/panel/api/stores/:storeId/home/figures',
    access: 'view',
    query: z.object({
      days: z.coerce.number().int().min(1).max(maxPeriodDays).optional(),
      from: z.iso.date().optional(),
      to: z.iso.date().optional(),
    }),
    answer: done.extend({
      /** `unit`: of a bucket; a single day has hours. `isCut`: the period ends now, and the one before at the same hour. Null: being counted. */
      figures: z
        .object({
          unit: z.enum(['hour', 'day']),
          isCut: z.boolean(),
          current: span,
          before: span,
          others: z.object({ marked: sum, simulated: sum }),
          automations: z.array(automation),
          /** For how many hours after a run's first message a paid order counts as recovered. */
          hours: z.int(),
        })
        .nullable(),
    }),
  },
} as const satisfies Record<string, PanelEndpoint>;
