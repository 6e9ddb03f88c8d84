import type { ChannelProvider, Delivered, Delivery } from './provider.ts';
import { unconnected } from './unconnected.ts';

/**
 * A message in a sandbox's inbox. `content`: as a provider would send it. `mime`: of an e-mail, the bytes that a mail server would
 * receive.
 */
export type StoredMessage = Delivery & { readonly mime?: Buffer };

/** Stores a message of a sandbox. Resolves when it is stored; a second message with the same key is ignored. */
export type Inbox = (message: StoredMessage) => Promise<void>;

/** Prepares a message for the inbox, or returns the outcome with which a provider of its channel would refuse it. */
export type Pack = (delivery: Delivery) => Promise<StoredMessage | Exclude<Delivered, { outcome: 'sent' }>>;

/** A sandbox provider: it delivers to an inbox in Retoma. For demos, tests and trying a flow out. */
export function inboxProvider(inbox: Inbox, pack: Pack = (delivery) => Promise.resolve(delivery)): ChannelProvider {
  return {
    ...unconnected,
    deduplicates: true,
    concurrency: 1000,
    async send(delivery) {
      const packed = await pack(delivery);
      if ('outcome' in packed) return packed;
      await inbox(packed);
      return { outcome: 'sent', providerId: delivery.key };
    },
  };
}
