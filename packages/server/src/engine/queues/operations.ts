// Carries out what persons asked for, a portion of runs in each transaction: their moves, what became of each, and how far the
// operation has come are written together. So any worker can go on where another one died, and no run is dealt with twice.
//
// INV1. The operation is locked first, then its runs (run-batch.ts, INV2). Nobody who has a run's lock wants an operation's.
// INV2. A run that is held moves only by its release, a skip or a retry; what it then wants sent waits while its automation is paused.
import type { Input } from '@retoma/flow';
import { automationStatuses } from '../../db/queries/automations/automations.ts';
import { messageListPasses, messageWakeMany } from '../../db/queries/messages/messages.ts';
import { runInputTakeOf } from '../../db/queries/runs/run-inputs.ts';
import {
  runOperationAdvance,
  runOperationListRuns,
  runOperationTake,
  type OperationResult,
  type RunOperation,
} from '../../db/queries/runs/run-operations.ts';
import { runLockMany, runReleaseMany, type RunRow } from '../../db/queries/runs/runs.ts';
import type { Engine } from '../engine.ts';
import type { TimedInput } from '../batch/decide-run.ts';
import { inMove, moveRuns, type Transaction, type RunTask } from '../batch/run-batch.ts';
import { paused } from '../batch/decide-send.ts';
import { claimInputs } from './inputs.ts';

/** Goes on with one operation, by up to `limit` runs. Answers how many it looked at; 0: there is no operation to go on with. */
export async function continueOperations(engine: Engine, limit: number): Promise<number> {
  return inMove(engine, async (transaction) => {
    const { client, now } = transaction;
    const operation = await runOperationTake(client);
    if (!operation) return 0;
    const page = await runOperationListRuns(client, operation, limit);
    const results = await operate(
      engine,
      transaction,
      operation,
      page.filter(({ wanted }) => wanted).map(({ runId }) => runId),
    );
    await runOperationAdvance(client, operation.operationId, results, {
      reached: page.at(-1)?.runId ?? null,
      finished: page.length < limit,
      at: now,
    });
    return Math.max(1, page.length);
  });
}

/** Does it to these runs, as far as it can be done. */
async function operate(
  engine: Engine,
  transaction: Transaction,
  operation: RunOperation,
  runIds: readonly string[],
): Promise<OperationResult[]> {
  if (runIds.length === 0) return [];
  const runs = await runLockMany(transaction.client, runIds);
  // A retry alone takes up what is over.
  const open = runs.filter(
    ({ finishedAt, state }) => state !== null && (finishedAt === null || operation.kind === 'retry'),
  );
  const tasks = await tasksOf(engine, transaction, operation, open);
  const moved = await moveRuns(engine, transaction, tasks);
  const done = new Set(
    operation.kind === 'release'
      ? tasks.map(({ run }) => run.runId)
      : moved.filter((result) => result.moved?.changed).map(({ work }) => work.run.runId),
  );
  return runs.map(({ runId }) => ({ runId, outcome: done.has(runId) ? 'done' : 'refused' }));
}

async function tasksOf(
  engine: Engine,
  transaction: Transaction,
  operation: RunOperation,
  runs: readonly RunRow[],
): Promise<RunTask[]> {
  const applyEach = (input: Input): RunTask[] =>
    runs.map((run) => ({ run, inputs: [{ input, at: transaction.now }], wake: null }));
  switch (operation.kind) {
    case 'cancel':
      await prepareToCancel(transaction, runs);
      return applyEach({ type: 'cancel', ...(operation.reason !== null && { reason: operation.reason }) });
    case 'skip':
      return applyEach({ type: 'skip' });
    case 'retry':
      return retries(engine, transaction, operation, runs);
    case 'release':
      return releases(transaction, runs);
    default:
      return operation.kind satisfies never;
  }
}

const idsOf = (runs: readonly RunRow[]): string[] => runs.map(({ runId }) => runId);

/** Nothing that was heard matters any more, and messages that wait are looked at, to be skipped. */
async function prepareToCancel({ client, now }: Transaction, runs: readonly RunRow[]): Promise<void> {
  await runInputTakeOf(client, idsOf(runs));
  await messageWakeMany(client, idsOf(runs), now);
}

/** RUN19: the ledger tells which keys were used. A run whose version cannot be run is not taken up. */
async function retries(
  engine: Engine,
  { client, now }: Transaction,
  { storeId, step }: RunOperation,
  runs: readonly RunRow[],
): Promise<RunTask[]> {
  const store = await engine.findStore(storeId);
  if (!store) return [];
  const plans = await engine.plans.load(
    client,
    runs.map((run) => ({ ...run, store })),
  );
  const sent = Map.groupBy(await messageListPasses(client, idsOf(runs)), ({ runId }) => runId);
  return runs.flatMap((run, index): RunTask[] => {
    const ready = plans[index];
    if (!ready) return [];
    const passes = Object.fromEntries(
      (sent.get(run.runId) ?? []).flatMap(({ path, pass }): [number, number][] => {
        const number = ready.plan.numbers.get(path);
        return number === undefined ? [] : [[number, pass]];
      }),
    );
    return [{ run, inputs: [{ input: { type: 'retry', path: step!, passes }, at: now }], wake: null }];
  });
}

/**
 * RUN16: the runs of an automation that is on again go on. What was heard in the meantime counts at its instant; a run that is then
 * due since more than a day is cancelled as STALE by `resume`.
 */
async function releases(transaction: Transaction, runs: readonly RunRow[]): Promise<RunTask[]> {
  const { client, now } = transaction;
  const standings = await automationStatuses(client, [...new Set(runs.map(({ automationId }) => automationId))]);
  const held = new Set(standings.filter(({ standing }) => standing === 'held').map(({ automationId }) => automationId));
  const free = runs.filter(({ automationId }) => !held.has(automationId));
  await runReleaseMany(client, idsOf(free));
  await messageWakeMany(client, idsOf(free), now, paused);
  const inputsOf = await claimInputs(transaction, free);
  const resume: TimedInput = { input: { type: 'resume' }, at: now };
  return free.map((run) => ({ run, inputs: [...inputsOf(run), resume], wake: null }));
}
