import { fresh, reportedInstant } from '../../replay-window.ts';
import { firstText, objectIn, textIn, type Json } from '../../json.ts';
import type { ChannelUpdate } from '../../provider.ts';
import { phoneOf, replyOf, type Reached } from '../../inbound.ts';

const statuses: ReadonlyMap<string, Reached> = new Map([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['played', 'read'],
  ['failed', 'failed'],
  ['error', 'failed'],
]);

/** The updates in a webhook of uazapi. Messages that we sent and group messages are ignored. */
export function parseWebhook(webhook: unknown, now: number): readonly ChannelUpdate[] {
  const payload = objectIn(webhook);
  const event = textIn(payload.EventType) || textIn(payload.event);
  // The member that contains the body depends on uazapi's version.
  const body = [payload.message, payload.data, payload.event].find((part) => typeof part === 'object' && part !== null);
  const updates = parseUpdates(event.toLowerCase(), objectIn(body), payload, now);
  return fresh(updates, now);
}

function parseUpdates(event: string, body: Json, payload: Json, now: number): ChannelUpdate[] {
  switch (event) {
    case 'messages':
    case 'message':
      return parseReceived(body);
    case 'messages_update':
    case 'status':
      return statusesOf(body);
    case 'connection':
      return connectionStatusUpdate(objectIn(payload.instance ?? body), now);
    default:
      return [];
  }
}

function parseReceived(body: Json): ChannelUpdate[] {
  if (body.fromMe === true || body.isGroup === true || body.wasSentByApi === true || textIn(body.reaction) !== '') {
    return [];
  }
  const from = [body.sender_pn, body.chatid, body.sender].map(textIn).find((address) => phoneOf(address) !== '') ?? '';
  return replyOf({
    id: textIn(body.messageid) || textIn(body.id),
    from,
    text: messageText(body),
    answers: textIn(body.quoted),
    at: reportedInstant(body.messageTimestamp),
  });
}

/** The text that the person wrote, or the label of the pressed button, else its id. */
function messageText(body: Json): string {
  const { selectedDisplayText, Response, title } = objectIn(body.content);
  const chosen = [selectedDisplayText, objectIn(Response).SelectedDisplayText, title, body.vote, body.buttonOrListid];
  return firstText(body.text, ...chosen);
}

/** Reads `{ MessageIDs, Type, Timestamp }` of one version of uazapi and `{ messageid, status, messageTimestamp }` of another. */
function statusesOf(body: Json): ChannelUpdate[] {
  const reached = statuses.get((textIn(body.Type) || textIn(body.status)).toLowerCase());
  const at = reportedInstant(body.Timestamp ?? body.messageTimestamp);
  const ids: readonly unknown[] = Array.isArray(body.MessageIDs) ? body.MessageIDs : [body.messageid];
  if (!reached || body.isGroup === true || body.IsGroup === true) return [];
  return ids
    .map(textIn)
    .filter((id) => id !== '')
    .map((providerId) => ({ kind: 'status', message: { providerId }, status: reached, at }));
}

function connectionStatusUpdate({ status, state }: Json, now: number): ChannelUpdate[] {
  const connectionState = textIn(status) || textIn(state);
  if (connectionState === 'connected') return [{ kind: 'connection', open: true, at: now }];
  return connectionState === 'disconnected'
    ? [{ kind: 'connection', open: false, reason: 'DISCONNECTED', at: now }]
    : [];
}
