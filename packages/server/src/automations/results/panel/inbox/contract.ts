// Requests and responses of the endpoints of the sandbox's inbox: messages as each channel delivers them.
import { z } from 'zod';
import { done, type PanelEndpoint } from '../../../../http/endpoint.ts';

const channel = z.enum(['whatsapp', 'email', 'sms']);

const listed = z.object({
  key: z.string(),
  channel,
  to: z.string(),
  receivedAt: z.iso.datetime(),
  /** Subject of an e-mail, or the beginning of the text. */
  summary: z.string(),
  /** The message's run; null: a test message. */
  runId: z.uuid().nullable(),
});

/** One part of an e-mail. `text`: its readable text; null: a picture or a file. */
const part = z.object({ type: z.string(), bytes: z.int(), text: z.string().nullable() });

/** The endpoints of the inbox: messages that the store's sandbox connections received. */
export const inboxContract = {
  /** Newest first, 50 at a time. `search`: part of the recipient. `after`: the key of the last listed message. */
  listInbox: {
    method: 'GET',
    path: '/panel/api/stores/:storeId/inbox',
    access: 'seeShoppers',
    query: z.object({
      channel: channel.optional(),
      search: z.string().max(200).optional(),
      after: z.string().max(500).optional(),
    }),
    answer: done.extend({ messages: z.array(listed), next: z.string().nullable() }),
  },
  readInboxMessage: {
    method: 'GET',
    path: '/panel/api/stores/:storeId/inbox/message',
    access: 'seeShoppers',
    query: z.object({ key: z.string().min(1).max(500) }),
    answer: done.extend({
      message: listed.extend({
        /** WhatsApp: the step's data with values filled in. SMS: `{ message }`, the text as sent. */
        content: z.record(z.string(), z.unknown()),
        /** The delivered e-mail; null: another channel, or the message was stored before e-mails were. */
        email: z
          .object({
            /** In the order of the message, decoded. */
            headers: z.array(z.object({ name: z.string(), value: z.string() })),
            parts: z.array(part),
            html: z.string().nullable(),
            /** The delivered bytes, as text. */
            source: z.string(),
            bytes: z.int(),
          })
          .nullable(),
      }),
    }),
  },
} as const satisfies Record<string, PanelEndpoint>;
