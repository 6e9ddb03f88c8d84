// Requests and responses of the page of one customer, found by an e-mail address or a phone. Money in cents.
import { triggers } from '@retoma/flow';
import { z } from 'zod';
import { startCauses } from '../../../automations/results/explain-start.ts';
import { runStates } from '../../../automations/results/read-runs.ts';
import { sales } from '../../../shop/orders/present/sales.ts';
import { done, type PanelEndpoint } from '../../../http/endpoint.ts';

const at = z.iso.datetime();
const channel = z.enum(['whatsapp', 'email', 'sms']);
const store = '/panel/api/stores/:storeId';

/**
 * What names the customer: one of their purchases or runs, so that no address is in a URL. `search`: an e-mail address or a phone; it comes in
 * a header (AUT12).
 */
const reference = {
  orderId: z.uuid().optional(),
  checkoutId: z.uuid().optional(),
  runId: z.uuid().optional(),
  search: z.string().min(3).max(254).optional(),
};

const purchase = z.object({
  orderId: z.uuid().nullable(),
  checkoutId: z.uuid().nullable(),
  number: z.string().nullable(),
  status: z.string(),
  cents: z.int().nullable(),
});

const run = z.object({ runId: z.uuid(), automation: z.string(), state: z.enum(runStates) });

const messageState = z.enum(['queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'unknown', 'skipped']);

/** Who stopped messages: the source of the consent, and the member who recorded it. */
const optOut = z.object({ at, source: z.string(), author: z.string().nullable() });

const entry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('purchase'), id: z.string(), at, purchase }),
  z.object({ kind: z.literal('run'), id: z.string(), at, run, reason: z.string().nullable() }),
  z.object({
    kind: z.literal('message'),
    id: z.string(),
    at,
    run,
    /** The message's key in its run. */
    message: z.string(),
    channel,
    state: messageState,
    reason: z.string().nullable(),
    /** RUN21: the member who sent it again; null: its run sent it. */
    resentBy: z.string().nullable(),
    /** Not sent because the contact gets no messages: who stopped them. */
    optOut: optOut.nullable(),
  }),
  z.object({ kind: z.literal('reply'), id: z.string(), at, run }),
  z.object({
    kind: z.literal('consent'),
    id: z.string(),
    at,
    channel,
    state: z.enum(['granted', 'withdrawn']),
    source: z.string(),
    /** The member who recorded it; null: no member did, or it was before this was stored. */
    author: z.string().nullable(),
  }),
]);

/** The endpoints of one customer. */
export const customersContract = {
  readCustomer: {
    method: 'GET',
    path: `${store}/customer`,
    access: 'seeShoppers',
    audit: ['shopper_seen'],
    query: z.object(reference),
    answer: done.extend({
      /** Those of the purchase or run that was looked up; what it lacks, from the customer's other rows, whose others are `aliases`. */
      name: z.string().nullable(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      aliases: z.array(z.string()),
      /** Others who share the phone, each with one of their purchases. */
      sharers: z.array(
        z.object({
          name: z.string().nullable(),
          email: z.string().nullable(),
          phone: z.string().nullable(),
          orderId: z.uuid().nullable(),
          checkoutId: z.uuid().nullable(),
        }),
      ),
      /** Orders in all, and the sums of the paid ones. */
      orders: z.int(),
      paid: sales,
      /** Whether there are more purchases than are read: the newest 200. */
      isCut: z.boolean(),
      /** `optedOut`: when, the source and the member. `isSuppressed`: e-mail to the address has failed, so none is sent. */
      channels: z.array(
        z.object({
          channel,
          optedOut: optOut.nullable(),
          isSuppressed: z.boolean(),
        }),
      ),
      /** What happened, newest first, and why it did or did not start each automation with its trigger. */
      events: z.array(
        z.object({
          eventId: z.uuid(),
          type: z.enum(triggers),
          at,
          orderId: z.uuid().nullable(),
          orderNumber: z.string().nullable(),
          automations: z.array(
            z.object({
              automationId: z.uuid(),
              name: z.string(),
              cause: z.enum(startCauses),
              /** The run that started: because of the event, or before it. */
              runId: z.uuid().nullable(),
              /** Of the run that it started: what was sent, and what was not and why. */
              messages: z.array(
                z.object({
                  message: z.string(),
                  channel,
                  state: messageState,
                  reason: z.string().nullable(),
                  at,
                  optOut: optOut.nullable(),
                }),
              ),
            }),
          ),
        }),
      ),
    }),
  },
  listCustomerTimeline: {
    method: 'GET',
    path: `${store}/customer/timeline`,
    access: 'seeShoppers',
    query: z.object({ ...reference, before: z.string().max(400).optional() }),
    /** Newest first. `next`: `before` of the next page; null: there is none. */
    answer: done.extend({ entries: z.array(entry), next: z.string().nullable(), reached: z.null() }),
  },
  /** COM8: stops messages to a contact on a channel, or allows them again. `contact`: an e-mail address or a phone. */
  changeConsent: {
    method: 'POST',
    path: `${store}/people/consent`,
    access: 'changeOrders',
    audit: ['contact_opted_out', 'contact_opted_in'],
    unprotected: 'It concerns one customer, whose consent is logged with the member.',
    body: z.strictObject({
      contact: z.string().min(3).max(254),
      channel,
      state: z.enum(['withdrawn', 'granted']),
    }),
  },
} as const satisfies Record<string, PanelEndpoint>;
