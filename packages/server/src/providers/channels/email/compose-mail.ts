import type { Delivery } from '../provider.ts';
import { withLinks } from './add-tracking.ts';
import type { Mail, MailProblem } from './mail.ts';
import type { MailThread } from './thread/mail-thread.ts';

/** A composed e-mail, or why it cannot be composed. */
export type ComposedMail =
  { readonly ok: true; readonly mail: Mail } | { readonly ok: false; readonly reason: MailProblem };

/** Composes the e-mail of a message in the thread, with its tracking links. */
export async function composeMail(delivery: Delivery, thread: Pick<MailThread, 'draft'>): Promise<ComposedMail> {
  const { key, to, content, mjml, marks } = delivery;
  const urls = marks && { open: marks.open, unsubscribe: marks.unsubscribe };
  const drafted = await thread.draft(delivery.storeId, {
    key,
    to,
    content,
    ...(mjml && { mjml }),
    ...(urls && { marks: urls }),
  });
  if (!drafted.ok) return drafted;
  // Without marks there are no links to replace.
  const html = withLinks(drafted.html, marks?.click ?? String);
  return { ok: true, mail: { ...drafted.mail, html } };
}
