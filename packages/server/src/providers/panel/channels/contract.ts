// Requests and responses of the endpoints of a store's channels.
import { whatsappTypes } from '@retoma/flow';
import { z } from 'zod';
import { done, type PanelEndpoint } from '../../../http/endpoint.ts';
import {
  firstContactView,
  localizedText,
  providerForm,
  settingsValues,
  webhookState,
} from '../../connections/form-field.ts';

const channel = z.enum(['whatsapp', 'email', 'sms']);

const connection = z.object({
  connectionId: z.uuid(),
  provider: z.string(),
  /** Name of the account at the provider, or its phone, as last reported. */
  account: z.string().nullable(),
  /** Whether it runs on a phone of the store, which is paired by a QR code. */
  pairs: z.boolean(),
  settings: settingsValues,
  /** Names of the stored credentials. */
  credentials: z.array(z.string()),
  /** The most messages in a minute; null: no limit. */
  perMinute: z.number().nullable(),
  /** The most messages of a new number on its first day; null: the number is not new. */
  warmUp: z.number().nullable(),
  /** COM22: the most messages in a day; null: no limit. */
  dailyLimit: z.number().nullable(),
  since: z.iso.datetime(),
  /** Why the owner must look at the connection, as text; null: no reason. */
  lastError: z.string().nullable(),
  closedUntil: z.iso.datetime().nullable(),
  /** Messages sent in the last 24 hours, and messages that wait. */
  sent: z.number(),
  waiting: z.number(),
  /** COM15: whether its provider accepted the credentials. */
  verified: z.boolean(),
  /** Null: the provider sends no webhooks. `verifyToken`: the token with which the provider verifies the URL. */
  webhook: webhookState.extend({ verifyToken: z.string().nullable() }).nullable(),
  findings: firstContactView,
});

const channelProvider = providerForm.extend({
  /** Whether it sends nothing to anyone: messages stay in an inbox. */
  isSimulated: z.boolean(),
  /** Whether it connects a phone without WhatsApp's permission. */
  isUnofficial: z.boolean(),
  /** Whether connecting sends a test message to the owner's own number. */
  verifiedByMessage: z.boolean(),
  /** Where to paste the webhook address at the provider; null: it sends no webhooks. */
  setupHelp: localizedText.nullable(),
});

const at = '/panel/api/stores/:storeId/channels' as const;

/** The endpoints of a store's channels. */
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
    audit: ['channel_connected', 'channel_saved_unverified'],
    recent: true,
    body: z.strictObject({
      provider: z.string().max(50),
      settings: settingsValues.optional(),
      credentials: settingsValues.optional(),
      perMinute: z.number().int().min(1).max(600_000).nullable(),
      warmUp: z.number().int().min(1).max(100_000).nullable().optional(),
      dailyLimit: z.number().int().min(1).max(1_000_000).nullable().optional(),
      /** Stores the connection as not verified, without a request to the provider. */
      saveAnyway: z.boolean().optional(),
      /** The owner's own number, for providers that are verified by a message. */
      testTo: z.string().trim().max(40).optional(),
    }),
    /** CREDENTIALS_REFUSED and PROVIDER_UNREACHABLE: nothing was stored; `details.reason`: why, as text. */
    answer: done.extend({ verified: z.boolean(), hasWebhook: z.boolean() }),
  },
  tryChannel: {
    method: 'POST',
    path: `${at}/:channel/try`,
    access: 'changeSettings',
    unaudited: 'It only asks the provider about the stored connection.',
    /** `account`: its name at the provider. `reason`: why it does not work, as text. */
    answer: done.extend({ isWorking: z.boolean(), account: z.string(), reason: z.string().nullable() }),
  },
  sendChannelTest: {
    method: 'POST',
    path: `${at}/:channel/test-message`,
    access: 'changeSettings',
    unaudited: 'A test message reaches only the recipient that the owner names, and changes no setting.',
    body: z.strictObject({ to: z.string().trim().min(3).max(254) }),
    answer: done.extend({ sent: z.boolean(), reason: z.string().nullable() }),
  },
  pairPhone: {
    method: 'POST',
    path: `${at}/whatsapp/phone`,
    access: 'changeSettings',
    unaudited: 'It only looks whether the phone is paired: the person pairs it on the phone itself.',
    /**
     * The panel polls this endpoint. `qr`: the QR code as a `data:` URL; null: not ready yet. `phone`: in digits, or the account's name.
     * `reason`: why the phone cannot be paired, as text.
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
    audit: ['phone_removed'],
    recent: true,
    answer: done.extend({ removed: z.boolean(), reason: z.string().nullable() }),
  },
  listSenders: {
    method: 'GET',
    path: '/panel/api/stores/:storeId/senders',
    access: 'changeSettings',
    /**
     * `senders`: those that the provider of e-mail has verified; null: it lists none, or the request failed (`reason`: why).
     * `mailServer`: the host of its servers; null: the store has none.
     */
    answer: done.extend({
      senders: z.array(z.object({ name: z.string(), email: z.string() })).nullable(),
      reason: z.string().nullable(),
      mailServer: z.string().nullable(),
    }),
  },
  disconnectChannel: {
    method: 'POST',
    path: `${at}/:channel/remove`,
    access: 'changeSettings',
    audit: ['channel_disconnected'],
    recent: true,
  },
  /** The store's settings for sending that an author of messages needs. */
  readSending: {
    method: 'GET',
    path: '/panel/api/stores/:storeId/sending',
    access: 'view',
    answer: done.extend({
      /** IANA name. Waits until a time of day, and times in messages, use it. */
      timeZone: z.string(),
      /** RUN22: when waits end that keep to business hours. */
      businessHours: z.object({ from: z.string(), to: z.string(), days: z.array(z.number()) }),
      /** COM7: minutes until a PIX code expires. */
      pixMinutes: z.number(),
      /** Origin of short links: `https://pagar.loja.example`. */
      linkOrigin: z.string(),
      /** Whether accents are removed from SMS; true unless the connection disables that. */
      smsRemovesAccents: z.boolean(),
      /** Whether WhatsApp's own API is connected, whose buttons every phone shows. */
      whatsappIsOfficial: z.boolean(),
      /** Whether phones show the provider's buttons: yes, not all, or they are written as text. */
      whatsappButtons: z.enum(['shown', 'uncertain', 'written']),
      /** The types of message that the provider does not send. */
      whatsappRefused: z.array(z.enum(whatsappTypes)),
      /** COM15: channels whose provider has not accepted the connection's credentials. */
      unverified: z.array(z.enum(['whatsapp', 'email', 'sms'])),
    }),
  },
} as const satisfies Record<string, PanelEndpoint>;
