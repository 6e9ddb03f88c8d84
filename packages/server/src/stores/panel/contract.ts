// Requests and responses of the endpoints of a store: its profile, appearance, sending times and domains.
import { z } from 'zod';
import { changesProtectedSetting } from '../protected-settings.ts';
import { done, type PanelEndpoint } from '../../http/endpoint.ts';

const text = z.string().nullable();

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
  logoUrl: text,
  accent: text,
  corners: z.enum(['square', 'round']).nullable(),
  returnsText: text,
  privacyText: text,
  senderName: text,
  senderEmail: text,
  pixMinutes: z.number(),
  boletoDays: z.number(),
  abandonMinutes: z.number(),
  noReplyMinutes: z.number(),
  lateMinutes: z.number(),
  /** RUN8: whether opens and clicks by software count like a person's. */
  countMachines: z.boolean(),
});

const dnsRecord = z.object({
  purpose: z.enum(['proof', 'checkout', 'spf', 'dkim', 'dmarc']),
  type: z.enum(['CNAME', 'TXT']),
  name: z.string(),
  value: z.string(),
  /** `waiting`: not found yet; `different`: another value is there; `unknown`: no resolver responded. */
  state: z.enum(['found', 'waiting', 'different', 'unknown']),
  found: z.string().nullable(),
});

const domains = done.extend({
  checkedAt: z.iso.datetime(),
  /** The host to which a checkout domain must point. */
  target: z.string(),
  checkout: z
    .object({
      hostname: z.string(),
      host: z.string().nullable(),
      records: z.array(dnsRecord),
      /** What the check just made found missing: the DNS record or a TLS response; null: nothing. */
      problem: z.enum(['dns', 'tls']).nullable(),
      /** CHK4: whether payment links use this domain; until then they use the service's own address. */
      active: z.boolean(),
    })
    .nullable(),
  /** Domains of the addresses that automations send from. */
  senders: z.array(
    z.object({
      domain: z.string(),
      host: z.string().nullable(),
      addresses: z.array(z.object({ name: z.string(), email: z.string(), automations: z.number() })),
      records: z.array(dnsRecord),
      isForeign: z.boolean(),
    }),
  ),
});

const at = '/panel/api/stores/:storeId' as const;

/** The states of the payment page that a preview shows. */
const previewStates = ['pix', 'paid', 'pix-expired', 'refused'] as const;

/** The endpoints of a store: its profile, appearance and domains. */
export const storeContract = {
  createStore: {
    method: 'POST',
    path: '/panel/api/stores',
    access: 'signed-in',
    body: z.strictObject({ name: z.string().trim().min(1).max(200) }),
    answer: done.extend({ storeId: z.uuid() }),
  },
  /** AUT15: the store of example data of the user, made if there is none. */
  openExampleStore: {
    method: 'POST',
    path: '/panel/api/example-store',
    access: 'signed-in',
    answer: done.extend({ storeId: z.uuid() }),
  },
  /** AUT17: only a store of example data. */
  deleteExampleStore: {
    method: 'POST',
    path: `${at}/example/delete`,
    access: 'changeSettings',
    audit: ['store_deleted'],
    unprotected: 'No shopper is in example data, and it can be made again.',
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
    body: settings.omit({ demo: true }).partial().strict(),
    /** `simulatedChannels`: those of a live store that only simulate, of which its owner must know (COM15). */
    answer: done.extend({ simulatedChannels: z.array(z.enum(['whatsapp', 'email', 'sms'])) }),
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
  readDomains: { method: 'GET', path: `${at}/domains`, access: 'changeSettings', answer: domains },
  changeDomain: {
    method: 'POST',
    path: `${at}/domains`,
    access: 'changeSettings',
    audit: ['domain_changed'],
    recent: true,
    body: z.strictObject({ hostname: z.string().trim().max(253).nullable() }),
  },
  previewAppearance: {
    method: 'POST',
    path: `${at}/appearance/preview`,
    access: 'changeSettings',
    unaudited: 'It changes nothing.',
    body: z.strictObject({
      ...settings.pick({ accent: true, logoUrl: true, corners: true, returnsText: true, privacyText: true }).shape,
      state: z.enum(previewStates),
    }),
    /** `html`: a complete page. `ink`: colour of links, darker than the accent if the accent were unreadable; null: no accent. */
    answer: done.extend({ html: z.string(), ink: z.string().nullable() }),
  },
} as const satisfies Record<string, PanelEndpoint>;
