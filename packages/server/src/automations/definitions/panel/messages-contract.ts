// Requests and responses of the endpoints that try out the messages of a draft.
import { triggers, whatsappTypes } from '@retoma/flow';
import { z } from 'zod';
import { done, type PanelEndpoint } from '../../../http/endpoint.ts';

/** The largest body with an e-mail, in bytes. It exceeds the longest MJML that is compiled, because HTML may contain pictures. */
const emailBytes = 2 * 1024 * 1024;

/** An event. `order`: number of the order; null: no order yet. `name`: of the shopper; null: not known. */
const event = z.object({
  eventId: z.uuid(),
  at: z.iso.datetime(),
  order: z.string().nullable(),
  name: z.string().nullable(),
});
const store = '/panel/api/stores/:storeId';

/** The endpoints for the messages of a draft: previews and test sends. */
export const messagesContract = {
  /**
   * Renders an e-mail with the data of an example, or of an event by its id (only for members who may see shoppers). One of `preview` and
   * `issue` is null.
   */
  previewEmail: {
    method: 'POST',
    path: `${store}/email-preview`,
    access: 'view',
    unaudited: 'It changes nothing.',
    body: z.strictObject({ text: z.string(), example: z.union([z.enum(['complete', 'sparse', 'long']), z.uuid()]) }),
    bodyLimit: emailBytes,
    answer: done.extend({
      preview: z.object({ html: z.string(), text: z.string(), bytes: z.int() }).nullable(),
      issue: z
        .object({
          /** A code of why a message fails; `describeReason` gives its text. */
          reason: z.string(),
          place: z.object({ line: z.int(), column: z.int() }).nullable(),
          /** The element with the error, the element that was probably meant, and the elements that may contain it. */
          element: z.string().nullable(),
          suggestion: z.string().nullable(),
          within: z.array(z.string()),
        })
        .nullable(),
    }),
  },
  /** The newest events of a type, newest first, to try out an automation with. */
  listEvents: {
    method: 'GET',
    path: `${store}/events`,
    access: 'seeShoppers',
    query: z.object({ type: z.enum(triggers) }),
    answer: done.extend({ events: z.array(event) }),
  },
  /** One event with the data that a run of it would read now, keyed by metatag category. */
  readEvent: {
    method: 'GET',
    path: `${store}/events/:eventId`,
    access: 'seeShoppers',
    answer: done.extend({ event: event.extend({ data: z.record(z.string(), z.unknown()) }) }),
  },
  /** The store's settings for sending that an author of messages needs. */
  readSending: {
    method: 'GET',
    path: `${store}/sending`,
    access: 'view',
    answer: done.extend({
      /** IANA name. Waits until a time of day, and times in messages, use it. */
      timeZone: z.string(),
      /** Origin of short links: `https://pagar.loja.example`. */
      linkOrigin: z.string(),
      /** Whether accents are removed from SMS; true unless the connection disables that. */
      smsRemovesAccents: z.boolean(),
      /** Whether WhatsApp's own API is connected, whose buttons every phone shows. */
      whatsappIsOfficial: z.boolean(),
      /** Whether phones show the provider's buttons: yes, not all, or they are written as text. */
      whatsappButtons: z.enum(['shown', 'uncertain', 'written']),
      /** The types of message that the provider does not send. */
      whatsappRefused: z.array(z.enum(whatsappTypes)),
      /** COM15: channels whose provider has not accepted the connection's credentials. */
      unverified: z.array(z.enum(['whatsapp', 'email', 'sms'])),
    }),
  },
  /** Sends a message over the store's connection, with the catalogue's example values; at most five in a minute for a member. */
  testSend: {
    method: 'POST',
    path: `${store}/test-send`,
    access: 'editAutomations',
    unaudited: 'A test message reaches only the recipient that the member names, and changes no data of the store.',
    body: z.strictObject({ step: z.record(z.string(), z.unknown()), to: z.string().min(1).max(254) }),
    bodyLimit: emailBytes,
    answer: done.extend({
      /** Null: it was sent. Otherwise a code of why not. */
      reason: z.string().nullable(),
      /** Whether the outcome is unknown. */
      uncertain: z.boolean(),
      isSandbox: z.boolean(),
      /** Duration of the send, in milliseconds. */
      ms: z.int(),
    }),
  },
} as const satisfies Record<string, PanelEndpoint>;
