// What the endpoints of a store's channels take and answer.
import { z } from 'zod';
import { done, type PanelEndpoint } from '../endpoint.ts';
import { providerForm, settingsValues, webhookState } from '../../../integrations/form-field.ts';

const channel = z.enum(['whatsapp', 'email', 'sms']);

const connection = z.object({
  connectionId: z.uuid(),
  provider: z.string(),
  /** What it is called there, or the phone it runs on, as it was last reported. */
  account: z.string().nullable(),
  /** It runs on a phone of the store's, which reads a code. */
  pairs: z.boolean(),
  settings: settingsValues,
  /** Names of the credentials that are kept. */
  credentials: z.array(z.string()),
  /** The most messages in a minute; null: no limit. */
  perMinute: z.number().nullable(),
  /** Messages of a new number on its first day; null: it is not new. */
  warmUp: z.number().nullable(),
  /** COM22: the most messages in a day; null: no limit. */
  dailyLimit: z.number().nullable(),
  since: z.iso.datetime(),
  /** Why its owner must look at it, in words. */
  lastError: z.string().nullable(),
  closedUntil: z.iso.datetime().nullable(),
  /** Messages that left in the last 24 hours, and those that wait. */
  sent: z.number(),
  waiting: z.number(),
  /** COM15: its provider accepted the credentials. */
  verified: z.boolean(),
  /** Null: its provider sends none. `verifyToken`: what the provider asks for to verify the address. */
  webhook: webhookState.extend({ verifyToken: z.string().nullable() }).nullable(),
});

/** `verifiedByMessage`: connecting sends a test message to the owner's own number. */
const channelProvider = providerForm.extend({ verifiedByMessage: z.boolean() });

const at = '/panel/api/stores/:storeId/channels' as const;

/** Channels of a store. */
export const channelsContract = {
  listChannels: {
    method: 'GET',
    path: at,
    access: 'changeSettings',
    answer: done.extend({
      channels: z.array(z.object({ channel, connection: connection.nullable(), providers: z.array(channelProvider) })),
    }),
  },
  connectChannel: {
    method: 'POST',
    path: `${at}/:channel`,
    access: 'changeSettings',
    body: z.strictObject({
      provider: z.string().max(50),
      settings: settingsValues.optional(),
      credentials: settingsValues.optional(),
      perMinute: z.number().int().min(1).max(600_000).nullable(),
      warmUp: z.number().int().min(1).max(100_000).nullable().optional(),
      dailyLimit: z.number().int().min(1).max(1_000_000).nullable().optional(),
      /** Stores it as not verified, and asks nothing of the provider. */
      saveAnyway: z.boolean().optional(),
      /** The owner's own number, for providers that are verified by a message. */
      testTo: z.string().trim().max(40).optional(),
    }),
    /** CREDENTIALS_REFUSED and PROVIDER_UNREACHABLE: nothing was stored; `details.reason` says why, in words. */
    answer: done.extend({ verified: z.boolean(), hasWebhook: z.boolean() }),
  },
  tryChannel: {
    method: 'POST',
    path: `${at}/:channel/try`,
    access: 'changeSettings',
    body: z.strictObject({}),
    /** `account`: what it is called there; `reason`: why it does not work, in words. */
    answer: done.extend({ isWorking: z.boolean(), account: z.string(), reason: z.string().nullable() }),
  },
  sendChannelTest: {
    method: 'POST',
    path: `${at}/:channel/test-message`,
    access: 'changeSettings',
    body: z.strictObject({ to: z.string().trim().min(3).max(254) }),
    answer: done.extend({ sent: z.boolean(), reason: z.string().nullable() }),
  },
  pairPhone: {
    method: 'POST',
    path: `${at}/whatsapp/phone`,
    access: 'changeSettings',
    body: z.strictObject({}),
    /**
     * Asked again and again. `qr`: the picture to be read, as a `data:` address; null: it is being made. `phone`: in digits, or the
     * account's name; `reason`: why it cannot be paired, in words.
     */
    answer: done.extend({
      state: z.enum(['paired', 'waiting', 'broken']),
      phone: z.string(),
      qr: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  },
  removePhone: {
    method: 'POST',
    path: `${at}/whatsapp/phone/remove`,
    access: 'changeSettings',
    body: z.strictObject({}),
    answer: done.extend({ removed: z.boolean(), reason: z.string().nullable() }),
  },
  listSenders: {
    method: 'GET',
    path: '/panel/api/stores/:storeId/senders',
    access: 'changeSettings',
    /** `senders`: what the provider of e-mail has verified; null: it lists none, or could not be asked, `reason` says why. */
    answer: done.extend({
      senders: z.array(z.object({ name: z.string(), email: z.string() })).nullable(),
      reason: z.string().nullable(),
    }),
  },
  disconnectChannel: {
    method: 'POST',
    path: `${at}/:channel/remove`,
    access: 'changeSettings',
    body: z.strictObject({}),
    answer: done,
  },
} as const satisfies Record<string, PanelEndpoint>;
