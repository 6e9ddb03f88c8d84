import { fresh, instantOf } from '../../replay-window.ts';
import { objectIn, textIn, type Json } from '../../json.ts';
import type { ChannelUpdate } from '../../provider.ts';
import { replyOf, type Reached } from '../../inbound.ts';

const statuses: ReadonlyMap<string, Reached> = new Map([
  ['SENT', 'sent'],
  ['RECEIVED', 'delivered'],
  ['READ', 'read'],
  ['PLAYED', 'read'],
]);

/** What a webhook of Z-API tells. Its own messages and those in groups are nothing to us. */
export function parseWebhook(notice: unknown, now: number): readonly ChannelUpdate[] {
  const told = objectIn(notice);
  return fresh(parseUpdates(told, now), now);
}

function parseUpdates(told: Json, now: number): ChannelUpdate[] {
  const at = instantOf(told.momment ?? told.moment);
  switch (told.type) {
    case 'ReceivedCallback':
      return told.fromMe === true || told.isGroup === true ? [] : received(told, at);
    case 'MessageStatusCallback':
      return statusesOf(told, at);
    case 'DisconnectedCallback':
      return [{ kind: 'standing', open: false, reason: 'DISCONNECTED', at: at || now }];
    case 'ConnectedCallback':
      return [{ kind: 'standing', open: true, at: at || now }];
    default:
      return [];
  }
}

function received(told: Json, at: number): ChannelUpdate[] {
  const isAside = told.isNewsletter === true || told.broadcast === true || told.isStatusReply === true;
  if (isAside || told.isEdit === true || told.waitingMessage === true || told.reaction !== undefined) return [];
  return replyOf({
    id: textIn(told.messageId),
    from: textIn(told.phone),
    text: textOf(told),
    answers: textIn(told.referenceMessageId),
    at,
  });
}

/** What was written or pressed; '' for a picture without words. */
function textOf(told: Json): string {
  const said = [
    objectIn(told.text).message,
    objectIn(told.buttonsResponseMessage).message,
    objectIn(told.listResponseMessage).title,
    objectIn(told.listResponseMessage).message,
    objectIn(told.hydratedTemplate).message,
    objectIn(told.image).caption,
    objectIn(told.video).caption,
    objectIn(told.document).caption,
  ];
  return said.map(textIn).find((text) => text !== '') ?? '';
}

function statusesOf({ status, ids, isGroup }: Json, at: number): ChannelUpdate[] {
  const reached = statuses.get(textIn(status));
  if (!reached || isGroup === true || !Array.isArray(ids)) return [];
  return ids
    .map(textIn)
    .filter((id) => id !== '')
    .map((providerId) => ({ kind: 'status', message: { providerId }, status: reached, at }));
}
