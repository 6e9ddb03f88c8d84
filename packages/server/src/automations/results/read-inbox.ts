// The messages in a store's sandbox inbox, for its owner.
import { textMembersOf, type ActionStep, type Channel } from '@retoma/flow';
import { readMail, type ReadMail } from '../../providers/channels/email/read-mail.ts';
import type { Queryable } from '../../base/postgres/pool.ts';
import {
  sandboxMessageFind,
  sandboxMessageList,
  type ListedSandboxMessage,
  type SandboxChoice,
} from '../delivery/queries/sandbox-messages.ts';
import { isId } from '../../base/ids.ts';

/** A message of the sandbox. `summary`: an e-mail's subject, or the start of the text; `runId` null: a test message. */
export type InboxMessage = {
  key: string;
  channel: Channel;
  to: string;
  receivedAt: Date;
  content: Record<string, unknown>;
  summary: string;
  runId: string | null;
};

/** The newest messages that match a choice, at most `size`; `next`: the key for the next page; null: there are no more. */
export async function listInbox(
  db: Queryable,
  storeId: string,
  choice: SandboxChoice,
  size: number,
): Promise<{ messages: InboxMessage[]; next: string | null }> {
  const found = await sandboxMessageList(db, storeId, size + 1, choice);
  const messages = found.slice(0, size).map(messageOf);
  return { messages, next: found.length > size ? messages.at(-1)!.key : null };
}

/**
 * One complete message. `email`: the delivered e-mail; null on other channels, and for messages stored before e-mails were. Undefined:
 * there is none.
 */
export async function readInboxMessage(
  db: Queryable,
  storeId: string,
  key: string,
): Promise<(InboxMessage & { email: (ReadMail & { bytes: number }) | null }) | undefined> {
  const row = await sandboxMessageFind(db, storeId, key);
  if (!row) return undefined;
  return { ...messageOf(row), email: row.mime ? { ...(await readMail(row.mime)), bytes: row.mime.length } : null };
}

function messageOf({
  idempotencyKey: key,
  channel,
  recipient,
  content,
  receivedAt,
}: ListedSandboxMessage): InboxMessage {
  const data = JSON.parse(content) as Record<string, unknown>;
  const runId = key.slice(0, key.indexOf(':'));
  return {
    key,
    channel: channel as Channel,
    to: recipient,
    receivedAt,
    content: data,
    summary: messageSummary(channel as Channel, data),
    runId: isId(runId) ? runId : null,
  };
}

/** The subject, or the first text of the message that is not empty. */
function messageSummary(channel: Channel, data: Record<string, unknown>): string {
  if (typeof data['subject'] === 'string') return data['subject'];
  const texts = textMembersOf({ type: 'action', name: `send_${channel}`, data } as unknown as ActionStep);
  const first = texts.find(({ text }) => text.trim() !== '')?.text ?? '';
  return Array.from(first.trim().replace(/\s+/g, ' ')).slice(0, 140).join('');
}
