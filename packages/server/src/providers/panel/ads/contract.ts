// Requests and responses of the endpoints of conversions.
import { z } from 'zod';
import { done, type PanelEndpoint } from '../../../http/endpoint.ts';
import { providerForm, settingsValues } from '../../connections/form-field.ts';

const event = z.enum(['purchase', 'lead', 'begin_checkout', 'refund']);
const state = z.enum(['queued', 'sent', 'refused', 'skipped', 'failed']);
const instant = z.iso.datetime().nullable();

const account = z.object({
  destination: z.string(),
  settings: settingsValues,
  /** Names of the stored credentials. */
  credentials: z.array(z.string()),
  active: z.boolean(),
  sendsItems: z.boolean(),
  legalBasis: z.string().nullable(),
  /** COM38: whether it accepted the made-up event. */
  verified: z.boolean(),
  lastError: z.string().nullable(),
});

const conversion = z.object({
  /** Its key in this list. */
  key: z.string(),
  destination: z.string(),
  event,
  state,
  orderId: z.uuid().nullable(),
  number: z.string().nullable(),
  checkoutId: z.uuid(),
  occurredAt: z.iso.datetime(),
  attempts: z.int(),
  attemptedAt: instant,
  /** When a queued one is tried next. */
  dueAt: instant,
  /** Why it was not sent, as text. */
  reason: z.string().nullable(),
  /** What the destination answered, as text; empty: nothing yet. */
  answer: z.string(),
});

const at = '/panel/api/stores/:storeId' as const;

/** The endpoints of conversions. */
export const conversionsContract = {
  listDestinations: {
    method: 'GET',
    path: `${at}/conversion-destinations`,
    access: 'changeSettings',
    answer: done.extend({
      accounts: z.array(account),
      destinations: z.array(providerForm.extend({ sends: z.array(event) })),
      /** Those of the last 30 days. */
      counts: z.array(z.object({ destination: z.string(), state, count: z.int() })),
    }),
  },
  connectDestination: {
    method: 'POST',
    path: `${at}/conversion-destinations`,
    access: 'changeSettings',
    audit: ['conversions_changed', 'conversions_saved_unverified'],
    recent: true,
    body: z.strictObject({
      destination: z.string().max(50),
      settings: settingsValues.optional(),
      credentials: settingsValues.optional(),
      /** Stores the account as not verified, without a request to the destination. */
      saveAnyway: z.boolean().optional(),
    }),
    /** CREDENTIALS_REFUSED and PROVIDER_UNREACHABLE: nothing was stored; `details.reason`: why, as text. */
    answer: done.extend({ verified: z.boolean() }),
  },
  tryDestination: {
    method: 'POST',
    path: `${at}/conversion-destinations/:destination/try`,
    access: 'changeSettings',
    unaudited: 'It only sends a made-up event in the test mode of the destination.',
    /** `reason`: why it does not work, as text. */
    answer: done.extend({ isWorking: z.boolean(), reason: z.string().nullable() }),
  },
  switchDestination: {
    method: 'POST',
    path: `${at}/conversion-destinations/:destination/switch`,
    access: 'changeSettings',
    audit: ['conversions_changed'],
    recent: true,
    body: z.strictObject({
      active: z.boolean(),
      /** Whether it learns of items: codes, quantities and prices. */
      sendsItems: z.boolean(),
      /** What the owner states; needed the first time that it is switched on. */
      legalBasis: z.string().trim().min(3).max(300).nullable(),
    }),
  },
  listConversions: {
    method: 'GET',
    path: `${at}/conversions`,
    access: 'changeSettings',
    query: z.object({
      state: state.optional(),
      /** The `next` of the page before. */
      after: z
        .string()
        .max(200)
        .regex(/^\d{1,18} [0-9a-f-]{36} [a-z_]{1,20} [a-z0-9-]{1,50}$/)
        .optional(),
    }),
    answer: done.extend({ conversions: z.array(conversion), next: z.string().nullable() }),
  },
} as const satisfies Record<string, PanelEndpoint>;
