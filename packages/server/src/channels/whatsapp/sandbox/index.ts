import { refused } from '../../provider-response.ts';
import { inboxProvider } from '../../sandbox-inbox.ts';
import { readMessage } from '../read-message.ts';

/** The sandbox of WhatsApp: it refuses what every gateway would refuse, for the same reasons. */
export const whatsappSandbox = inboxProvider((delivery) => {
  const read = readMessage(delivery.content);
  return read.ok ? delivery : refused(read.reason);
});
