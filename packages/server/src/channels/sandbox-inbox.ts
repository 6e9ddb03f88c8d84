import type { ChannelProvider, Delivered, Delivery } from './provider.ts';
import { unconnected } from './unconnected.ts';

/** A message as a sandbox keeps it: `content` as it would have left, and of an e-mail the bytes that a mail server would be given. */
export type StoredMessage = Delivery & { readonly mime?: Buffer };

/** Where a sandbox puts what it got. Resolves once it is kept; the same key twice keeps the first. */
export type Inbox = (message: StoredMessage) => Promise<void>;

/** What a sandbox makes of a message before it is kept, or why a provider of its channel would not take it. */
export type Pack = (delivery: Delivery) => Promise<StoredMessage | Exclude<Delivered, { outcome: 'sent' }>>;

/** A provider that delivers to an inbox of the store's own: for demos, tests and trying a flow out. */
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
