import { fresh, reportedInstant } from '../../replay-window.ts';
import { firstText, objectIn, objectsIn, textIn, type Json } from '../../json.ts';
import type { ChannelUpdate } from '../../provider.ts';
import { replyOf, type Reached } from '../../inbound.ts';
import { deliveredByCode } from './errors.ts';

const statuses: ReadonlyMap<string, Reached> = new Map([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['played', 'read'],
  ['failed', 'failed'],
]);

/** The updates in a webhook of the Cloud API about one phone number; an account's other numbers have their own connections. */
export function parseWebhook(webhook: unknown, phoneNumberId: string, now: number): readonly ChannelUpdate[] {
  const { object, entry } = objectIn(webhook);
  if (object !== 'whatsapp_business_account') return [];
  const changes = objectsIn(entry).flatMap(({ changes }) => objectsIn(changes));
  const updates = changes.flatMap(({ field, value }) =>
    parseUpdates(textIn(field), objectIn(value), phoneNumberId, now),
  );
  return fresh(updates, now);
}

function parseUpdates(field: string, value: Json, phoneNumberId: string, now: number): ChannelUpdate[] {
  if (field === 'account_update') return accountOf(value, now);
  if (objectIn(value.metadata).phone_number_id !== phoneNumberId) return [];
  switch (field) {
    case 'messages':
      return [
        ...objectsIn(value.statuses).flatMap(parseStatus),
        ...objectsIn(value.messages).flatMap((message) => parseReceived(message, objectsIn(value.contacts))),
      ];
    case 'user_preferences':
      return objectsIn(value.user_preferences).flatMap(preferenceOf);
    default:
      return [];
  }
}

/** Identifies the message by our key if the status contains it: a status may arrive before the API's message id is stored. */
function parseStatus({
  id,
  status,
  timestamp,
  errors,
  recipient_id: to,
  biz_opaque_callback_data: key,
}: Json): ChannelUpdate[] {
  const reached = statuses.get(textIn(status));
  const message = textIn(key) === '' ? { providerId: textIn(id) } : { key: textIn(key) };
  if (!reached || Object.values(message)[0] === '') return [];
  const at = reportedInstant(timestamp);
  const { code } = objectsIn(errors)[0] ?? {};
  if (reached !== 'failed' || typeof code !== 'number') return [{ kind: 'status', message, status: reached, at }];
  const failed = (reason: string): ChannelUpdate => ({ kind: 'status', message, status: 'failed', reason, at });
  const delivered = deliveredByCode(code);
  if (delivered.outcome === 'opted_out') {
    return [failed('OPTED_OUT'), { kind: 'preference', from: textIn(to), wants: false, at }];
  }
  const reason = 'reason' in delivered ? delivered.reason : 'PROVIDER_REFUSED';
  return delivered.outcome === 'broken'
    ? [failed(reason), { kind: 'connection', open: false, reason, at }]
    : [failed(reason)];
}

/** Types that are not a person's reply: a change of number, a reaction, content that the API does not forward. */
const asides: ReadonlySet<unknown> = new Set(['system', 'reaction', 'unsupported', 'request_welcome', 'errors']);

function parseReceived(message: Json, contacts: readonly Json[]): ChannelUpdate[] {
  if (asides.has(message.type) || textIn(message.group_id) !== '') return [];
  return replyOf({
    id: textIn(message.id),
    from: textIn(message.from) || textIn(contacts[0]?.wa_id),
    text: messageText(message),
    answers: textIn(objectIn(message.context).id),
    at: reportedInstant(message.timestamp),
  });
}

function messageText(message: Json): string {
  const interactive = objectIn(message.interactive);
  return firstText(
    objectIn(message.text).body,
    objectIn(message.button).text,
    objectIn(interactive.button_reply).title,
    objectIn(interactive.list_reply).title,
    objectIn(message.image).caption,
    objectIn(message.video).caption,
    objectIn(message.document).caption,
  );
}

function preferenceOf({ wa_id: from, category, value, timestamp }: Json): ChannelUpdate[] {
  const wants = value === 'resume' ? true : value === 'stop' ? false : undefined;
  if (category !== 'marketing_messages' || wants === undefined || textIn(from) === '') return [];
  return [{ kind: 'preference', from: textIn(from), wants, at: reportedInstant(timestamp) }];
}

function accountOf(value: Json, now: number): ChannelUpdate[] {
  if (value.event !== 'DISABLED_UPDATE') return [];
  const state = textIn(objectIn(value.ban_info).waba_ban_state);
  if (state === 'DISABLE') return [{ kind: 'connection', open: false, reason: 'ACCOUNT_RESTRICTED', at: now }];
  return state === 'REINSTATE' ? [{ kind: 'connection', open: true, at: now }] : [];
}
