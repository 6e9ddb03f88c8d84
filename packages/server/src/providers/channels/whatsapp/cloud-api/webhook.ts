import { fresh, reportedInstant } from '../../replay-window.ts';
import { firstText, objectIn, objectsIn, textIn, type Json } from '../../json.ts';
import type { ChannelUpdate, ReportedContact } from '../../provider.ts';
import { observed } from '../../observation.ts';
import { aliasOf, contactOf, phoneOf, replyOf, type Reached } from '../../inbound.ts';
import { deliveredByCode } from './errors.ts';

/** Null: not a status of the delivery. */
const statuses: ReadonlyMap<string, Reached | null> = new Map([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['played', 'read'],
  ['failed', 'failed'],
  ['accepted', null],
  ['held_for_quality_assessment', null],
  ['paused', null],
  ['deleted', null],
  ['warning', null],
]);

/**
 * The updates in a webhook of the Cloud API about one phone number; an account's other numbers have their own connections. `wabaId`: the
 * account, whose own state and templates count; undefined: those of any account of the app.
 */
export function parseWebhook(
  webhook: unknown,
  phoneNumberId: string,
  now: number,
  wabaId?: string,
): readonly ChannelUpdate[] {
  const { object, entry } = objectIn(webhook);
  if (object !== 'whatsapp_business_account') return [];
  const updates = objectsIn(entry).flatMap(({ id, changes, time }) => {
    const isOfAccount = wabaId === undefined || id === wabaId;
    return objectsIn(changes).flatMap(({ field, value }) => {
      if (field !== 'account_update' && field !== 'message_template_status_update')
        return parseUpdates(textIn(field), objectIn(value), phoneNumberId);
      if (!isOfAccount) return [];
      return field === 'account_update'
        ? accountOf(objectIn(value), now)
        : templateOf(objectIn(value), reportedInstant(time) || now);
    });
  });
  return fresh(updates, now);
}

function parseUpdates(field: string, value: Json, phoneNumberId: string): ChannelUpdate[] {
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

/**
 * Identifies the message by our key if the status contains it: a status may arrive before the API's message id is stored. A person with a
 * username may have no phone here, and a failed status names no user id.
 */
function parseStatus(reported: Json): ChannelUpdate[] {
  const { id, status, timestamp, errors, biz_opaque_callback_data: key } = reported;
  const reached = statuses.get(textIn(status));
  const message = textIn(key) === '' ? { providerId: textIn(id) } : { key: textIn(key) };
  if (Object.values(message)[0] === '') return [];
  if (!reached) return reached === undefined ? [observed('unknown_status', textIn(status))] : [];
  const at = reportedInstant(timestamp);
  const contact = contactOf(textIn(reported.recipient_id), aliasOf(reported.recipient_user_id, reported.recipient_id));
  const to = 'alias' in contact ? { to: contact } : {};
  const { code } = objectsIn(errors)[0] ?? {};
  if (reached !== 'failed' || typeof code !== 'number')
    return [{ kind: 'status', message, status: reached, ...to, at }];
  const failed = (reason: string): ChannelUpdate => ({ kind: 'status', message, status: 'failed', reason, ...to, at });
  const delivered = deliveredByCode(code);
  if (delivered.outcome === 'opted_out') {
    return [failed('OPTED_OUT'), { kind: 'preference', ...contact, message, wants: false, at }];
  }
  const reason = 'reason' in delivered ? delivered.reason : 'PROVIDER_REFUSED';
  return delivered.outcome === 'broken'
    ? [failed(reason), { kind: 'connection', open: false, reason, at }]
    : [failed(reason)];
}

/** The types that are a person's reply, each with the members that hold its text: the person's words, else the label or id that they chose. */
const replies: Readonly<Record<string, readonly string[]>> = {
  text: ['body'],
  button: ['text', 'payload'],
  button_reply: ['title', 'id'],
  list_reply: ['title', 'id'],
  nfm_reply: [],
  image: ['caption'],
  video: ['caption'],
  document: ['caption'],
  audio: [],
  voice: [],
  sticker: [],
  location: [],
  contacts: [],
  order: ['text'],
};

/** Types that are no reply: they change or react to a message, or are about the person's account. */
const asides: ReadonlySet<string> = new Set([
  'call_permission_reply',
  'edit',
  'errors',
  'reaction',
  'request_welcome',
  'revoke',
  'system',
]);

/** Types of a message whose content the API does not forward. */
const withoutContent: ReadonlySet<string> = new Set(['unsupported', 'unknown', 'media_placeholder']);

function parseReceived(message: Json, contacts: readonly Json[]): ChannelUpdate[] {
  const outer = textIn(message.type);
  // An interactive message has a type of its own.
  const kind = outer === 'interactive' ? textIn(objectIn(message.interactive).type) : outer;
  if (asides.has(kind) || textIn(message.group_id) !== '') return [];
  if (withoutContent.has(kind) || kind === '') return [observed('empty_message')];
  if (!Object.hasOwn(replies, kind)) return [observed('unknown_kind', kind)];
  const content = objectIn((outer === 'interactive' ? objectIn(message.interactive) : message)[kind]);
  const text = firstText(...replies[kind]!.map((member) => content[member]));
  if (text === '' && kind === 'text') return [observed('empty_message')];
  const { from: phone = '', alias = '' } = senderOf(message, contacts);
  return replyOf({
    id: textIn(message.id),
    from: phone,
    alias,
    text,
    answers: textIn(objectIn(message.context).id),
    at: reportedInstant(message.timestamp),
  });
}

/** The sender: `from` and `wa_id` hold no phone of a person with a username, so their business-scoped user id stands beside them. */
function senderOf({ from, from_user_id: userId }: Json, contacts: readonly Json[]): ReportedContact {
  const contact =
    contacts.length === 1
      ? contacts[0]
      : contacts.find(({ wa_id, user_id }) =>
          [wa_id, user_id].some((id) => textIn(id) !== '' && (id === from || id === userId)),
        );
  const phone = [from, contact?.wa_id].map(textIn).find((address) => phoneOf(address) !== '') ?? '';
  return contactOf(phone, aliasOf(userId, contact?.user_id, from));
}

function preferenceOf({ wa_id: from, user_id: userId, category, value, timestamp }: Json): ChannelUpdate[] {
  const wants = value === 'resume' ? true : value === 'stop' ? false : undefined;
  if (category !== 'marketing_messages' || wants === undefined) return [];
  const contact = contactOf(textIn(from), aliasOf(userId, from));
  if (Object.keys(contact).length === 0) return [observed('unmatched_reply', 'user_preferences')];
  return [{ kind: 'preference', ...contact, wants, at: reportedInstant(timestamp) }];
}

function accountOf(value: Json, now: number): ChannelUpdate[] {
  if (value.event !== 'DISABLED_UPDATE') return [];
  const state = textIn(objectIn(value.ban_info).waba_ban_state);
  if (state === 'DISABLE') return [{ kind: 'connection', open: false, reason: 'ACCOUNT_RESTRICTED', at: now }];
  return state === 'REINSTATE' ? [{ kind: 'connection', open: true, at: now }] : [];
}

/** Whether nothing can be sent with a template after an event of it. Other events, such as a lower quality, change nothing. */
const templateEvents: ReadonlyMap<unknown, boolean> = new Map([
  ['PAUSED', true],
  ['DISABLED', true],
  ['REJECTED', true],
  ['DELETED', true],
  ['PENDING_DELETION', true],
  ['ARCHIVED', true],
  ['APPROVED', false],
  ['REINSTATED', false],
  ['UNPAUSED', false],
  ['UNARCHIVED', false],
]);

/** COM44: a template belongs to the account, and so to the connections of all its numbers. */
function templateOf(value: Json, at: number): ChannelUpdate[] {
  const stopped = templateEvents.get(value.event);
  const name = textIn(value.message_template_name);
  const language = textIn(value.message_template_language);
  if (stopped === undefined || !/^[a-z0-9_]{1,512}$/i.test(name) || !/^\w{0,20}$/.test(language)) return [];
  return [{ kind: 'template', name, language, stopped, at }];
}
