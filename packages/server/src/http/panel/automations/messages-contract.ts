// What the endpoints that try out the messages of a draft take and answer.
import { triggers } from '@retoma/flow';
import { z } from 'zod';
import { done, type PanelEndpoint } from '../endpoint.ts';

/** More than the longest MJML that is compiled: HTML may hold pictures. */
const emailBytes = 2 * 1024 * 1024;

/** Something that happened. `order`: its number; null where there is no order yet. `name`: of the person; null where it is not known. */
const event = z.object({
  eventId: z.uuid(),
  at: z.iso.datetime(),
  order: z.string().nullable(),
  name: z.string().nullable(),
});
const store = '/panel/api/stores/:storeId';

/** Messages of a draft: what they look like, and sending one to oneself. */
export const messagesContract = {
  /**
   * An e-mail as it would be sent to the shopper of an example, or of an event, by its id, for members who may see shoppers. `preview` and
   * `fault`: one of them is null.
   */
  previewEmail: {
    method: 'POST',
    path: `${store}/email-preview`,
    access: 'view',
    body: z.strictObject({ text: z.string(), example: z.union([z.enum(['complete', 'sparse', 'long']), z.uuid()]) }),
    bodyLimit: emailBytes,
    answer: done.extend({
      preview: z.object({ html: z.string(), text: z.string(), bytes: z.int() }).nullable(),
      issue: z
        .object({
          /** One of the reasons of messages, in words: `describeReason`. */
          reason: z.string(),
          place: z.object({ line: z.int(), column: z.int() }).nullable(),
          /** The element that is to blame, the one that was probably meant, and those that it may be in. */
          element: z.string().nullable(),
          suggestion: z.string().nullable(),
          within: z.array(z.string()),
        })
        .nullable(),
    }),
  },
  /** The newest events of a kind, the newest first, to try an automation out with. */
  listEvents: {
    method: 'GET',
    path: `${store}/events`,
    access: 'seeShoppers',
    query: z.object({ type: z.enum(triggers) }),
    answer: done.extend({ events: z.array(event) }),
  },
  /** One event, with what a run of it would read now, keyed by metatag category. */
  readEvent: {
    method: 'GET',
    path: `${store}/events/:eventId`,
    access: 'seeShoppers',
    answer: done.extend({ event: event.extend({ data: z.record(z.string(), z.unknown()) }) }),
  },
  /** How the store sends, as far as an author of messages must know. */
  readSending: {
    method: 'GET',
    path: `${store}/sending`,
    access: 'view',
    answer: done.extend({
      /** IANA; waits until a time of day, and times in messages, are written in it. */
      timeZone: z.string(),
      /** Where short links are: `https://pagar.loja.example`. */
      linkOrigin: z.string(),
      /** Whether accents are taken out of an SMS on its way; true where no connection says otherwise. */
      smsRemovesAccents: z.boolean(),
      /** The provider of WhatsApp messages; null: none yet. */
      whatsappProvider: z.string().nullable(),
      /** Whether phones show its buttons: they do, some may not, or the connection writes them out. */
      whatsappButtons: z.enum(['shown', 'uncertain', 'written']),
      /** COM15: channels whose provider has not accepted the connection's credentials. */
      unverified: z.array(z.enum(['whatsapp', 'email', 'sms'])),
    }),
  },
  /** Sends a message over the store's own connection, with the catalogue's examples, at most five in a minute. */
  testSend: {
    method: 'POST',
    path: `${store}/test-send`,
    access: 'editAutomations',
    body: z.strictObject({ step: z.record(z.string(), z.unknown()), to: z.string().min(1).max(254) }),
    bodyLimit: emailBytes,
    answer: done.extend({
      /** Null: it left. Otherwise one of the reasons of messages. */
      reason: z.string().nullable(),
      /** Whether it is unknown whether it left. */
      uncertain: z.boolean(),
      isSandbox: z.boolean(),
      /** How long the provider took, in milliseconds. */
      ms: z.int(),
    }),
  },
} as const satisfies Record<string, PanelEndpoint>;
