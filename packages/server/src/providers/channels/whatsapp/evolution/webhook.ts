import { fresh, reportedInstant } from '../../replay-window.ts';
import { firstText, objectIn, textIn, type Json } from '../../json.ts';
import { observed } from '../../observation.ts';
import type { ChannelUpdate } from '../../provider.ts';
import { aliasOf, contactOf, phoneOf, replyOf, type Reached } from '../../inbound.ts';
import { isShared, readMessage } from '../message-kinds.ts';

/**
 * The statuses of WhatsApp Web by the name that Evolution API reports, and those of Meta's own interface, which it can use too. Null: not a status
 * of the delivery.
 */
const statuses: ReadonlyMap<string, Reached | null> = new Map([
  ['SERVER_ACK', 'sent'],
  ['DELIVERY_ACK', 'delivered'],
  ['READ', 'read'],
  ['PLAYED', 'read'],
  ['ERROR', 'failed'],
  ['SENT', 'sent'],
  ['DELIVERED', 'delivered'],
  ['FAILED', 'failed'],
  ['PENDING', null],
  ['DELETED', null],
  ['EDITED', null],
]);

/** The events of Evolution API that report nothing about messages or the connection, as `event` is read here. */
const otherEvents: ReadonlySet<string> = new Set(
  `application.startup instance.create instance.delete qrcode.updated status.instance messages.set messages.edited messages.delete
  send.message send.message.update contacts.set contacts.upsert contacts.update presence.update chats.set chats.update chats.upsert
  chats.delete groups.upsert groups.update group.participants.update call typebot.start typebot.change.status labels.edit
  labels.association creds.update messaging.history.set remove.instance logout.instance`.split(/\s+/),
);

/** The updates in a webhook of Evolution API. Messages that we sent and group messages are ignored. */
export function parseWebhook(webhook: unknown, now: number): readonly ChannelUpdate[] {
  const { event, data, date_time: reportedAt } = objectIn(webhook);
  // A status contains no time; the time of the webhook is close to it. It is the local time of the server, marked as UTC.
  const written = Date.parse(textIn(reportedAt));
  const at = Number.isNaN(written) ? now : written;
  const name = textIn(event).toLowerCase().replace(/[_-]/g, '.');
  const updates = (Array.isArray(data) ? data : [data]).flatMap((one) => parseUpdates(name, objectIn(one), at, now));
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
      return event === '' || otherEvents.has(event) ? [] : [observed('unknown_kind', event)];
  }
}

function parseReceived(data: Json): ChannelUpdate[] {
  const key = objectIn(data.key);
  const chat = textIn(key.remoteJid);
  if (key.fromMe === true || isShared(chat)) return [];
  const read = readMessage(data.message);
  if (!read || 'kind' in read) return read ? [read] : [];
  const addresses = [key.remoteJidAlt, key.senderPn, data.senderPn, chat, key.senderLid, data.senderLid];
  return replyOf({
    id: textIn(key.id),
    from: addresses.map(textIn).find((address) => phoneOf(address) !== '') ?? '',
    alias: aliasOf(...addresses),
    text: read.text,
    answers: firstText(objectIn(data.contextInfo).stanzaId, read.answers),
    at: reportedInstant(data.messageTimestamp),
  });
}

/** Reads `{ keyId, status }` of version 2 and `{ key: { id }, status }` of version 1. Statuses of inbound messages are ignored. */
function parseStatus(data: Json, at: number): ChannelUpdate[] {
  const key = objectIn(data.key);
  const providerId = textIn(data.keyId) || textIn(key.id);
  const isInbound = data.fromMe === false || key.fromMe === false;
  if (providerId === '' || isInbound) return [];
  const word = textIn(data.status);
  const status = statuses.get(word);
  if (!status) return status === undefined ? [observed('unknown_status', word)] : [];
  const chat = textIn(data.remoteJid) || textIn(key.remoteJid);
  const to = contactOf(chat, aliasOf(chat));
  return [{ kind: 'status', message: { providerId }, status, ...('alias' in to && { to }), at }];
}
