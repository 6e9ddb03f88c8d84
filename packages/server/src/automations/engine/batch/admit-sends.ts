// The only place that takes capacity: what recipients may get, permits of this process, the daily quota and the pace of each connection. It
// runs after the runs are written, because the update of a connection locks its row (INV2 of run-batch.ts), and before the messages are.
import {
  connectionAcquireDailyQuota,
  connectionAcquireSlots,
  type ConnectionRow,
} from '../../../providers/queries/connections.ts';
import { providerOf } from '../../../providers/channels/provider-of.ts';
import type { Engine } from '../engine.ts';
import type { SendNow, SendWait } from './decide-run.ts';
import type { Batch, RunWrite } from './types.ts';
import {
  payingRecipients,
  countedMs,
  recipientCountAdd,
  recipientCountSubtract,
} from '../../../stores/limits/queries/recipient-counts.ts';

/** The messages that must wait although they were decided to be sent. All others have a permit. */
export type Admission = ReadonlyMap<SendNow, SendWait>;

/** When a message that got no permit is decided again, in milliseconds. */
const busyRetryMs = 250;

/** Admits the messages of runs, connection by connection in the order of their locks. */
export async function admitSends(engine: Engine, batch: Batch, writes: readonly RunWrite[]): Promise<Admission> {
  const decisions = writes.flatMap(({ result: { decision, pendingDecisions } }) => [
    ...(decision?.sends.map((one) => one.decision) ?? []),
    ...pendingDecisions.map((one) => one.decision),
  ]);
  const sends = decisions.filter((decision): decision is SendNow => decision.kind === 'send');
  const waits = new Map<SendNow, SendWait>();
  const counted = await countRecipients(engine, batch, sends, waits);
  const byConnection = new Map<string, SendNow[]>();
  for (const send of sends) if (!waits.has(send)) addTo(byConnection, send);
  const inOrder = [...byConnection].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [, ofConnection] of inOrder) await admitOfConnection(engine, batch, ofConnection, waits);
  await uncountWaiting(batch, counted, waits);
  return waits;
}

function addTo(byConnection: Map<string, SendNow[]>, decision: SendNow): void {
  const { connectionId } = decision.connection;
  const sends = byConnection.get(connectionId);
  if (sends) sends.push(decision);
  else byConnection.set(connectionId, [decision]);
}

async function admitOfConnection(
  engine: Engine,
  { client, now, permits }: Batch,
  sends: readonly SendNow[],
  waits: Map<SendNow, SendWait>,
): Promise<void> {
  const { connection } = sends[0]!;
  const { connectionId, perMinute } = connection;
  let admitted = sends.length;
  const limitTo = (granted: number, reason: string, until: (index: number) => number): void => {
    for (let at = granted; at < admitted; at++)
      waits.set(sends[at]!, { kind: 'wait', until: until(at - granted), reason });
    admitted = granted;
  };
  const acquired = permits.acquire(connectionId, admitted, providerOf(engine, connection)!.concurrency);
  limitTo(acquired, 'BUSY', () => now + busyRetryMs);
  if (admitted > 0 && hasDailyQuota(connection)) {
    const { granted, nextAt, isWarmUp } = await connectionAcquireDailyQuota(client, connectionId, admitted, now);
    limitTo(granted, isWarmUp ? 'WARMING_UP' : 'DAILY_LIMIT', () => nextAt);
  }
  if (admitted > 0 && perMinute !== null) {
    const { granted, nextAt } = await connectionAcquireSlots(client, connectionId, admitted, now);
    limitTo(granted, 'PACED', (index) => Math.ceil(nextAt + (index * 60_000) / perMinute));
  }
  permits.giveBack(connectionId, acquired - admitted);
}

/** Whether a connection has a daily quota: its number is new, or its owner set a limit (COM22). */
const hasDailyQuota = ({ warmUpFirst, dailyLimit }: ConnectionRow): boolean =>
  warmUpFirst !== null || dailyLimit !== null;

// COM42: the only place that limits messages to one recipient. With the payment page anyone can name anyone as a shopper, from any number of
// networks, so what one person may receive is counted by that person. Counted are messages about our own checkouts, until their shopper has
// paid at the store. A recipient's row is locked before the rows of connections, in every batch.

/** Reason of a message that waits because its recipient got as many as a recipient may get in a day. */
export const recipientLimit = 'RECIPIENT_LIMIT';

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
  const counts = new Map((await recipientCountAdd(client, added, now)).map((one) => [idOf(one), one]));
  const above = groups.filter(({ recipient }) => counts.get(idOf(recipient))!.sent > limit);
  if (above.length === 0) return groups;
  const recipients = above.map(({ recipient }) => recipient);
  const paid = new Set(await payingRecipients(client, recipients));
  for (const { recipient, sends: ofRecipient } of above.filter((_, at) => !paid.has(at))) {
    const { sent, since } = counts.get(idOf(recipient))!;
    const granted = Math.max(0, limit - (sent - ofRecipient.length));
    for (const send of ofRecipient.slice(granted))
      waits.set(send, { kind: 'wait', until: since + countedMs, reason: recipientLimit });
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
