import {
  connectionCloseCircuit,
  connectionOpenCircuit,
  connectionVerifyBySend,
} from '../../../providers/queries/connections.ts';
import type { DispatchedMessage } from '../../delivery/dispatcher.ts';
import type { Batch } from '../batch/types.ts';
import { fitReason } from './outcome-write.ts';

/** The number of consecutive failures that opens a connection's circuit. */
const failuresUntilOpen = 5;
/** How long an open circuit stops sends: the first pause is doubled with each further failure, up to the longest. */
const firstPauseMs = 30_000;
const longestPauseMs = 15 * 60_000;

/** Opens the circuits of connections that fail, and closes those of connections that work again. */
export async function updateCircuits({ client, now }: Batch, dispatched: readonly DispatchedMessage[]): Promise<void> {
  const byConnection = Map.groupBy(dispatched, ({ reservation }) => reservation.connectionId);
  // The lock order (INV2 of run-batch.ts).
  const inOrder = [...byConnection].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [connectionId, those] of inOrder) await updateCircuit(client, connectionId, those, now);
}

async function updateCircuit(
  client: Batch['client'],
  connectionId: string,
  dispatched: readonly DispatchedMessage[],
  now: number,
): Promise<void> {
  const results = dispatched.map(({ result }) => result);
  const before = Math.max(...dispatched.map(({ reservation }) => reservation.connectionFailures));
  const broken = results.find(({ outcome }) => outcome === 'broken');
  if (broken?.outcome === 'broken') {
    const until = now + longestPauseMs;
    await connectionOpenCircuit(client, connectionId, results.length, until, fitReason(broken.reason));
    return;
  }
  if (results.some(({ outcome }) => outcome === 'sent' || outcome === 'refused')) {
    if (before > 0) await connectionCloseCircuit(client, connectionId);
    const accepted = dispatched.find(
      ({ result, reservation }) => result.outcome === 'sent' && reservation.unverifiedRevision !== null,
    );
    const revision = accepted?.reservation.unverifiedRevision ?? null;
    if (revision !== null) await connectionVerifyBySend(client, connectionId, revision, now);
    return;
  }
  const failures = results.filter(({ outcome }) => outcome === 'later' || outcome === 'uncertain').length;
  if (failures > 0)
    await connectionOpenCircuit(client, connectionId, failures, now + pauseMsAfter(before + failures), null);
}

/** How long a connection pauses after this many consecutive failures, in milliseconds; 0: its circuit stays closed. */
function pauseMsAfter(failures: number): number {
  if (failures < failuresUntilOpen) return 0;
  return Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures - failuresUntilOpen, 10));
}
