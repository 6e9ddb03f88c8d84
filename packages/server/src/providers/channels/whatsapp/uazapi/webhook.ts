import { fresh, reportedInstant } from '../../replay-window.ts';
import { firstText, objectIn, textIn, type Json } from '../../json.ts';
import { observed, type Observation } from '../../observation.ts';
import type { ChannelUpdate } from '../../provider.ts';
import { aliasOf, phoneOf, replyOf, statusUpdates, type Reached } from '../../inbound.ts';
import { isShared, readMessage } from '../message-kinds.ts';

/** Null: not a status of the delivery. */
const statuses: ReadonlyMap<string, Reached | null> = new Map([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['played', 'read'],
  ['failed', 'failed'],
  ['error', 'failed'],
  ['pending', null],
  ['queued', null],
  ['scheduled', null],
  ['canceled', null],
  ['deleted', null],
  ['edited', null],
  ['filedownloaded', null],
  ['read-self', null],
  ['played-self', null],
  ['sender', null],
  ['retry', null],
  ['server-error', null],
  ['inactive', null],
  ['', null],
]);

/** The events of uazapi that report nothing about messages or the connection. */
const otherEvents: ReadonlySet<string> = new Set(
  'history call contacts presence groups group labels chats chat_labels blocks leads sender newsletter_messages'.split(
    ' ',
  ),
);

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
      return event === '' || otherEvents.has(event) ? [] : [observed('unknown_kind', event)];
  }
}

/** A message with `edited` or `reaction` changes or reacts to the message that it names. */
function parseReceived(body: Json): ChannelUpdate[] {
  const isOurs = body.fromMe === true || body.wasSentByApi === true;
  const addresses = [body.sender_pn, body.chatid, body.sender, body.sender_lid, body.chatlid];
  if (isOurs || body.isGroup === true || isShared(textIn(body.chatid))) return [];
  if (textIn(body.reaction) !== '' || textIn(body.edited) !== '') return [];
  const read = readContent(body);
  if (!read || 'kind' in read) return read ? [read] : [];
  return replyOf({
    id: textIn(body.messageid) || textIn(body.id),
    from: addresses.map(textIn).find((address) => phoneOf(address) !== '') ?? '',
    alias: aliasOf(...addresses),
    text: messageText(body, read.text),
    answers: firstText(body.quoted, read.answers),
    at: reportedInstant(body.messageTimestamp),
  });
}

/**
 * `messageType` is a kind of WhatsApp's protocol with a capital letter, and `content` what it holds. Some versions write `text` or `image`,
 * or no kind at all.
 */
function readContent(body: Json): { text: string; answers: string } | Observation | null {
  const type = textIn(body.messageType) || 'conversation';
  const kind = type[0]!.toLowerCase() + type.slice(1);
  const content = body.content ?? {};
  if (['text', 'conversation', 'extendedTextMessage'].includes(kind)) {
    return readMessage({ conversation: messageText(body, textIn(content)), extendedTextMessage: objectIn(content) });
  }
  const read = readMessage({ [kind]: content });
  return read && 'kind' in read && !kind.endsWith('Message') ? readMessage({ [`${kind}Message`]: content }) : read;
}

/** The text that the person wrote, or the label of the pressed button, else its id. */
function messageText(body: Json, written: string): string {
  const { selectedDisplayText, Response, title } = objectIn(body.content);
  const chosen = [selectedDisplayText, objectIn(Response).SelectedDisplayText, title, body.vote, body.buttonOrListid];
  return firstText(body.text, ...chosen, written);
}

/** Reads `{ MessageIDs, Type, Timestamp }` of one version of uazapi and `{ messageid, status, messageTimestamp }` of another. */
function statusesOf(body: Json): ChannelUpdate[] {
  const word = (textIn(body.Type) || textIn(body.status)).toLowerCase();
  const reached = statuses.get(word);
  if (body.isGroup === true || body.IsGroup === true) return [];
  if (!reached) return reached === undefined ? [observed('unknown_status', word)] : [];
  const written = body.Timestamp ?? body.messageTimestamp;
  const at = typeof written === 'string' && written.includes('T') ? Date.parse(written) : reportedInstant(written);
  const ids: readonly unknown[] = Array.isArray(body.MessageIDs) ? body.MessageIDs : [body.messageid];
  const alias = aliasOf(body.Chat, body.chatlid, body.chatid);
  return statusUpdates(ids, reached, alias, at);
}

function connectionStatusUpdate({ status, state }: Json, now: number): ChannelUpdate[] {
  const connectionState = textIn(status) || textIn(state);
  if (connectionState === 'connected') return [{ kind: 'connection', open: true, at: now }];
  return connectionState === 'disconnected'
    ? [{ kind: 'connection', open: false, reason: 'DISCONNECTED', at: now }]
    : [];
}
