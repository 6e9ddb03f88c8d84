import type { ChannelProvider, Delivery } from './provider.ts';

/** Where a sandbox puts what it got. Resolves once it is kept; the same key twice keeps the first. */
export type Inbox = (delivery: Delivery) => Promise<void>;

/** A provider that delivers to an inbox of the store's own: for demos, tests and trying a flow out. */
export function inboxProvider(inbox: Inbox): ChannelProvider {
  return {
    deduplicates: true,
    concurrency: 1000,
    async send(delivery) {
      await inbox(delivery);
      return { outcome: 'sent', providerId: delivery.key };
    },
  };
}
