import { inboxProvider, type Inbox } from '../../sandbox-inbox.ts';
import { composeMail } from '../compose-mail.ts';
import { notComposed, type EmailDeps } from '../transport/send-mail.ts';

/** The sandbox of e-mail: it composes an e-mail as for a mail server, and refuses it for the same reasons. */
export const emailSandbox = inboxProvider<{ inbox: Inbox; email: EmailDeps }>(async (delivery, { email }) => {
  const composed = await composeMail(delivery, email.thread);
  if (!composed.ok) return notComposed(composed.reason);
  const date = new Date(email.clock());
  const encoded = await email.thread.encode(delivery.storeId, { mail: composed.mail, date });
  return encoded.ok ? { ...delivery, mime: Buffer.from(encoded.bytes) } : notComposed(encoded.reason);
});
