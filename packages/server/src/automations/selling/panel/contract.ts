// Requests and responses of the page on which a store begins to sell for real.
import { z } from 'zod';
import { localizedText } from '../../../providers/connections/form-field.ts';
import { done, type PanelEndpoint } from '../../../http/endpoint.ts';

const state = z.enum(['done', 'missing', 'simulated', 'unverified', 'optional']);
const method = z.enum(['pix', 'boleto', 'card']);
const text = z.string().nullable();
const at = '/panel/api/stores/:storeId/selling' as const;

/** The endpoints of a store's beginning to sell. */
export const sellingContract = {
  readSelling: {
    method: 'GET',
    path: at,
    access: 'changeSettings',
    /** COM45: `Selling` of read-selling.ts says what each member means. */
    answer: done.extend({
      live: z.boolean(),
      ready: z.int(),
      total: z.int(),
      accounts: z.array(
        z.object({
          provider: z.string(),
          label: localizedText,
          state,
          supports: z.array(method),
          reportsPayments: z.boolean(),
          methods: z.array(method),
          account: text,
        }),
      ),
      methods: z.array(
        z.object({
          method,
          by: z.object({ label: localizedText, isSimulated: z.boolean(), verified: z.boolean() }).nullable(),
        }),
      ),
      channels: z.array(
        z.object({
          channel: z.enum(['whatsapp', 'email', 'sms']),
          state,
          by: z.object({ label: localizedText, isSimulated: z.boolean(), isUnofficial: z.boolean() }).nullable(),
          automations: z.int(),
        }),
      ),
      unheard: z.int(),
      sender: z.object({ state, address: text }),
      seller: z.object({ state, legalName: text, document: text, contact: text }),
      freight: z.object({ state, options: z.array(z.string()), hasCarrier: z.boolean() }),
      payPage: z.object({ state, hostname: text }),
      prices: z.object({ state }),
      sale: z.object({ state }),
    }),
  },
  readIntegration: {
    method: 'GET',
    path: `${at}/integration`,
    access: 'changeSettings',
    /** API11: `Integration` of integration-steps.ts says what each member means. */
    answer: done.extend({
      key: z.object({ state, usedAt: text }),
      purchase: z.object({ state }),
      returns: z.object({ state, hostname: text }),
      webhooks: z.object({ state, endpoints: z.int(), failing: z.int() }),
    }),
  },
  setLive: {
    method: 'POST',
    path: at,
    access: 'changeSettings',
    audit: ['protected_settings_changed'],
    recent: true,
    /** COM14: whether the store sells for real. NO_REAL_PAYMENT: only simulated accounts take its payments. */
    body: z.strictObject({ live: z.boolean() }),
  },
} as const satisfies Record<string, PanelEndpoint>;
