// Requests and responses of the endpoints of a store: its profile, appearance and sending times.
import { z } from 'zod';
import { changesProtectedSetting } from '../protected-settings.ts';
import { done, type PanelEndpoint } from '../../http/endpoint.ts';

const text = z.string().nullable();

/** RUN22: times as `HH:mm`, days from 0 (Sunday) to 6. */
const businessHours = z.object({ from: z.string(), to: z.string(), days: z.array(z.number()) });

/** What a store chooses of the look of its payment page; null: empty. */
export const appearance = {
  logoUrl: text,
  accent: text,
  corners: z.enum(['square', 'round']).nullable(),
  returnsText: text,
  privacyText: text,
};

/** A store as its settings show it; null: empty. Times in minutes, `boletoDays` in days. */
const settings = z.object({
  name: z.string(),
  active: z.boolean(),
  live: z.boolean(),
  demo: z.boolean(),
  signedCartsOnly: z.boolean(),
  timeZone: z.string(),
  legalName: text,
  document: text,
  address: text,
  email: text,
  phone: text,
  url: text,
  /** COM7a: further hosts to which unsigned carts may lead the shopper. */
  siteHosts: text,
  returnsUrl: text,
  privacyUrl: text,
  ...appearance,
  senderName: text,
  senderEmail: text,
  pixMinutes: z.number(),
  boletoDays: z.number(),
  abandonMinutes: z.number(),
  noReplyMinutes: z.number(),
  lateMinutes: z.number(),
  businessHours,
  /** RUN8: whether opens and clicks by software count like a person's. */
  countMachines: z.boolean(),
});

const at = '/panel/api/stores/:storeId' as const;

/** The endpoints of a store and its settings. */
export const storeContract = {
  createStore: {
    method: 'POST',
    path: '/panel/api/stores',
    access: 'signed-in',
    body: z.strictObject({ name: z.string().trim().min(1).max(200) }),
    answer: done.extend({ storeId: z.uuid() }),
  },
  readStoreSettings: {
    method: 'GET',
    path: `${at}/settings`,
    access: 'changeSettings',
    answer: done.extend({ settings }),
  },
  changeStoreSettings: {
    method: 'POST',
    path: `${at}/settings`,
    access: 'changeSettings',
    audit: ['settings_changed', 'protected_settings_changed'],
    recent: changesProtectedSetting,
    /** Whether it is live is changed by `setLive`. */
    body: settings.omit({ demo: true, live: true }).partial().strict(),
  },
  /** `name`: the name of the store, typed by the owner. */
  deleteStore: {
    method: 'POST',
    path: `${at}/delete`,
    access: 'changeSettings',
    audit: ['store_deleted'],
    recent: true,
    body: z.strictObject({ name: z.string().max(200) }),
  },
} as const satisfies Record<string, PanelEndpoint>;
