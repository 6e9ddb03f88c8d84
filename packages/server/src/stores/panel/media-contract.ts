// Requests and responses of the endpoints of a store's pictures.
import { z } from 'zod';
import { done, type PanelEndpoint } from '../../http/endpoint.ts';

const at = '/panel/api/stores/:storeId/media' as const;

const picture = z.object({ url: z.string(), createdAt: z.iso.datetime() });

/** The endpoints of a store's pictures: its logo, and those of its messages. */
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
    unaudited: 'An uploaded picture is shown only after an audited change uses it.',
    /** `data`: the bytes of a PNG, JPEG or WebP of at most 256 KiB, in base64. */
    body: z.strictObject({ data: z.string() }),
    // Base64 is a third longer, and a picture slightly over the limit must get PICTURE_TOO_LARGE.
    bodyLimit: 512 * 1024,
    answer: done.extend({ url: z.string() }),
  },
} as const satisfies Record<string, PanelEndpoint>;
