// The engine's pipeline: claim, load, decide, write, admit, commit, deliver. Many runs are advanced in one transaction; inputs, decisions
// and send requests are written together; providers are called after the commit (RUN13).
//
// INV1. A run is advanced under the lock of its row, or read without the lock and written only if its revision is unchanged. Its timer and
//     its messages are written after its row, so under its lock.
// INV2. Locks are taken in one order: runs, then checkouts and orders (for share), then automations (for share), then connections; of one
//     kind by id. This order prevents deadlocks.
// INV3. A context is loaded for every task that may read data or send by its plan, and for no other.
// INV4. A run that cannot be advanced or written (a defect) fails alone; the rest of its batch continues.
// INV5. Stages return values. Of a batch only its permits change, and they end once: dispatched or released.
import { NewerState } from '@retoma/flow';
import { inTransaction } from '../../../base/postgres/transaction.ts';
import { isUnavailable } from '../../../base/postgres/pool.ts';
import type { Reservation } from '../../delivery/dispatcher.ts';
import type { Engine } from '../engine.ts';
import { admitSends } from './admit-sends.ts';
import { decideTask } from './decide-task.ts';
import { loadTasks } from './load-tasks.ts';
import { sendRules } from './send-rules.ts';
import { RevisionConflictError, writeRuns } from './write-runs.ts';
import type { Batch, BatchMode, Claim, RunTask, RunWrite, TaskResult } from './types.ts';
import { writeMessages } from './write-messages.ts';

/** Claims the work of a batch. A batch that failed claims again, the same rows. */
type ClaimWork<Result> = (batch: Batch) => Promise<Claim<Result>>;

/** The runs that a batch has stored, and its messages to dispatch. */
type Written = { readonly stored: readonly RunWrite[]; readonly reservations: readonly Reservation[] };

/** One transaction and the dispatch after it. If its commit is unconfirmed nothing is sent, and the reservations count as unsent. */
async function runOnce<Result>(engine: Engine, mode: BatchMode, claimWork: ClaimWork<Result>): Promise<Result> {
  const now = engine.clock();
  const permits = engine.dispatcher.openPermits();
  let reservations: readonly Reservation[] = [];
  let committed: { readonly tasks: readonly RunTask[]; readonly result: Result };
  try {
    committed = await inTransaction(engine.db, async (client) => {
      const batch: Batch = { client, now, leaseUntil: now + engine.leaseMs, mode, permits };
      const { tasks, finish } = await claimWork(batch);
      const written = await (mode === 'isolated' ? advanceEach : advance)(engine, batch, tasks);
      const result = await finish(written.stored);
      reservations = written.reservations;
      return { tasks, result };
    });
  } catch (error) {
    engine.dispatcher.release(reservations, permits);
    throw error;
  }
  if (reservations.length > 0) engine.crashPoint('runs committed');
  engine.dispatcher.dispatch(reservations, now, permits);
  engine.onCommitted(committed.tasks, now);
  return committed.result;
}

/** Advances runs whose rows the batch has locked, or that the claim has as snapshots. */
async function advance(engine: Engine, batch: Batch, tasks: readonly RunTask[]): Promise<Written> {
  if (tasks.length === 0) return { stored: [], reservations: [] };
  const loaded = await loadTasks(engine, batch, tasks);
  const rules = sendRules(engine);
  const results = loaded.map((one) => decideTask(one, rules, batch.now));
  reportDefects(engine, results);
  const stored = await writeRuns(batch, results);
  const admission = await admitSends(engine, batch, stored);
  const reservations = await writeMessages(engine, batch, stored, admission);
  engine.crashPoint('runs written');
  return { stored, reservations };
}

/** The same for each run inside a savepoint; one that fails is stored with reason DEFECT (RUN12). */
async function advanceEach(engine: Engine, batch: Batch, tasks: readonly RunTask[]): Promise<Written> {
  const stored: RunWrite[] = [];
  const reservations: Reservation[] = [];
  for (const task of tasks) {
    await batch.client.query('savepoint alone');
    try {
      const written = await advance(engine, batch, [task]);
      await batch.client.query('release savepoint alone');
      stored.push(...written.stored);
      reservations.push(...written.reservations);
    } catch (error) {
      if (isUnavailable(error) || isContended(error)) throw error;
      await batch.client.query('rollback to savepoint alone');
      // Permits that it acquired are surplus, and are given back when those of the batch end.
      const defect: TaskResult = { task, before: null, context: null, decision: null, pendingDecisions: [], error };
      reportDefects(engine, [defect]);
      stored.push(...(await writeRuns(batch, [defect])));
    }
  }
  return { stored, reservations };
}

/**
 * Runs a batch; returns the result of its claim. After a lasting failure it runs again: with `skip-duplicates` if a row existed already,
 * which is too rare to check for each time, otherwise `isolated` (INV4).
 */
export async function runBatch<Result>(engine: Engine, claimWork: ClaimWork<Result>): Promise<Result> {
  for (let mode: BatchMode = 'batch'; ;) {
    try {
      return await runOnce(engine, mode, claimWork);
    } catch (error) {
      if (mode === 'isolated' || isUnavailable(error) || isContended(error)) throw error;
      mode = mode === 'batch' && isDuplicate(error) ? 'skip-duplicates' : 'isolated';
      if (mode === 'isolated') engine.log.error({ err: error }, 'batch failed; retrying run by run');
    }
  }
}

const isDuplicate = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '23505';

/** Serialization failures and states of a newer release: a retry can succeed. */
const isContended = (error: unknown): boolean =>
  error instanceof RevisionConflictError ||
  error instanceof NewerState ||
  String((error as { code?: unknown } | null)?.code).startsWith('40');

function reportDefects(engine: Engine, results: readonly TaskResult[]): void {
  for (const { task, error } of results) {
    if (error === undefined) continue;
    const { runId, automationId, eventId } = task.run;
    engine.log.error({ err: error, runId, automationId, eventId }, 'run failed with an unexpected error');
  }
}
