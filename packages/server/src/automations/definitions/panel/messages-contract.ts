// Requests and responses of the endpoints that try out the messages of a draft.
import { z } from 'zod';
import { done, type PanelEndpoint } from '../../../http/endpoint.ts';

/** The largest body with an e-mail, in bytes. It exceeds the longest MJML that is compiled, because HTML may contain pictures. */
const emailBytes = 2 * 1024 * 1024;

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
