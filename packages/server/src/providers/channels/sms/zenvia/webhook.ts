import { fresh } from '../../replay-window.ts';
import { replyOf, type Reached } from '../../inbound.ts';
import { firstText, objectIn, objectsIn, textIn, type Json } from '../../json.ts';
import type { ChannelUpdate } from '../../provider.ts';

const statuses: ReadonlyMap<string, Reached> = new Map([
  ['SENT', 'sent'],
  ['DELIVERED', 'delivered'],
  ['READ', 'read'],
  ['REJECTED', 'failed'],
  ['NOT_DELIVERED', 'failed'],
]);

/** The updates in a webhook of Zenvia about SMS. */
export function parseWebhook(webhook: unknown, now: number): readonly ChannelUpdate[] {
  const payload = objectIn(webhook);
  if (payload.channel !== undefined && payload.channel !== 'sms') return [];
  if (payload.type === 'MESSAGE_STATUS') return fresh(parseStatus(payload), now);
  return payload.type === 'MESSAGE' ? fresh(parseReceived(payload), now) : [];
}

/** `messageId` is the earlier name of `message.id`. */
function parseStatus({ message, messageId, messageStatus, timestamp }: Json): ChannelUpdate[] {
  const { code, timestamp: changedAt } = objectIn(messageStatus);
  const status = statuses.get(textIn(code));
  const providerId = firstText(objectIn(message).id, messageId);
  if (!status || providerId === '') return [];
  const at = Date.parse(textIn(changedAt) || textIn(timestamp));
  return [
    {
      kind: 'status',
      message: { providerId },
      status,
      ...(status === 'failed' && { reason: code === 'REJECTED' ? 'PROVIDER_REFUSED' : 'NOT_DELIVERED' }),
      at,
    },
  ];
}

/** Zenvia also reports our own messages, with the direction OUT; they are ignored. */
function parseReceived({ direction, message: payload, timestamp }: Json): ChannelUpdate[] {
  const message = objectIn(payload);
  if (direction === 'OUT' || message.direction === 'OUT') return [];
  const text = objectsIn(message.contents)
    .map((content) => (content.type === 'text' ? textIn(content.text) : ''))
    .join('\n');
  const at = Date.parse(textIn(message.timestamp) || textIn(timestamp));
  return replyOf({ id: textIn(message.id), from: textIn(message.from), text, answers: '', at });
}
