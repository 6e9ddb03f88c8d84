import type { OptOutCause } from '../../../../base/contacts/consents.ts';
import type { ListedMessage, RunListing } from '../../read-runs.ts';
import { maskedAddress, maskedEmail, maskedName, maskedPhone } from '../../../../base/contacts/mask.ts';
import type { PanelAnswer } from '../../../../panel-contract.ts';

type Listed = PanelAnswer<'listRuns'>['runs'][number];
type Message = PanelAnswer<'listMessages'>['messages'][number];
type OptOut = NonNullable<PanelAnswer<'reviewResend'>['optOut']>;

/** An instant as ISO text; null: none, or not finite (a held run waits without limit). */
export const instant = (at: Date | number | null): string | null =>
  at === null || !Number.isFinite(Number(at)) ? null : new Date(at).toISOString();

/** A run as a list shows it, with its contact masked. `step`: its current step, as text. */
export function presentListing(row: RunListing, step: string | undefined, maySee: boolean): Listed {
  const { runId, automationId, automation, version, state, reason, held, orderNumber, cents, name, email, phone } = row;
  return {
    runId,
    automationId,
    automation,
    version,
    state,
    reason,
    held,
    step: step ?? null,
    wakeAt: held ? null : instant(row.wakeAt),
    startedAt: row.startedAt.toISOString(),
    finishedAt: instant(row.finishedAt),
    name: name === null || name.trim() === '' ? null : maskedName(name, maySee),
    contact: phone ? maskedPhone(phone) : email ? maskedEmail(email) : null,
    orderNumber,
    cents,
  };
}

/** A message of the ledger, with its address masked. Its content is only for members who may see shoppers. */
export function presentMessage(
  row: ListedMessage,
  maySee: boolean,
): Omit<Message, 'runId' | 'automationId' | 'automation' | 'name'> {
  const { messageKey: message, channel, state, reason, recipient, content, attempts, dueAt, settledAt } = row;
  return {
    message,
    channel,
    state,
    reason,
    recipient: recipient === null ? null : maskedAddress(recipient),
    content: maySee ? (content as Record<string, unknown> | null) : null,
    attempts,
    dueAt: dueAt.toISOString(),
    settledAt: instant(settledAt),
    resentBy: row.requestedBy,
  };
}

/** Who stopped messages to a contact. */
export const presentOptOut = (cause: OptOutCause | undefined): OptOut | null =>
  cause ? { source: cause.source, author: cause.author, at: cause.at.toISOString() } : null;
