import { fresh, reportedInstant } from '../../replay-window.ts';
import { firstText, objectIn, textIn, type Json } from '../../json.ts';
import type { ChannelUpdate } from '../../provider.ts';
import { observed } from '../../observation.ts';
import { aliasOf, replyOf, statusUpdates, type Reached } from '../../inbound.ts';
import { isShared } from '../message-kinds.ts';

/** Null: not a status of the delivery. */
const statuses: ReadonlyMap<string, Reached | null> = new Map([
  ['SENT', 'sent'],
  ['RECEIVED', 'delivered'],
  ['READ', 'read'],
  ['PLAYED', 'read'],
  ['PENDING', null],
  ['READ_BY_ME', null],
  ['READ-SELF', null],
]);

/** The members with content that are replies, each with the members that hold its text; the person's own words come first. */
const replies: Readonly<Record<string, readonly string[]>> = {
  text: ['message'],
  buttonsResponseMessage: ['message', 'buttonId'],
  listResponseMessage: ['title', 'message', 'selectedRowId'],
  image: ['caption'],
  video: ['caption'],
  audio: [],
  document: ['caption'],
  sticker: [],
  location: [],
  contact: [],
  contacts: [],
  poll: [],
  event: [],
  product: [],
  order: [],
  sendPayment: [],
  requestPayment: [],
  newsletterAdminInvite: ['text'],
  hydratedTemplate: ['message'],
  buttonsMessage: ['message'],
  carouselMessage: ['text'],
  listMessage: ['description'],
  pixKeyMessage: [],
  reviewAndPay: [],
};

/** The members with content that are no replies: they change or react to a message. */
const asides: ReadonlySet<string> = new Set(['reaction', 'pollVote', 'eventResponse', 'pinMessage', 'reviewOrder']);

/** Members that stand beside the content. */
const companions: ReadonlySet<string> = new Set([
  'broadcastRecipients',
  'externalAdReply',
  'notificationParameters',
  'statusImage',
]);

/** The webhooks of Z-API that report nothing about messages or the connection. */
const otherTypes: ReadonlySet<string> = new Set(['', 'DeliveryCallback', 'PresenceChatCallback']);

/** The updates in a webhook of Z-API. Messages that we sent and group messages are ignored. */
export function parseWebhook(webhook: unknown, now: number): readonly ChannelUpdate[] {
  const payload = objectIn(webhook);
  return fresh(parseUpdates(payload, now), now);
}

function parseUpdates(payload: Json, now: number): ChannelUpdate[] {
  const at = reportedInstant(payload.momment ?? payload.moment);
  switch (payload.type) {
    case 'ReceivedCallback':
      return payload.fromMe === true || payload.isGroup === true ? [] : parseReceived(payload, at);
    case 'MessageStatusCallback':
      return statusesOf(payload, at);
    case 'DisconnectedCallback':
      return [{ kind: 'connection', open: false, reason: 'DISCONNECTED', at: at || now }];
    case 'ConnectedCallback':
      return [{ kind: 'connection', open: true, at: at || now }];
    default:
      return otherTypes.has(textIn(payload.type)) ? [] : [observed('unknown_kind', textIn(payload.type))];
  }
}

/** Every member with an object is content. `notification`: a call, a change of a group or profile, a revoked message. */
function parseReceived(payload: Json, at: number): ChannelUpdate[] {
  const phone = textIn(payload.phone);
  const isAside = payload.isNewsletter === true || payload.broadcast === true || payload.isStatusReply === true;
  if (isAside || payload.isEdit === true || isShared(phone) || isPresent(payload.notification)) return [];
  const contents = Object.entries(payload)
    .filter(([name, value]) => typeof value === 'object' && value !== null && !companions.has(name))
    .map(([name]) => name);
  const written = contents.filter((name) => Object.hasOwn(replies, name));
  if (payload.waitingMessage === true || contents.length === 0) return [observed('empty_message')];
  if (written.length === 0)
    return contents.some((name) => asides.has(name)) ? [] : [observed('unknown_kind', contents[0])];
  const text = firstText(...written.flatMap((name) => replies[name]!.map((member) => objectIn(payload[name])[member])));
  if (text === '' && written.every((name) => name === 'text')) return [observed('empty_message')];
  return replyOf({
    id: textIn(payload.messageId),
    from: phone,
    alias: aliasOf(phone, payload.senderLid, payload.chatLid),
    text,
    answers: textIn(payload.referenceMessageId),
    at,
  });
}

/** Whether a member is set, with whatever value. */
const isPresent = (value: unknown): boolean => value !== undefined && value !== null && value !== false && value !== '';

function statusesOf({ status, ids, isGroup, phone }: Json, at: number): ChannelUpdate[] {
  const reached = statuses.get(textIn(status));
  if (isGroup === true || !Array.isArray(ids)) return [];
  if (!reached) return reached === undefined ? [observed('unknown_status', textIn(status))] : [];
  const alias = aliasOf(phone);
  return statusUpdates(ids, reached, alias, at);
}
