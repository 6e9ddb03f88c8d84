import type { ChannelUpdate } from './provider.ts';

/** The statuses that a provider reports of our message. */
export type Reached = Extract<ChannelUpdate, { kind: 'status' }>['status'];

/** The longest stored reply, in UTF-16 units. */
const longest = 4096;

/** A received message before it is validated as a reply. */
type InboundReply = {
  readonly id: string;
  readonly from: string;
  readonly text: string;
  readonly answers: string;
  readonly at: number;
};

/** The reply in a list; empty if id or sender is invalid. An `answers` that is too long to store is dropped. */
export function replyOf({ id, from, text, answers, at }: InboundReply): ChannelUpdate[] {
  const sender = phoneOf(from);
  if (id === '' || id.length > 300 || sender === '') return [];
  const named = answers !== '' && answers.length <= 300 ? { answers } : {};
  return [{ kind: 'reply', id, from: sender, text: text.slice(0, longest), ...named, at }];
}

/** The digits of `5511…@s.whatsapp.net` or `5511…`; '' for a group, a status, a channel, or an opaque `…@lid`. */
export function phoneOf(address: string): string {
  const [, digits = ''] = /^\+?(\d{8,15})(?::\d+)?(?:@(?:s\.whatsapp\.net|c\.us))?$/.exec(address) ?? [];
  return digits;
}
