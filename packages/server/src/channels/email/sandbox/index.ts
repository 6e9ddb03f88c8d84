import { inboxProvider, type Inbox } from '../../sandbox-inbox.ts';
import { buildMime } from '../build-mime.ts';
import { composeMail } from '../compose-mail.ts';
import { notComposed, type EmailParts } from '../transport/send-mail.ts';

/** The sandbox of e-mail: it composes an e-mail as for a mail server, and refuses it for the same reasons. */
export const emailSandbox = inboxProvider<{ inbox: Inbox; email: EmailParts }>(async (delivery, { email }) => {
  const composed = await composeMail(delivery, email.compile);
  if (!composed.ok) return notComposed(composed.reason);
  return { ...delivery, mime: await buildMime(composed.mail, new Date(email.clock())) };
});
