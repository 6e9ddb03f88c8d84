// The only place that takes capacity: permits of this process, the daily quota and the pace of each connection. It runs after the runs are
// written, because the update of a connection locks its row (INV2 of run-batch.ts), and before the messages are.
import {
  connectionAcquireDailyQuota,
  connectionAcquireSlots,
  type ConnectionRow,
} from '../../db/queries/contacts/connections.ts';
import { providerOf } from '../../channels/provider-of.ts';
import type { Engine } from '../engine.ts';
import type { SendDecision, SendNow, SendWait } from './decide-run.ts';
import type { Batch, RunWrite } from './types.ts';

/** The messages that must wait although they were decided to be sent. All others have a permit. */
export type Admission = ReadonlyMap<SendNow, SendWait>;

/** When a message that got no permit is decided again, in milliseconds. */
const busyRetryMs = 250;

/** Admits the messages of runs, connection by connection in the order of their locks. */
export async function admitSends(engine: Engine, batch: Batch, writes: readonly RunWrite[]): Promise<Admission> {
  const byConnection = new Map<string, SendNow[]>();
  for (const { result } of writes) {
    const { decision, pendingDecisions } = result;
    if (decision) for (const one of decision.sends) addTo(byConnection, one.decision);
    for (const one of pendingDecisions) addTo(byConnection, one.decision);
  }
  const waits = new Map<SendNow, SendWait>();
  const inOrder = [...byConnection].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [, sends] of inOrder) await admitOfConnection(engine, batch, sends, waits);
  return waits;
}

function addTo(byConnection: Map<string, SendNow[]>, decision: SendDecision): void {
  if (decision.kind !== 'send') return;
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
