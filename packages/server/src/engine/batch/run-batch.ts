// Moves many runs in one transaction: what they were fed, what they decided, and the messages they want sent are written together,
// and only when that has committed is a provider called (RUN13).
//
// INV1. A run is moved under the lock of its row, or read without it and written only if nobody moved it meanwhile (its revision); its
//     timer and its messages are written after its row, so under its lock.
// INV2. Locks are taken in one order: runs, then checkouts and orders (for share), then automations (for share), then
//     connections; of one kind in the order of their ids. So nobody waits in a circle.
// INV3. A move that sends nothing and asks for no data loads none, unless one from the same step has asked before.
// INV4. A run that cannot be moved or written (a defect) fails alone; the others of its batch go on.
import { inTransaction } from '../../db/transaction.ts';
import type { LiveRecords } from '../../db/queries/events/run-records.ts';
import type { PendingMessage } from '../../db/queries/messages/messages.ts';
import type { RunRow } from '../../db/queries/runs/runs.ts';
import { isUnavailable, type Queryable } from '../../db/pool.ts';
import { isOver, NewerState, readState, type RunState, type StoredState } from '@retoma/flow';
import type { Engine } from '../engine.ts';
import { moveRun, type TimedInput, type Moved, type BatchContext, type SendDecision } from './decide-run.ts';
import { MovedMeanwhile } from './stale-run.ts';
import type { PlanKey, ReadyPlan, RunStore } from '../../automations/compiled-versions.ts';
import { sendDecider, reconsider, type Reconsidered } from './decide-send.ts';
import type { Reserved } from '../../delivery/dispatcher.ts';
import { loadContext, type RunContext } from './load-context.ts';
import { writeMoves } from './write-runs.ts';

/**
 * How a transaction is tried. `repeating`: something that it stores is there already, and left out. `careful`: each run is written by
 * itself, so that one which cannot be does not take the others with it.
 */
export type BatchMode = 'plain' | 'repeating' | 'careful';

/** One transaction that moves runs. */
export type Transaction = {
  readonly client: Queryable;
  /** The instant of it, in milliseconds. */
  readonly now: number;
  /** Until when messages reserved in it are held, in milliseconds. */
  readonly leaseUntil: number;
  /** Messages to be sent once it has committed. */
  readonly reserved: Reserved[];
  /** The connections of which room was taken, once for each message that was let go. */
  readonly permits: string[];
  readonly mode: BatchMode;
  /** What was moved in it, to be told once it has committed. */
  readonly moved: (readonly RunTask[])[];
};

/** A run, and its state where the row's text need not be read for it. */
export type Known = { readonly run: RunRow; readonly state?: RunState | null | undefined };

/** A run to be moved. */
export type RunTask = Known & {
  readonly inputs: readonly TimedInput[];
  /** Do what is due at this instant too. */
  readonly wake: number | null;
  /** The run begins: it is stored for the first time. Milliseconds. */
  readonly startedAt?: number;
  /** The records of its event, where they are at hand. */
  readonly records?: LiveRecords;
  /** Messages of it that are queued, or whose lease is over. */
  readonly pending?: readonly PendingMessage[];
};

/** A run that was moved, or found to have a defect. */
export type Result = {
  readonly work: RunTask;
  readonly ready: ReadyPlan | null;
  readonly before: RunState | null;
  readonly moved: Moved | null;
  readonly reconsidered: readonly Reconsidered[];
  readonly around: RunContext | null;
};

/**
 * Runs `work` in a transaction and then sends what it reserved. Where it fails for a reason that would not pass by itself, it is run
 * again: leaving out what is there already, which is too rare to be looked for each time, or carefully (INV4).
 */
export async function inMove<T>(engine: Engine, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  for (let mode: BatchMode = 'plain'; ;) {
    try {
      return await inMoveOnce(engine, mode, work);
    } catch (error) {
      if (mode === 'careful' || isUnavailable(error) || isContended(error)) throw error;
      mode = mode === 'plain' && isDuplicate(error) ? 'repeating' : 'careful';
      if (mode === 'careful') engine.log.error({ err: error }, 'a batch failed and is taken again run by run');
    }
  }
}

const isDuplicate = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '23505';

/** Others were in the way, or have written what only a newer program reads: the same again may well succeed, here or there. */
const isContended = (error: unknown): boolean =>
  error instanceof MovedMeanwhile ||
  error instanceof NewerState ||
  String((error as { code?: unknown } | null)?.code).startsWith('40');

/**
 * One transaction. Where the commit's fate is unknown nothing was sent, and the messages are handed back, which does nothing if they
 * were never stored.
 */
async function inMoveOnce<T>(
  engine: Engine,
  mode: BatchMode,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const now = engine.clock();
  const reserved: Reserved[] = [];
  const permits: string[] = [];
  const moved: (readonly RunTask[])[] = [];
  let result: T;
  let mayBeStored = false;
  try {
    result = await inTransaction(engine.db, async (client) => {
      const answer = await work({
        client,
        now,
        leaseUntil: now + engine.leaseMs,
        reserved,
        permits,
        mode,
        moved,
      });
      mayBeStored = true;
      return answer;
    });
  } catch (error) {
    engine.sender.release(mayBeStored ? reserved : [], permits);
    throw error;
  }
  if (reserved.length > 0) engine.reach('moves committed');
  engine.sender.send(reserved, now, permits);
  engine.onMoved(moved, now);
  return result;
}

/** Thrown where a condition asks for data; no error, whose stack would cost more than the move. */
const needsData = Symbol('needs data');

/** Surroundings of a move that may turn out to need no data. */
class WithoutData implements BatchContext {
  /** A message was to be judged, for which data is needed: what the move came to means nothing. */
  asked = false;

  resolve(): never {
    // eslint-disable-next-line no-throw-literal -- see needsData
    throw needsData;
  }

  /** Most moves that need data ask here, where the run waits anyway: to throw would cost more. */
  judge(): SendDecision {
    this.asked = true;
    return { verdict: 'wait', until: Infinity, reason: 'NEEDS_DATA' };
  }
}

/**
 * Moves runs whose rows the transaction has locked, or of which the caller knows the row. Answers what each move came to, without those
 * of runs that somebody else has moved meanwhile.
 */
export async function moveRuns(
  engine: Engine,
  transaction: Transaction,
  tasks: readonly RunTask[],
): Promise<readonly Result[]> {
  if (tasks.length === 0) return [];
  transaction.moved.push(tasks);
  if (transaction.mode !== 'careful') return moveTogether(engine, transaction, tasks);
  const results: Result[] = [];
  for (const work of tasks) results.push(...(await moveAlone(engine, transaction, work)));
  return results;
}

/** Moves one run below a savepoint; where that fails the run is failed, and says so (RUN12). */
async function moveAlone(engine: Engine, transaction: Transaction, work: RunTask): Promise<readonly Result[]> {
  const { client, reserved } = transaction;
  const before = reserved.length;
  await client.query('savepoint alone');
  try {
    const results = await moveTogether(engine, transaction, [work]);
    await client.query('release savepoint alone');
    return results;
  } catch (error) {
    if (isUnavailable(error) || isContended(error)) throw error;
    await client.query('rollback to savepoint alone');
    reserved.length = before;
    return writeMoves(engine, transaction, [defect(engine, { work, ready: null, before: null }, error)]);
  }
}

async function moveTogether(
  engine: Engine,
  transaction: Transaction,
  tasks: readonly RunTask[],
): Promise<readonly Result[]> {
  const keys = await planKeys(engine, tasks);
  const plans = await engine.plans.load(transaction.client, keys);
  const results: Result[] = [];
  const withData: (Loaded & { readonly store: RunStore })[] = [];
  for (const [index, work] of tasks.entries()) {
    const ready = plans[index] ?? null;
    const before = stateOf(work);
    if (before && isBroken(work, before) && !work.pending) {
      results.push({ work, ready, before, moved: unmoved(before), reconsidered: [], around: null });
      continue;
    }
    const result = ready && !mustLook(work, ready, before) ? attempt(engine, work, ready, before) : null;
    if (result) results.push(result);
    else if (ready) withData.push({ work, ready, before, store: keys[index]!.store });
    else results.push({ work, ready, before, moved: null, reconsidered: [], around: null });
  }
  if (withData.length > 0) {
    const arounds = await loadContext(engine, transaction.client, withData, transaction.now);
    engine.reach('surroundings loaded');
    for (const [index, loaded] of withData.entries()) {
      const around = arounds[index];
      results.push(
        around
          ? moveWithData(engine, transaction, loaded, around)
          : defect(engine, loaded, new Error('the event of the run is gone')),
      );
    }
  }
  const written = await writeMoves(engine, transaction, results);
  engine.reach('moves written');
  return written;
}

function stateOf({ run, state }: Known): RunState | null {
  if (state !== undefined) return state;
  return run.state === null ? null : readState(JSON.parse(run.state) as StoredState);
}

/**
 * A message that waited is judged anew; what ends a run may have happened before it began (RUN18); and where a move has asked for data
 * before, the next one would be made twice.
 */
const mustLook = (work: RunTask, { plan, asking }: ReadyPlan, before: RunState | null): boolean =>
  work.pending !== undefined ||
  (work.startedAt !== undefined && plan.stopOn.length > 0) ||
  asking.has(placeOf(work, before));

/** Before the first step of a plan. */
const start = -1;
/** Where nothing tells what a move will come to. */
const anywhere = -2;

/** The number of the step where time alone lets a run go on. */
function placeOf({ inputs, wake, startedAt }: RunTask, before: RunState | null): number {
  if (before === null) return startedAt === undefined ? anywhere : start;
  const { threads, listeners } = before;
  return wake !== null && inputs.length === 0 && threads.length === 1 && !listeners ? threads[0]!.at : anywhere;
}

/** It failed by a defect, so that its state does not say that it is over: nothing moves it but a person (RUN19). */
const isBroken = ({ run, inputs }: RunTask, before: RunState): boolean =>
  run.finishedAt !== null && !isOver(before) && inputs.every(({ input }) => input.type !== 'retry');

const unmoved = (state: RunState): Moved => ({ state, entries: '', intentions: [], finish: null, changed: false });

type Loaded = { work: RunTask; ready: ReadyPlan; before: RunState | null };

/** Which plan each run follows. */
async function planKeys(engine: Engine, tasks: readonly RunTask[]): Promise<PlanKey[]> {
  const stores = new Map<string, RunStore>();
  const keys: PlanKey[] = [];
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

/** A store that was deleted: its runs stay where they are. */
const deletedStore = (storeId: string): RunStore => ({
  storeId,
  name: '',
  domain: null,
  active: false,
  timeZone: 'America/Sao_Paulo',
  noReplyMinutes: 1440,
  lateMinutes: 1440,
  countMachines: false,
});

/** INV3: a move that turns out to need no data; null where it does. */
function attempt(engine: Engine, work: RunTask, ready: ReadyPlan, before: RunState | null): Result | null {
  try {
    const around = new WithoutData();
    const moved = moveRun(ready.plan, before, work.inputs, work.wake, around);
    if (!around.asked) return { work, ready, before, moved, reconsidered: [], around: null };
  } catch (error) {
    if (error !== needsData) return defect(engine, { work, ready, before }, error);
  }
  const place = placeOf(work, before);
  if (place !== anywhere) ready.asking.add(place);
  return null;
}

function moveWithData(engine: Engine, transaction: Transaction, loaded: Loaded, around: RunContext): Result {
  const { work, ready, before } = loaded;
  const { now } = transaction;
  const judge = sendDecider(engine, transaction, ready, around, work.run.runId);
  try {
    const [trigger] = around.stops;
    const broken = before !== null && isBroken(work, before);
    const stopped = trigger !== undefined || broken || (before !== null && isOver(before));
    const reconsidered = (work.pending ?? []).map((message) =>
      reconsider(engine, message, { ...loaded, around, stopped, now, judge }),
    );
    if (broken) return { work, ready, before, moved: unmoved(before), reconsidered, around };
    let { inputs } = work;
    if (trigger !== undefined) {
      const stop: TimedInput = { input: { type: 'event', trigger }, at: now };
      // RUN18: first of all; only a run that begins must begin before it can be ended.
      inputs = work.startedAt === undefined ? [stop, ...inputs] : [...inputs, stop];
    }
    if (reconsidered.length > 0) inputs = [...inputs, ...reconsidered.flatMap(({ feed }) => feed ?? [])];
    const moved = moveRun(ready.plan, before, inputs, work.wake, { resolve: around.resolve, judge });
    return { work, ready, before, moved, reconsidered, around };
  } catch (error) {
    return defect(engine, loaded, error);
  }
}

function defect(
  engine: Engine,
  { work, ready, before }: Omit<Loaded, 'ready'> & { ready: ReadyPlan | null },
  error: unknown,
): Result {
  const { runId, automationId, eventId } = work.run;
  engine.log.error({ err: error, runId, automationId, eventId }, 'a run has a defect');
  return { work, ready, before, moved: null, reconsidered: [], around: null };
}
