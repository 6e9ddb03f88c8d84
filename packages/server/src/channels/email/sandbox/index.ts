import { inboxProvider, type Inbox } from '../../sandbox-inbox.ts';
import type { ChannelProvider } from '../../provider.ts';
import { buildMime } from '../build-mime.ts';
import { composeMail } from '../compose-mail.ts';
import type { EmailParts } from '../smtp/send-mail.ts';

/** The sandbox of e-mail: it composes an e-mail as for a mail server, and refuses it for the same reasons. */
export const emailSandbox = (
  { clock, compile }: Pick<EmailParts, 'clock' | 'compile'>,
  inbox: Inbox,
): ChannelProvider =>
  inboxProvider(inbox, async (delivery) => {
    const composed = await composeMail(delivery, compile);
    if (composed.ok) return { ...delivery, mime: await buildMime(composed.mail, new Date(clock())) };
    const { reason } = composed;
    return { outcome: reason === 'MJML_TIMEOUT' ? 'later' : 'refused', reason };
  });
