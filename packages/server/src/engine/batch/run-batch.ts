// Advances many runs in one transaction. Inputs, decisions and send requests are written together; providers are called after the
// commit (RUN13).
//
// INV1. A run is advanced under the lock of its row, or read without the lock and written only if its revision is unchanged. Its timer and
//     its messages are written after its row, so under its lock.
// INV2. Locks are taken in one order: runs, then checkouts and orders (for share), then automations (for share), then connections; of one
//     kind by id. This order prevents deadlocks.
// INV3. A context is loaded for every task that may read data or send, as the plan tells, and for no other.
// INV4. A run that cannot be advanced or written (a defect) fails alone; the rest of its batch continues.
import { inTransaction } from '../../db/transaction.ts';
import { isUnavailable } from '../../db/pool.ts';
import { isOver, mayNeedData, NewerState, readState, type RunState, type StoredState } from '@retoma/flow';
import type { Engine } from '../engine.ts';
import { decideRun, type TimedInput, type RunDecision, type DecisionContext } from './decide-run.ts';
import { StaleRunError } from './stale-run.ts';
import { deletedStore, type VersionKey, type CompiledVersion, type RunStore } from '../../automations/compiled-versions.ts';
import { decidePending } from './decide-pending.ts';
import { sendDecider } from './decide-send.ts';
import { sendRules } from './send-rules.ts';
import type { Reservation } from '../../delivery/dispatcher.ts';
import { loadContext, type RunContext } from './load-context.ts';
import type { RunSnapshot } from '../../db/queries/runs/run-snapshot.ts';
import type { Batch, BatchMode, RunTask, TaskResult } from './types.ts';
import { writeRuns } from './write-runs.ts';

/**
 * Runs `process` in a transaction and then dispatches what it reserved. After a lasting failure it runs again: with `skip-duplicates` if
 * a row existed already, which is too rare to check for each time, otherwise `isolated` (INV4).
 */
export async function runBatch<T>(engine: Engine, process: (batch: Batch) => Promise<T>): Promise<T> {
  for (let mode: BatchMode = 'batch'; ;) {
    try {
      return await runBatchOnce(engine, mode, process);
    } catch (error) {
      if (mode === 'isolated' || isUnavailable(error) || isContended(error)) throw error;
      mode = mode === 'batch' && isDuplicate(error) ? 'skip-duplicates' : 'isolated';
      if (mode === 'isolated') engine.log.error({ err: error }, 'a batch failed and is retried run by run');
    }
  }
}

const isDuplicate = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '23505';

/** Serialization failures and states of a newer release: a retry can succeed. */
const isContended = (error: unknown): boolean =>
  error instanceof StaleRunError ||
  error instanceof NewerState ||
  String((error as { code?: unknown } | null)?.code).startsWith('40');

/**
 * One transaction. If its commit is unconfirmed nothing was sent, and the reservations are released, which has no effect if they were
 * not stored.
 */
async function runBatchOnce<T>(engine: Engine, mode: BatchMode, process: (batch: Batch) => Promise<T>): Promise<T> {
  const now = engine.clock();
  const reservations: Reservation[] = [];
  const permits = engine.dispatcher.openPermits();
  const advanced: (readonly RunTask[])[] = [];
  let result: T;
  let mayBeStored = false;
  try {
    result = await inTransaction(engine.db, async (client) => {
      const value = await process({
        client,
        now,
        leaseUntil: now + engine.leaseMs,
        reservations,
        permits,
        mode,
        advanced,
      });
      mayBeStored = true;
      return value;
    });
  } catch (error) {
    engine.dispatcher.release(mayBeStored ? reservations : [], permits);
    throw error;
  }
  if (reservations.length > 0) engine.crashPoint('moves committed');
  engine.dispatcher.dispatch(reservations, now, permits);
  engine.onCommitted(advanced, now);
  return result;
}

/** What a decision without a context is given: `mayNeedData` has promised that it asks for nothing. */
const withoutContext: DecisionContext = {
  resolve: () => bug('read data'),
  decideSend: () => bug('sent'),
};

function bug(did: string): never {
  throw new Error(`a run without a context ${did}`);
}

/**
 * Advances runs whose rows the batch has locked, or that the caller has as snapshots. Returns the results, without runs that another worker
 * has written in the meantime.
 */
export async function advanceRuns(
  engine: Engine,
  batch: Batch,
  tasks: readonly RunTask[],
): Promise<readonly TaskResult[]> {
  if (tasks.length === 0) return [];
  batch.advanced.push(tasks);
  if (batch.mode !== 'isolated') return advanceTogether(engine, batch, tasks);
  const results: TaskResult[] = [];
  for (const task of tasks) results.push(...(await advanceIsolated(engine, batch, task)));
  return results;
}

/** Advances one run below a savepoint; if that fails the run fails with reason DEFECT (RUN12). */
async function advanceIsolated(engine: Engine, batch: Batch, task: RunTask): Promise<readonly TaskResult[]> {
  const { client, reservations } = batch;
  const reservedBefore = reservations.length;
  await client.query('savepoint alone');
  try {
    const results = await advanceTogether(engine, batch, [task]);
    await client.query('release savepoint alone');
    return results;
  } catch (error) {
    if (isUnavailable(error) || isContended(error)) throw error;
    await client.query('rollback to savepoint alone');
    reservations.length = reservedBefore;
    return writeRuns(engine, batch, [defect(engine, { task, compiled: null, before: null }, error)]);
  }
}

async function advanceTogether(
  engine: Engine,
  batch: Batch,
  tasks: readonly RunTask[],
): Promise<readonly TaskResult[]> {
  const keys = await versionKeys(engine, tasks);
  const versions = await engine.versions.load(batch.client, keys);
  const results: TaskResult[] = [];
  const withData: (Loaded & { readonly store: RunStore })[] = [];
  for (const [index, task] of tasks.entries()) {
    const compiled = versions[index] ?? null;
    const before = snapshotState(task);
    if (before && hasDefect(task, before) && !task.pending) {
      results.push({
        task,
        compiled,
        before,
        decision: unchangedDecision(before),
        pendingDecisions: [],
        context: null,
      });
      continue;
    }
    if (!compiled) results.push({ task, compiled, before, decision: null, pendingDecisions: [], context: null });
    else if (needsContext(task, compiled, before))
      withData.push({ task, compiled, before, store: keys[index]!.store });
    else results.push(advanceWithoutContext(engine, { task, compiled, before }));
  }
  if (withData.length > 0) {
    const contexts = await loadContext(engine, batch.client, withData, batch.now);
    engine.crashPoint('surroundings loaded');
    for (const [index, loaded] of withData.entries()) {
      const context = contexts[index];
      results.push(
        context
          ? advanceWithContext(engine, batch, loaded, context)
          : defect(engine, loaded, new Error('the event of the run does not exist')),
      );
    }
  }
  const written = await writeRuns(engine, batch, results);
  engine.crashPoint('moves written');
  return written;
}

function snapshotState({ run, state }: RunSnapshot): RunState | null {
  if (state !== undefined) return state;
  return run.state === null ? null : readState(JSON.parse(run.state) as StoredState);
}

/** Pending messages are decided again; and an event that stops a new run may exist already (RUN18). */
const needsContext = (task: RunTask, { plan }: CompiledVersion, before: RunState | null): boolean =>
  task.pending !== undefined ||
  (task.startedAt !== undefined && plan.stopOn.length > 0) ||
  mayNeedData(plan, before, task.inputs, task.wake);

/** Whether the run failed by a defect: its state does not show that it has finished, and only a retry continues it (RUN19). */
const hasDefect = ({ run, inputs }: RunTask, before: RunState): boolean =>
  run.finishedAt !== null && !isOver(before) && inputs.every(({ input }) => input.type !== 'retry');

const unchangedDecision = (state: RunState): RunDecision => ({
  state,
  entries: '',
  sends: [],
  finish: null,
  changed: false,
});

type Loaded = { task: RunTask; compiled: CompiledVersion; before: RunState | null };

/** The version that each run follows. */
async function versionKeys(engine: Engine, tasks: readonly RunTask[]): Promise<VersionKey[]> {
  const stores = new Map<string, RunStore>();
  const keys: VersionKey[] = [];
  for (const { run } of tasks) {
    const { storeId, automationId, version } = run;
    let store = stores.get(storeId);
    if (!store) {
      store = (await engine.findStore(storeId)) ?? deletedStore(storeId);
      stores.set(storeId, store);
    }
    keys.push({ automationId, version, store });
  }
  return keys;
}

/** INV3: the result of a task that needs no data. */
function advanceWithoutContext(engine: Engine, loaded: Loaded): TaskResult {
  const { task, compiled, before } = loaded;
  try {
    const decision = decideRun(compiled.plan, before, task.inputs, task.wake, withoutContext);
    return { task, compiled, before, decision, pendingDecisions: [], context: null };
  } catch (error) {
    return defect(engine, loaded, error);
  }
}

function advanceWithContext(engine: Engine, batch: Batch, loaded: Loaded, context: RunContext): TaskResult {
  const { task, compiled, before } = loaded;
  const { now } = batch;
  const rules = sendRules(engine);
  const { plan } = compiled;
  const decideSend = sendDecider(rules, { plan, context, runId: task.run.runId, now });
  try {
    const [trigger] = context.stops;
    const isDefective = before !== null && hasDefect(task, before);
    const stopped = trigger !== undefined || isDefective || (before !== null && isOver(before));
    const pendingDecisions = (task.pending ?? []).map((message) =>
      decidePending(rules, message, { plan, context, stopped, now, decideSend }),
    );
    if (isDefective) return { task, compiled, before, decision: unchangedDecision(before), pendingDecisions, context };
    let { inputs } = task;
    if (trigger !== undefined) {
      const stop: TimedInput = { input: { type: 'event', trigger }, at: now };
      // RUN18: before all other inputs, except that a new run starts before it can be stopped.
      inputs = task.startedAt === undefined ? [stop, ...inputs] : [...inputs, stop];
    }
    if (pendingDecisions.length > 0) inputs = [...inputs, ...pendingDecisions.flatMap(({ input }) => input ?? [])];
    const decision = decideRun(compiled.plan, before, inputs, task.wake, { resolve: context.resolve, decideSend });
    return { task, compiled, before, decision, pendingDecisions, context };
  } catch (error) {
    return defect(engine, loaded, error);
  }
}

function defect(
  engine: Engine,
  { task, compiled, before }: Omit<Loaded, 'compiled'> & { compiled: CompiledVersion | null },
  error: unknown,
): TaskResult {
  const { runId, automationId, eventId } = task.run;
  engine.log.error({ err: error, runId, automationId, eventId }, 'a run has a defect');
  return { task, compiled, before, decision: null, pendingDecisions: [], context: null };
}
