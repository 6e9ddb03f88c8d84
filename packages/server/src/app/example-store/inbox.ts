import { composeMail } from '../../providers/channels/email/compose-mail.ts';
import type { MailThread } from '../../providers/channels/email/thread/mail-thread.ts';
import type { NewMessage } from '../../automations/delivery/queries/messages.ts';
import type { SandboxMessage } from '../../automations/delivery/queries/sandbox-messages.ts';
import type { History } from './history.ts';

/** How many of the newest messages are in the inbox of an example store, and how many e-mails: composing one takes milliseconds. */
const limits = { messages: 40, emails: 8 };

/** What the simulated channels delivered at the end of a history, as they store it. */
export async function inboxOf(
  { runs }: Pick<History, 'runs'>,
  storeId: string,
  thread: MailThread,
): Promise<SandboxMessage[]> {
  const sent = runs
    .flatMap(({ messages }) => messages)
    .filter(({ state }) => state !== 'failed' && state !== 'skipped')
    .toSorted((one, other) => other.settledAt! - one.settledAt!);
  const isEmail = ({ outboxMessage }: NewMessage): boolean => outboxMessage.channel === 'email';
  const chosen = [...sent.filter((one) => !isEmail(one)), ...sent.filter(isEmail).slice(0, limits.emails)]
    .toSorted((one, other) => other.settledAt! - one.settledAt!)
    .slice(0, limits.messages);
  const inbox: SandboxMessage[] = [];
  for (const { outboxMessage, settledAt } of chosen) {
    const { runId, messageKey, channel, recipient, content } = outboxMessage;
    const message = {
      storeId,
      idempotencyKey: `${runId}:${messageKey}`,
      channel,
      recipient: recipient!,
      content: content!,
      receivedAt: settledAt!,
    };
    if (channel !== 'email') inbox.push(message);
    else {
      const mime = await mimeOf(message, thread);
      if (mime) inbox.push({ ...message, mime });
    }
  }
  return inbox;
}

/** The bytes that a mail server would receive; undefined: the e-mail cannot be composed. */
async function mimeOf(
  { storeId, idempotencyKey: key, recipient: to, content, receivedAt }: SandboxMessage & { receivedAt: number },
  thread: MailThread,
): Promise<Buffer | undefined> {
  const delivery = {
    key,
    storeId,
    channel: 'email' as const,
    to,
    content: JSON.parse(content) as object,
    settings: {},
  };
  const composed = await composeMail(delivery, thread);
  if (!composed.ok) return undefined;
  const encoded = await thread.encode(storeId, { mail: composed.mail, date: new Date(receivedAt) });
  return encoded.ok ? Buffer.from(encoded.bytes) : undefined;
}
