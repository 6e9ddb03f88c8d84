import { fresh, reportedInstant } from '../../replay-window.ts';
import { firstText, objectIn, textIn, type Json } from '../../json.ts';
import type { ChannelUpdate } from '../../provider.ts';
import { phoneOf, replyOf, type Reached } from '../../inbound.ts';

/** The statuses of WhatsApp Web, by the name that Evolution API reports. */
const statuses: ReadonlyMap<string, Reached> = new Map([
  ['SERVER_ACK', 'sent'],
  ['DELIVERY_ACK', 'delivered'],
  ['READ', 'read'],
  ['PLAYED', 'read'],
  ['ERROR', 'failed'],
]);

/** The updates in a webhook of Evolution API. Messages that we sent and group messages are ignored. */
export function parseWebhook(webhook: unknown, now: number): readonly ChannelUpdate[] {
  const { event, data, date_time: reportedAt } = objectIn(webhook);
  // A status contains no time; the time of the webhook is close to it.
  const written = Date.parse(textIn(reportedAt));
  const updates = (Array.isArray(data) ? data : [data]).flatMap((one) =>
    parseUpdates(
      textIn(event).toLowerCase().replaceAll('_', '.'),
      objectIn(one),
      Number.isNaN(written) ? now : written,
      now,
    ),
  );
  return fresh(updates, now);
}

function parseUpdates(event: string, data: Json, at: number, now: number): ChannelUpdate[] {
  switch (event) {
    case 'messages.upsert':
      return parseReceived(data);
    case 'messages.update':
      return parseStatus(data, at);
    case 'connection.update':
      if (data.state === 'open') return [{ kind: 'connection', open: true, at: now }];
      return data.state === 'close' ? [{ kind: 'connection', open: false, reason: 'DISCONNECTED', at: now }] : [];
    default:
      return [];
  }
}

function parseReceived(data: Json): ChannelUpdate[] {
  const key = objectIn(data.key);
  const message = objectIn(data.message);
  if (key.fromMe === true || message.reactionMessage !== undefined || message.protocolMessage !== undefined) return [];
  const chat = textIn(key.remoteJid);
  if (/@(?:g\.us|broadcast|newsletter)$/.test(chat)) return [];
  const from = [key.remoteJidAlt, key.senderPn, data.senderPn, chat]
    .map(textIn)
    .find((address) => phoneOf(address) !== '');
  return replyOf({
    id: textIn(key.id),
    from: from ?? '',
    text: messageText(message),
    answers: answeredBy(data, message),
    at: reportedInstant(data.messageTimestamp),
  });
}

function messageText(message: Json): string {
  return firstText(
    message.conversation,
    objectIn(message.extendedTextMessage).text,
    objectIn(message.buttonsResponseMessage).selectedDisplayText,
    objectIn(message.templateButtonReplyMessage).selectedDisplayText,
    objectIn(message.listResponseMessage).title,
    objectIn(objectIn(message.interactiveResponseMessage).body).text,
    objectIn(message.imageMessage).caption,
    objectIn(message.videoMessage).caption,
    objectIn(message.documentMessage).caption,
  );
}

/** The id of the quoted message. Each kind of message has its context in another member. */
function answeredBy(data: Json, message: Json): string {
  const contexts = [data.contextInfo, ...Object.values(message).map((part) => objectIn(part).contextInfo)];
  return firstText(...contexts.map((context) => objectIn(context).stanzaId));
}

/** Reads `{ keyId, status }` of version 2 and `{ key: { id }, status }` of version 1. Statuses of inbound messages are ignored. */
function parseStatus(data: Json, at: number): ChannelUpdate[] {
  const providerId = textIn(data.keyId) || textIn(objectIn(data.key).id);
  const status = statuses.get(textIn(data.status));
  const isInbound = data.fromMe === false || objectIn(data.key).fromMe === false;
  return !status || providerId === '' || isInbound ? [] : [{ kind: 'status', message: { providerId }, status, at }];
}
