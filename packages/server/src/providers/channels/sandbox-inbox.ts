import { localized } from '@retoma/commerce';
import { z } from 'zod';
import type { ChannelProvider, Delivered, Delivery, ProviderDefinition } from './provider.ts';

/**
 * A message in a sandbox's inbox. `content`: as a provider would send it. `mime`: of an e-mail, the bytes that a mail server would
 * receive.
 */
export type StoredMessage = Delivery & { readonly mime?: Buffer };

/** Stores a message of a sandbox. Resolves when it is stored; a second message with the same key is ignored. */
export type Inbox = (message: StoredMessage) => Promise<void>;

/** Prepares a message for the inbox, or returns the outcome with which a provider of its channel would refuse it. */
type Pack<Parts> = (delivery: Delivery, parts: Parts) => StoredMessage | Delivered | Promise<StoredMessage | Delivered>;

/** The members other than sending of a provider without an external service: no settings, no webhooks, and a test that always works. */
export const unconnected = {
  label: localized('Simulado (caixa de teste)', 'Simulated (test inbox)'),
  form: { settings: z.object({}), credentials: z.object({}) },
  windowHours: null,
  parseWebhook: () => ({ outcome: 'invalid_signature' }),
  testConnection: () => Promise.resolve({ outcome: 'works', account: '' }),
} as const satisfies Omit<ChannelProvider, 'send' | 'deduplicates' | 'concurrency'>;

/** A sandbox provider: it delivers to an inbox in Retoma. For demos, tests and trying a flow out. */
export const inboxProvider = <Parts extends { readonly inbox: Inbox }>(
  pack: Pack<Parts>,
): ProviderDefinition<Parts> => ({
  ...unconnected,
  isSimulated: true,
  deduplicates: true,
  concurrency: 1000,
  open: (parts) => ({
    ...unconnected,
    async send(delivery) {
      const packed = await pack(delivery, parts);
      if ('outcome' in packed) return packed;
      await parts.inbox(packed);
      return { outcome: 'sent', providerId: delivery.key };
    },
  }),
});
