// What the endpoints of the sandbox's inbox take and answer: messages as each channel delivers them.
import { z } from 'zod';
import { done, type PanelEndpoint } from '../endpoint.ts';

const channel = z.enum(['whatsapp', 'email', 'sms']);

const listed = z.object({
  key: z.string(),
  channel,
  to: z.string(),
  receivedAt: z.iso.datetime(),
  /** An e-mail's subject, or how the text begins. */
  summary: z.string(),
  /** Of a run; null: a test message. */
  runId: z.uuid().nullable(),
});

/** One part of an e-mail. `text`: of what can be read; null of a picture or a file. */
const part = z.object({ type: z.string(), bytes: z.int(), text: z.string().nullable() });

/** What the store's sandbox connections got. */
export const inboxContract = {
  /** The newest first, 50 at a time. `search`: part of the recipient; `after`: the key of the last one that was listed. */
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
        /** WhatsApp: the step's data with its values in it; SMS: `{ message }`, the text as it left. */
        content: z.record(z.string(), z.unknown()),
        /** The e-mail that was delivered; null on other channels, and of what was kept before e-mails were. */
        email: z
          .object({
            /** In the order of the message, decoded. */
            headers: z.array(z.object({ name: z.string(), value: z.string() })),
            parts: z.array(part),
            html: z.string().nullable(),
            /** The bytes as they were delivered, as text. */
            source: z.string(),
            bytes: z.int(),
          })
          .nullable(),
      }),
    }),
  },
} as const satisfies Record<string, PanelEndpoint>;
