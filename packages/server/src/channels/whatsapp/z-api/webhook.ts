import { fresh, reportedInstant } from '../../replay-window.ts';
import { firstText, objectIn, textIn, type Json } from '../../json.ts';
import type { ChannelUpdate } from '../../provider.ts';
import { replyOf, type Reached } from '../../inbound.ts';

const statuses: ReadonlyMap<string, Reached> = new Map([
  ['SENT', 'sent'],
  ['RECEIVED', 'delivered'],
  ['READ', 'read'],
  ['PLAYED', 'read'],
]);

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
      return [];
  }
}

function parseReceived(payload: Json, at: number): ChannelUpdate[] {
  const isAside = payload.isNewsletter === true || payload.broadcast === true || payload.isStatusReply === true;
  if (isAside || payload.isEdit === true || payload.waitingMessage === true || payload.reaction !== undefined)
    return [];
  return replyOf({
    id: textIn(payload.messageId),
    from: textIn(payload.phone),
    text: messageText(payload),
    answers: textIn(payload.referenceMessageId),
    at,
  });
}

/** The text that the person wrote, or the label of the pressed button; '' for a picture without a caption. */
function messageText(payload: Json): string {
  return firstText(
    objectIn(payload.text).message,
    objectIn(payload.buttonsResponseMessage).message,
    objectIn(payload.listResponseMessage).title,
    objectIn(payload.listResponseMessage).message,
    objectIn(payload.hydratedTemplate).message,
    objectIn(payload.image).caption,
    objectIn(payload.video).caption,
    objectIn(payload.document).caption,
  );
}

function statusesOf({ status, ids, isGroup }: Json, at: number): ChannelUpdate[] {
  const reached = statuses.get(textIn(status));
  if (!reached || isGroup === true || !Array.isArray(ids)) return [];
  return ids
    .map(textIn)
    .filter((id) => id !== '')
    .map((providerId) => ({ kind: 'status', message: { providerId }, status: reached, at }));
}
