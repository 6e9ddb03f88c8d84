// Requests and responses of the endpoint that previews the payment page.
import { z } from 'zod';
import { done, type PanelEndpoint } from '../../../http/endpoint.ts';
import { appearance } from '../../../stores/panel/contract.ts';

/** The states of the payment page that a preview shows. */
const previewStates = ['pix', 'paid', 'pix-expired', 'refused'] as const;

/** The endpoints of the look of the payment page. */
export const appearanceContract = {
  previewAppearance: {
    method: 'POST',
    path: '/panel/api/stores/:storeId/appearance/preview',
    access: 'changeSettings',
    unaudited: 'It changes nothing.',
    body: z.strictObject({
      ...appearance,
      state: z.enum(previewStates),
    }),
    /** `html`: a complete page. `ink`: colour of links, darker than the accent if the accent were unreadable; null: no accent. */
    answer: done.extend({ html: z.string(), ink: z.string().nullable() }),
  },
} as const satisfies Record<string, PanelEndpoint>;
