import { inboxProvider, type Inbox } from '../../sandbox-inbox.ts';
import type { ChannelProvider } from '../../provider.ts';
import { readMessage } from '../read-message.ts';

/** A WhatsApp of the store's own: what no gateway could send is refused for the same reason. */
export const whatsappSandbox = (inbox: Inbox): ChannelProvider =>
  inboxProvider(inbox, (delivery) => {
    const read = readMessage(delivery.content);
    return Promise.resolve(read.ok ? delivery : { outcome: 'refused', reason: read.reason });
  });
