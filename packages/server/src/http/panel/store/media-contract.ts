// What the endpoints of a store's pictures take and answer.
import { z } from 'zod';
import { done, type PanelEndpoint } from '../endpoint.ts';

const at = '/panel/api/stores/:storeId/media' as const;

const picture = z.object({ url: z.string(), createdAt: z.iso.datetime() });

/** Pictures that a store keeps here: its logo, those of its messages. */
export const mediaContract = {
  listMedia: {
    method: 'GET',
    path: at,
    access: 'editAutomations',
    answer: done.extend({ pictures: z.array(picture) }),
  },
  addMedia: {
    method: 'POST',
    path: at,
    access: 'editAutomations',
    /** `data`: the bytes of a PNG, JPEG or WebP of at most 256 KiB, in base64. */
    body: z.strictObject({ data: z.string() }),
    // Base64 is a third longer; a picture that is a little too large gets its own refusal.
    bodyLimit: 512 * 1024,
    answer: done.extend({ url: z.string() }),
  },
} as const satisfies Record<string, PanelEndpoint>;
