import { replyOf, type Reached } from '../../inbound.ts';
import type { ChannelUpdate } from '../../provider.ts';

const statuses: ReadonlyMap<string, Reached> = new Map([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['undelivered', 'failed'],
  ['failed', 'failed'],
]);

/** Error codes which mean that no message can reach this number. */
const unreachable: ReadonlySet<string> = new Set(['30005', '30006', '21614', '21211']);

/**
 * The updates in a webhook form of Twilio. The form contains no time, so `now` is used: Twilio reports at once and retries for a few
 * hours at most.
 */
export function parseWebhook(
  form: Readonly<Record<string, string | undefined>>,
  accountSid: string,
  now: number,
): readonly ChannelUpdate[] {
  if (form.AccountSid !== accountSid) return [];
  const status = statuses.get(form.MessageStatus ?? '');
  if (status) return parseStatus(form, status, now);
  // An inbound message has a text and no message status.
  return form.MessageStatus === undefined && form.Body !== undefined ? parseReceived(form, now) : [];
}

function parseStatus(
  { MessageSid: providerId = '', ErrorCode: code = '' }: Readonly<Record<string, string | undefined>>,
  status: Reached,
  at: number,
): ChannelUpdate[] {
  if (providerId === '') return [];
  const why = unreachable.has(code) ? 'CANNOT_RECEIVE' : 'NOT_DELIVERED';
  const reason = /^\d{1,6}$/.test(code) ? `${why}:${code}` : why;
  return [{ kind: 'status', message: { providerId }, status, ...(status === 'failed' && { reason }), at }];
}

/**
 * `OptOutType`: the text is one of the opt-out words configured at Twilio. Retoma's own opt-out words are detected in the text of a
 * reply.
 */
function parseReceived(form: Readonly<Record<string, string | undefined>>, at: number): ChannelUpdate[] {
  const { MessageSid: id = '', From: from = '', Body: text = '', OptOutType: preference } = form;
  const reply = replyOf({ id, from, text, answers: '', at });
  const [first] = reply;
  if (first?.kind !== 'reply' || first.from === undefined || (preference !== 'STOP' && preference !== 'START'))
    return reply;
  return [{ kind: 'preference', from: first.from, wants: preference === 'START', at }];
}
