// COM42: the only place that limits messages to one recipient. With the payment page anyone can name anyone as a shopper, from any number of
// networks, so what one person may receive is counted by that person. Counted are messages about our own checkouts, until their shopper has
// paid at the store. A recipient's row is locked before the rows of connections, in every batch.
import {
  recipientCountAdd,
  recipientCountSubtract,
  payingRecipients,
} from '../../../stores/limits/queries/recipient-counts.ts';
import type { Engine } from '../engine.ts';
import type { SendNow, SendWait } from './decide-run.ts';
import type { Batch } from './types.ts';

/** Reason of a message that waits because its recipient got as many as a recipient may get in a day. */
export const recipientLimit = 'RECIPIENT_LIMIT';

/** How long messages to a recipient are counted together, in milliseconds. */
const windowMs = 24 * 60 * 60_000;

/** The messages to one recipient. */
type Group = { readonly recipient: NonNullable<SendNow['counted']>; readonly sends: SendNow[] };

/** The messages by recipient, as they were counted. */
export type CountedSends = readonly Group[];

/** Counts the messages of a batch by recipient. Those above the limit are added to `waits`. */
export async function countRecipients(
  { recipientLimit: limit }: Pick<Engine, 'recipientLimit'>,
  { client, now }: Pick<Batch, 'client' | 'now'>,
  sends: readonly SendNow[],
  waits: Map<SendNow, SendWait>,
): Promise<CountedSends> {
  const groups = limit === 0 ? [] : groupsOf(sends);
  if (groups.length === 0) return [];
  const added = groups.map(({ recipient, sends: { length } }) => ({ ...recipient, messages: length }));
  const counts = new Map((await recipientCountAdd(client, added, { now, windowMs })).map((one) => [idOf(one), one]));
  const above = groups.filter(({ recipient }) => counts.get(idOf(recipient))!.sent > limit);
  if (above.length === 0) return groups;
  const recipients = above.map(({ recipient }) => recipient);
  const paid = new Set(await payingRecipients(client, recipients));
  for (const { recipient, sends: ofRecipient } of above.filter((_, at) => !paid.has(at))) {
    const { sent, since } = counts.get(idOf(recipient))!;
    const granted = Math.max(0, limit - (sent - ofRecipient.length));
    for (const send of ofRecipient.slice(granted))
      waits.set(send, { kind: 'wait', until: since + windowMs, reason: recipientLimit });
  }
  return groups;
}

/** Takes back the messages that wait after all, for any reason: a message that is tried many times counts once. */
export async function uncountWaiting(
  { client }: Pick<Batch, 'client'>,
  groups: CountedSends,
  waits: ReadonlyMap<SendNow, SendWait>,
): Promise<void> {
  for (const { recipient, sends } of groups) {
    const waiting = sends.filter((send) => waits.has(send)).length;
    if (waiting > 0) await recipientCountSubtract(client, recipient, waiting);
  }
}

function groupsOf(sends: readonly SendNow[]): Group[] {
  const groups = new Map<string, Group>();
  for (const send of sends) {
    if (!send.counted) continue;
    const group = groups.get(idOf(send.counted));
    if (group) group.sends.push(send);
    else groups.set(idOf(send.counted), { recipient: send.counted, sends: [send] });
  }
  return [...groups.values()];
}

const idOf = ({ storeId, contactHash }: { storeId: string; contactHash: Buffer }): string =>
  `${storeId} ${contactHash.toString('hex')}`;
