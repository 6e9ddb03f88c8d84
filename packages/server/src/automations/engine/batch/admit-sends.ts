// The only place that takes capacity: what recipients may get (admit-recipients.ts), permits of this process, the daily quota and the pace of each connection. It runs after the runs are
// written, because the update of a connection locks its row (INV2 of run-batch.ts), and before the messages are.
import {
  connectionAcquireDailyQuota,
  connectionAcquireSlots,
  type ConnectionRow,
} from '../../../providers/queries/connections.ts';
import { providerOf } from '../../../providers/channels/provider-of.ts';
import type { Engine } from '../engine.ts';
import { countRecipients, uncountWaiting } from './admit-recipients.ts';
import type { SendNow, SendWait } from './decide-run.ts';
import type { Batch, RunWrite } from './types.ts';

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
