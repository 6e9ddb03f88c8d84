import { inboxProvider, type Inbox } from '../../sandbox-inbox.ts';
import type { ChannelProvider } from '../../provider.ts';
import { readMessage } from '../read-message.ts';

/** The sandbox of WhatsApp: it refuses what every gateway would refuse, for the same reasons. */
export const whatsappSandbox = (inbox: Inbox): ChannelProvider =>
  inboxProvider(inbox, (delivery) => {
    const read = readMessage(delivery.content);
    return Promise.resolve(read.ok ? delivery : { outcome: 'refused', reason: read.reason });
  });
