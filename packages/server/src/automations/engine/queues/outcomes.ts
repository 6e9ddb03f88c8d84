import { isUnavailable } from '../../../base/postgres/pool.ts';
import type { DispatchedMessage } from '../../delivery/dispatcher.ts';
import { RevisionConflictError } from '../batch/write-runs.ts';
import type { Engine } from '../engine.ts';
import { writeLocked, writeOptimistic } from '../outcomes/write-outcomes.ts';

/**
 * Writes the outcomes of messages and advances their runs. An outcome whose lease was lost changes nothing. If the database is unavailable
 * the outcomes go back into the buffer, valid until their leases end. Returns how many it drained.
 */
export async function recordOutcomes(engine: Engine, limit: number): Promise<number> {
  const dispatched = engine.dispatcher.drainOutcomes(limit);
  if (dispatched.length === 0) return 0;
  try {
    const outdated = await writeOptimistic(engine, dispatched).catch((error: unknown) => {
      if (error instanceof RevisionConflictError || isDeadlock(error)) return dispatched;
      throw error;
    });
    if (outdated.length > 0) await writeLocked(engine, outdated);
  } catch (error) {
    if (!isTransient(error)) return writeOneByOne(engine, dispatched, error);
    engine.dispatcher.requeueOutcomes(dispatched);
    throw error;
  }
  engine.crashPoint('outcomes committed');
  closeLeases(dispatched);
  return dispatched.length;
}

/** Subtracts written outcomes from the open counts of their leases. */
function closeLeases(dispatched: readonly DispatchedMessage[]): void {
  for (const { reservation } of dispatched) if (reservation.outboxMessage) reservation.lease.open--;
}

/** Two transactions that write the same runs can deadlock; the one that fails starts again with the locks. */
const isDeadlock = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '40P01';

/** Whether a retry may succeed with the same outcomes. */
const isTransient = (error: unknown): boolean => isUnavailable(error) || isDeadlock(error);

/**
 * Writes outcomes one by one: one that cannot be written (a defect) must not block the rest. Its message is decided again when its lease
 * ends.
 */
async function writeOneByOne(
  engine: Engine,
  dispatched: readonly DispatchedMessage[],
  error: unknown,
): Promise<number> {
  if (dispatched.length === 1) {
    const { runId, message } = dispatched[0]!.reservation;
    engine.log.error({ err: error, runId, message }, 'outcome could not be stored');
    return 1;
  }
  for (const [index, one] of dispatched.entries()) {
    try {
      await writeLocked(engine, [one]);
      closeLeases([one]);
    } catch (cause) {
      if (isTransient(cause)) {
        engine.dispatcher.requeueOutcomes(dispatched.slice(index));
        throw cause;
      }
      await writeOneByOne(engine, [one], cause);
    }
  }
  return dispatched.length;
}
