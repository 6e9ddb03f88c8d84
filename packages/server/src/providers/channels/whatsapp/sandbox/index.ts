import { refused } from '../../provider-response.ts';
import { inboxProvider } from '../../sandbox-inbox.ts';
import { readWhatsapp } from '@retoma/flow';

/** The sandbox of WhatsApp: it refuses what every gateway would refuse, for the same reasons. */
export const whatsappSandbox = inboxProvider((delivery) => {
  const read = readWhatsapp(delivery.content);
  return read.ok ? delivery : refused(read.reason);
});
