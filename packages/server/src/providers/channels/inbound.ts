import { textIn } from './json.ts';
import { observed } from './observation.ts';
import type { ChannelUpdate, ReportedContact } from './provider.ts';

/** The statuses that a provider reports of our message. */
export type Reached = Extract<ChannelUpdate, { kind: 'status' }>['status'];

/** The longest stored reply, in UTF-16 units. */
const longest = 4096;

/** A received message before it is validated as a reply. `alias`: see `aliasOf`. */
type InboundReply = {
  readonly id: string;
  readonly from: string;
  readonly alias?: string;
  readonly text: string;
  readonly answers: string;
  readonly at: number;
};

/**
 * The reply in a list; empty if its id is invalid. An `answers` that is too long to store is dropped. A message of which neither the sender
 * nor the answered message is named is not a reply; on a channel with aliases it is observed.
 */
export function replyOf({ id, from, alias, text, answers, at }: InboundReply): ChannelUpdate[] {
  if (id === '' || id.length > 300) return [];
  const sender = contactOf(from, alias ?? '');
  const named = answers !== '' && answers.length <= 300 ? { answers } : {};
  if (Object.keys({ ...sender, ...named }).length === 0)
    return alias === undefined ? [] : [observed('unmatched_reply')];
  return [{ kind: 'reply', id, ...sender, text: text.slice(0, longest), ...named, at }];
}

/** The contact in a provider's address and own id of a person; without members if neither names one. */
export const contactOf = (address: string, alias: string): ReportedContact => {
  const from = phoneOf(address);
  return { ...(from !== '' && { from }), ...(alias !== '' && { alias }) };
};

/** The same status of several messages, by the provider's ids of them. `alias`: of their recipient, or ''. `at`: milliseconds. */
export const statusUpdates = (ids: readonly unknown[], status: Reached, alias: string, at: number): ChannelUpdate[] =>
  ids
    .map(textIn)
    .filter((id) => id !== '')
    .map((providerId) => ({
      kind: 'status',
      message: { providerId },
      status,
      ...(alias !== '' && { to: { alias } }),
      at,
    }));

/** The digits of `5511…@s.whatsapp.net` or `5511…`; '' for a group, a status, a channel, or an opaque `…@lid`. */
export function phoneOf(address: string): string {
  const [, digits = ''] = /^\+?(\d{8,15})(?::\d+)?(?:@(?:s\.whatsapp\.net|c\.us))?$/.exec(address) ?? [];
  return digits;
}

/** WhatsApp's ids of a person that contain no phone: a LID (`…@lid`), and the business-scoped user id of Meta (`BR.1349…`). */
const lid = /^(\d{5,20})(?::\d+)?@(?:hosted\.)?lid$/;
const businessScopedUserId = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/;

/** The first of these values that is WhatsApp's own id of a person; '' if none is. */
export function aliasOf(...values: readonly unknown[]): string {
  for (const value of values.map(textIn)) {
    const [, digits] = lid.exec(value) ?? [];
    if (digits !== undefined) return `${digits}@lid`;
    if (businessScopedUserId.test(value)) return value;
  }
  return '';
}
